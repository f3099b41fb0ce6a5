import { describe, expect, test } from "vitest";
import { createAuthority, days, NOW } from "../../../tests/support/wallet/authority.ts";
import { type SdJwtForgery, salt } from "../../../tests/support/wallet/forge-sd-jwt.ts";
import { refused } from "../../../tests/support/wallet/mdoc-trial.ts";
import { AGES, asDisclosure, createSdJwtTrial } from "../../../tests/support/wallet/sd-jwt-trial.ts";
import type { WalletCode } from "../src/result.ts";

// SD-JWTs that the issuer did not sign like this, or that the holder did not bind to this request.

const VCT = "urn:eudi:pid:1";
const { authority, holder, thief, forge, verify } = await createSdJwtTrial();
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
const withPayload = (jwt: string, payload: unknown): string => {
  const [head, , tail] = jwt.split(".");
  return [head, asDisclosure(payload), tail].join(".");
};

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
      issuerJwt: (jwt) => withPayload(jwt, { vct: VCT, age_equal_or_over: { 18: true } }),
    }),
  ],
  ["an unknown digest algorithm", "digest_algorithm", () => ({ payload: { _sd_alg: "md5" } })],
  ["another type", "sd_jwt_vct", () => ({ payload: { vct: "urn:example:loyalty" } })],
  ["expired", "expired", () => ({ payload: { exp: seconds(days(-1)) } })],
  ["not valid yet", "not_yet_valid", () => ({ payload: { nbf: seconds(days(1)) } })],
  ["an expiry that is text", "sd_jwt_malformed", () => ({ payload: { exp: "tomorrow" } })],
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

test("nothing changed: accepted", () => {
  expect(verify(forge())).toMatchObject({ ok: true, value: { isOver: true, disclosedMore: false } });
});

describe("a forged SD-JWT is refused", () => {
  test.each(cases)("%s: %s", (_name, code, change) => {
    expect(verify(forge(change()))).toEqual(refused(code));
  });

  test("without key binding", () => {
    const presentation = forge();
    expect(verify(presentation.slice(0, presentation.lastIndexOf("~") + 1))).toEqual(
      refused("key_binding_missing"),
    );
  });

  test("with a key binding that belongs to another presentation of the same credential", () => {
    const disclosure = [salt(), ...AGES];
    const [full, bare] = [
      forge({ disclosures: [disclosure] }),
      forge({ disclosures: [disclosure], disclosuresAfter: () => [] }),
    ];
    const mixed = `${full.slice(0, full.lastIndexOf("~") + 1)}${bare.split("~").at(-1)}`;
    expect(verify(mixed)).toEqual(refused("key_binding_hash"));
  });

  test("by an issuer with the same name, or by one that is trusted for something else", async () => {
    const impostor = await (await createAuthority({ name: authority.name })).signer();
    expect(verify(forge({ signer: impostor }))).toEqual(refused("untrusted_issuer"));
    const elsewhere = verify(forge(), { anchors: [authority.anchor("urn:example:loyalty")] });
    expect(elsewhere).toEqual(refused("untrusted_issuer"));
  });

  test("with an expired signer", async () => {
    const expired = await authority.signer({ until: days(-1) });
    expect(verify(forge({ signer: expired }))).toEqual(refused("certificate_expired"));
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
});
