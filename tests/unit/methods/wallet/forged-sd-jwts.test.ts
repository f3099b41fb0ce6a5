import { beforeAll, describe, expect, test } from "vitest";
import type { WalletCode } from "#methods/wallet/codes.ts";
import { PID_SD_JWT } from "#methods/wallet/credential-type.ts";
import { verifySdJwtAge } from "#methods/wallet/sd-jwt/verify-sd-jwt-age.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import {
  type Authority,
  createAuthority,
  days,
  type EcJwk,
  jwkOf,
  NOW,
  newKeys,
  type Signer,
} from "../../../support/wallet/authority.ts";
import {
  disclosureDigest,
  forgeSdJwt,
  type SdJwtForgery,
  salt,
} from "../../../support/wallet/forge-sd-jwt.ts";

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

let authority: Authority;
let signer: Signer;
let anchors: TrustAnchor[];
let holder: EcJwk;
let thief: EcJwk;
beforeAll(async () => {
  authority = await createAuthority();
  signer = await authority.signer();
  anchors = [authority.anchor(PID_SD_JWT.type)];
  holder = await jwkOf((await newKeys()).privateKey);
  thief = await jwkOf((await newKeys()).privateKey);
});

const base = (): SdJwtForgery => ({ signer, holderJwk: holder, nonce: "n-1", aud: "x509_hash:abc" });
const verify = (presentation: string) =>
  verifySdJwtAge(presentation, {
    type: PID_SD_JWT,
    minimumAge: 18,
    nonce: "n-1",
    audience: "x509_hash:abc",
    anchors,
    now: NOW,
  });
const refused = (code: WalletCode) => ({ ok: false, code });

test("nothing changed: accepted", () => {
  expect(verify(forgeSdJwt(base()))).toMatchObject({
    ok: true,
    value: { isOver: true, disclosedMore: false },
  });
});

const AGES = ["age_equal_or_over", { 18: true }];
const cases: [string, WalletCode, () => Partial<SdJwtForgery>][] = [
  // The issuer
  ["typ JWT", "sd_jwt_type", () => ({ header: { typ: "JWT" } })],
  ["typ kb+jwt", "sd_jwt_type", () => ({ header: { typ: "kb+jwt" } })],
  ["algorithm none", "algorithm_refused", () => ({ header: { alg: "none" } })],
  ["algorithm HS256", "algorithm_refused", () => ({ header: { alg: "HS256" } })],
  ["an algorithm of another curve", "algorithm_refused", () => ({ header: { alg: "ES384" } })],
  ["a critical header", "sd_jwt_malformed", () => ({ header: { crit: ["b64"], b64: false } })],
  ["no chain", "x5chain_malformed", () => ({ header: { x5c: undefined } })],
  ["a key of its own in the header", "x5chain_malformed", () => ({ header: { x5c: undefined, jwk: thief } })],
  ["a chain that is no base64", "x5chain_malformed", () => ({ header: { x5c: ["…"] } })],
  [
    "a changed payload",
    "issuer_signature",
    () => ({
      issuerJwt: (jwt) => withPayload(jwt, { vct: PID_SD_JWT.type, age_equal_or_over: { 18: true } }),
    }),
  ],
  ["an unknown digest algorithm", "digest_algorithm", () => ({ payload: { _sd_alg: "md5" } })],
  ["another type", "sd_jwt_vct", () => ({ payload: { vct: "urn:example:loyalty" } })],
  ["expired", "expired", () => ({ payload: { exp: seconds(days(-1)) } })],
  ["not valid yet", "not_yet_valid", () => ({ payload: { nbf: seconds(days(1)) } })],
  ["an expiry that is text", "sd_jwt_malformed", () => ({ payload: { exp: "tomorrow" } })],
  // The disclosures
  ["a forged disclosure", "sd_jwt_disclosure", () => ({ disclosuresAfter: () => [b64([salt(), ...AGES])] })],
  [
    "one more disclosure",
    "sd_jwt_disclosure",
    () => ({ disclosuresAfter: (texts) => [...texts, b64([salt(), ...AGES])] }),
  ],
  [
    "the same disclosure twice",
    "sd_jwt_disclosure",
    () => ({ disclosuresAfter: (texts) => [...texts, ...texts] }),
  ],
  ["a disclosure that is no JSON", "sd_jwt_disclosure", () => ({ disclosuresAfter: () => ["AAAA"] })],
  ["a disclosure of four parts", "sd_jwt_disclosure", () => ({ disclosures: [[salt(), "a", 1, 2]] })],
  ["a disclosed _sd", "sd_jwt_disclosure", () => ({ disclosures: [[salt(), "_sd", []]] })],
  ["an array element in place of a claim", "sd_jwt_disclosure", () => ({ disclosures: [[salt(), "value"]] })],
  [
    "a claim that is there already",
    "sd_jwt_disclosure",
    () => ({ payload: { age_equal_or_over: { 18: false } } }),
  ],
  ...["iss", "nbf", "exp", "cnf", "vct", "status"].map(
    (name): [string, WalletCode, () => Partial<SdJwtForgery>] => [
      `a disclosed ${name}`,
      "sd_jwt_disclosure",
      () => ({ payload: { [name]: undefined }, disclosures: [[salt(), name, {}]] }),
    ],
  ),
  ["a digest that is there twice", "sd_jwt_disclosure", twice],
  ["no age", "age_undetermined", () => ({ disclosuresAfter: () => [] })],
  [
    "an age that is text",
    "age_undetermined",
    () => ({ disclosures: [[salt(), "age_equal_or_over", { 18: "true" }]] }),
  ],
  // The holder
  ["no holder key", "sd_jwt_confirmation", () => ({ payload: { cnf: undefined } })],
  [
    "a symmetric holder key",
    "sd_jwt_confirmation",
    () => ({ payload: { cnf: { jwk: { kty: "oct", k: "AAAA" } } } }),
  ],
  [
    "a point off the curve",
    "sd_jwt_confirmation",
    () => ({ payload: { cnf: { jwk: { kty: "EC", crv: "P-256", x: holder.x, y: thief.y } } } }),
  ],
  ["a thief's signature", "key_binding_signature", () => ({ keyBindingJwk: thief })],
  ["a key binding by algorithm none", "algorithm_refused", () => ({ keyBindingHeader: { alg: "none" } })],
  ["a key binding of type JWT", "key_binding_type", () => ({ keyBindingHeader: { typ: "JWT" } })],
  ["another nonce", "key_binding_nonce", () => ({ nonce: "n-2" })],
  ["no nonce", "key_binding_nonce", () => ({ keyBinding: { nonce: undefined } })],
  ["another audience", "key_binding_audience", () => ({ aud: "x509_hash:evil" })],
  ["a list of audiences", "key_binding_audience", () => ({ keyBinding: { aud: ["x509_hash:abc"] } })],
  ["other disclosures' hash", "key_binding_hash", () => ({ keyBinding: { sd_hash: "AAAA" } })],
  ["an hour ago", "key_binding_time", () => ({ keyBinding: { iat: seconds(NOW) - 3600 } })],
  ["in an hour", "key_binding_time", () => ({ keyBinding: { iat: seconds(NOW) + 3600 } })],
  ["at no time", "key_binding_time", () => ({ keyBinding: { iat: "now" } })],
];

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const withPayload = (jwt: string, payload: unknown): string => {
  const [head, , tail] = jwt.split(".");
  return [head, b64(payload), tail].join(".");
};
function twice(): Partial<SdJwtForgery> {
  const disclosure = [salt(), ...AGES];
  const digest = disclosureDigest(disclosure);
  return { disclosures: [disclosure], payload: { _sd: [digest], other: { _sd: [digest] } } };
}

describe("a forged SD-JWT is refused", () => {
  test.each(cases)("%s: %s", (_name, code, change) => {
    expect(verify(forgeSdJwt({ ...base(), ...change() }))).toEqual(refused(code));
  });

  test("without key binding", () => {
    const presentation = forgeSdJwt(base());
    expect(verify(presentation.slice(0, presentation.lastIndexOf("~") + 1))).toEqual(
      refused("key_binding_missing"),
    );
  });

  test("with a key binding that belongs to another presentation of the same credential", () => {
    const disclosure = [salt(), ...AGES];
    const [full, bare] = [
      forgeSdJwt({ ...base(), disclosures: [disclosure] }),
      forgeSdJwt({ ...base(), disclosures: [disclosure], disclosuresAfter: () => [] }),
    ];
    const mixed = `${full.slice(0, full.lastIndexOf("~") + 1)}${bare.split("~").at(-1)}`;
    expect(verify(mixed)).toEqual(refused("key_binding_hash"));
  });

  test("by an issuer with the same name, or by one that is trusted for something else", async () => {
    const impostor = await (await createAuthority({ name: authority.name })).signer();
    expect(verify(forgeSdJwt({ ...base(), signer: impostor }))).toEqual(refused("untrusted_issuer"));
    const presentation = forgeSdJwt(base());
    const elsewhere = verifySdJwtAge(presentation, {
      type: PID_SD_JWT,
      minimumAge: 18,
      nonce: "n-1",
      audience: "x509_hash:abc",
      anchors: [authority.anchor("urn:example:loyalty")],
      now: NOW,
    });
    expect(elsewhere).toEqual(refused("untrusted_issuer"));
  });

  test("with an expired signer", async () => {
    const expired = await authority.signer({ until: days(-1) });
    expect(verify(forgeSdJwt({ ...base(), signer: expired }))).toEqual(refused("certificate_expired"));
  });

  test.each([
    ["nothing", "", "sd_jwt_malformed"],
    ["a tilde", "~", "sd_jwt_malformed"],
    ["a JWT", "a.b.c", "sd_jwt_malformed"],
    ["too many parts", `${"~".repeat(300)}a`, "sd_jwt_malformed"],
    ["too much", "a".repeat(200_000), "too_large"],
  ])("%s", (_name, text, code) => {
    expect(verify(text)).toEqual({ ok: false, code });
  });

  test("disclosures that hold each other's digests without an end", () => {
    let inner: unknown = { 18: true };
    const chain: unknown[][] = [];
    for (let depth = 0; depth < 100; depth += 1) {
      const disclosure: unknown[] = [salt(), depth === 99 ? "age_equal_or_over" : `d${depth}`, inner];
      chain.push(disclosure);
      inner = { _sd: [disclosureDigest(disclosure)] };
    }
    const top = chain.at(-1) ?? [];
    const presentation = forgeSdJwt({
      ...base(),
      disclosures: [top],
      disclosuresAfter: () => chain.map(b64),
    });
    expect(verify(presentation)).toEqual(refused("sd_jwt_disclosure"));
  });
});

test("an honest no is a result, and more than was asked for is dropped", () => {
  const disclosures = [
    [salt(), "age_equal_or_over", { 18: false }],
    [salt(), "family_name", "Mustermann"],
  ];
  expect(verify(forgeSdJwt({ ...base(), disclosures }))).toEqual({
    ok: true,
    value: {
      minimumAge: 18,
      isOver: false,
      credentialType: PID_SD_JWT.type,
      trustLabel: "Utopia",
      disclosedMore: true,
    },
  });
});
