import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { decode, Tagged } from "cborg";
import { calculateJwkThumbprint } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { readDcql } from "../../../lab/demo-wallet/wallet/read-request.ts";
import { createWorld, ORIGIN, RESPONSE_URI, TYPES, type World } from "../../../tests/support/wallet/world.ts";
import {
  EU_AGE_VERIFICATION,
  type MdocType,
  MOBILE_DRIVING_LICENCE,
  PID_MDOC,
  PID_SD_JWT,
} from "../src/credential-type.ts";
import { dcqlQuery, euDcqlQuery } from "../src/openid4vp/dcql.ts";
import { deviceRequest, isoMdocRequest } from "../src/openid4vp/iso-mdoc.ts";
import { euLink, signedLink, signedLinkRequest } from "../src/openid4vp/link.ts";
import { signedDcApiRequest, unsignedDcApiRequest } from "../src/openid4vp/request.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const AGES = Array.from({ length: 87 }, (_, index) => index + 13);

// The members of a query whose values are names: a path's parts (OpenID4VP §7), the types of credentials (Annex B).
const HOLDS_NAMES = new Set(["path", "doctype_value", "vct_values", "docType"]);

/**
 * Every name in a request: of members, and of what a query asks for. Other values are hashes, keys and nonces, which can
 * spell any word by chance.
 */
const namesIn = (value: unknown, isName = false): string[] => {
  if (typeof value === "string") return isName ? [value] : [];
  if (value instanceof Uint8Array || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner) => namesIn(inner, isName));
  if (value instanceof Tagged) {
    const inner: unknown =
      value.value instanceof Uint8Array ? decode(value.value, { useMaps: true }) : value.value;
    return namesIn(inner);
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.flatMap(([key, inner]) => [String(key), ...namesIn(inner, HOLDS_NAMES.has(String(key)))]);
};

const jwtPayload = (jwt: string): unknown =>
  JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());

const requestsFor = (minimumAge: number): [string, unknown][] => {
  const { signed, dcApi, isoMdoc, requestSigner } = world;
  const { link } = euLink({
    minimumAge,
    responseUri: RESPONSE_URI,
    nonce: "n",
    state: "s",
    expiresAt: dcApi.expiresAt,
  });
  const { data } = signedDcApiRequest({ ...dcApi, minimumAge }, requestSigner);
  const device = (type: MdocType): unknown => {
    const { deviceRequest } = isoMdocRequest({ ...isoMdoc, minimumAge }, type).data;
    const bytes = new Uint8Array(Buffer.from(deviceRequest, "base64url"));
    return decode(bytes, { useMaps: true, tags: Tagged.preserve(24) });
  };
  return [
    ["EU link", JSON.parse(new URL(link).searchParams.get("dcql_query") ?? "")],
    ["signed link", jwtPayload(signedLinkRequest({ ...signed, minimumAge }, requestSigner, null))],
    ["DC API", unsignedDcApiRequest({ ...dcApi, minimumAge }).data],
    ["DC API, signed", jwtPayload(data.request)],
    ["org-iso-mdoc, proof of age", device(EU_AGE_VERIFICATION)],
    ["org-iso-mdoc, driving licence", device(MOBILE_DRIVING_LICENCE)],
  ];
};

describe("no request asks for anything but ages", () => {
  const FORBIDDEN =
    /birth|portrait|name|document_number|personal|nationalit|address|sex|gender|resident|picture|biometric|age_in_years|age_birth_year/i;
  // Words of the protocols that hold a forbidden one and name no claim.
  const HARMLESS = new Set(["nameSpaces", "client_name"]);

  test.each(AGES)("for %i", (minimumAge) => {
    for (const [name, request] of requestsFor(minimumAge)) {
      const suspicious = namesIn(request).filter((name) => FORBIDDEN.test(name) && !HARMLESS.has(name));
      expect([name, suspicious]).toEqual([name, []]);
    }
  });

  test.each(AGES)(
    "every claim of a query for %i is an age that can prove it, and is not kept",
    (minimumAge) => {
      for (const query of [
        dcqlQuery(TYPES, { minimumAge }),
        ...TYPES.map((type) => euDcqlQuery(type, minimumAge)),
      ]) {
        for (const { format, claims } of query.credentials) {
          expect(claims.length).toBeGreaterThan(0);
          for (const { path, ...claim } of claims) {
            const [where, what] = path;
            expect(path).toHaveLength(2);
            if (format === "mso_mdoc") {
              expect(what).toMatch(/^age_over_\d\d$/);
              expect(claim).toMatchObject({ intent_to_retain: false });
            } else {
              expect(where).toBe("age_equal_or_over");
              expect(what).toMatch(/^\d\d$/);
            }
            expect(Number(what?.slice(-2))).toBeGreaterThanOrEqual(minimumAge);
          }
        }
      }
    },
  );

  test.each(AGES)("every element of a device request for %i is an age, and is not kept", (minimumAge) => {
    const bytes = new Uint8Array(Buffer.from(deviceRequest([PID_MDOC], { minimumAge }), "base64url"));
    const decoded: unknown = decode(bytes, {
      useMaps: true,
      tags: { 24: (content) => decode(asBytes(content()), { useMaps: true }) },
    });
    const elements = new Map(
      [13, minimumAge, 18].filter((age) => age >= minimumAge).map((age) => [`age_over_${age}`, false]),
    );
    const nameSpaces = new Map([[PID_MDOC.nameSpace, elements]]);
    const itemsRequest = new Map<string, unknown>([
      ["docType", PID_MDOC.type],
      ["nameSpaces", nameSpaces],
    ]);
    expect(decoded).toEqual(
      new Map<string, unknown>([
        ["version", "1.0"],
        ["docRequests", [new Map([["itemsRequest", itemsRequest]])]],
      ]),
    );
  });
});

const asBytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

describe("queries", () => {
  test("are what the dcql library understands", () => {
    for (const minimumAge of [16, 18, 21]) {
      for (const query of [dcqlQuery(TYPES, { minimumAge }), dcqlQuery([PID_SD_JWT], { minimumAge })]) {
        expect(() => readDcql(query)).not.toThrow();
      }
    }
  });

  test("want the threshold itself first, then those that suffice", () => {
    expect(dcqlQuery([PID_MDOC], { minimumAge: 16 }).credentials[0]).toEqual({
      id: "pid_mdoc",
      format: "mso_mdoc",
      meta: { doctype_value: "eu.europa.ec.eudi.pid.1" },
      claims: [
        { id: "a16", path: ["eu.europa.ec.eudi.pid.1", "age_over_16"], intent_to_retain: false },
        { id: "a18", path: ["eu.europa.ec.eudi.pid.1", "age_over_18"], intent_to_retain: false },
        { id: "a21", path: ["eu.europa.ec.eudi.pid.1", "age_over_21"], intent_to_retain: false },
      ],
      claim_sets: [["a16"], ["a18"], ["a21"]],
    });
  });

  test("for several thresholds want all, then all but one, then the nearest that decides the minimum age", () => {
    const asked = { minimumAge: 16, thresholds: [13, 16, 18] };
    const [credential] = dcqlQuery([PID_SD_JWT], asked).credentials;
    expect(credential?.claims.map(({ id }) => id)).toEqual(["a13", "a16", "a18", "a21"]);
    const alone = [["a16"], ["a18"], ["a21"]];
    const pairs = [
      ["a16", "a18"],
      ["a13", "a18"],
      ["a13", "a16"],
    ];
    expect(credential?.claim_sets).toEqual([["a13", "a16", "a18"], ...pairs, ...alone]);
    expect(() => readDcql(dcqlQuery(TYPES, asked))).not.toThrow();
  });

  test("never offer an answer that cannot decide the minimum age, and few however many thresholds there are", () => {
    const asked = { minimumAge: 21, thresholds: [13, 15, 16, 18, 21] };
    const sets = dcqlQuery([PID_SD_JWT], asked).credentials[0]?.claim_sets ?? [];
    expect(sets.every((set) => set.includes("a21"))).toBe(true);
    expect(sets.length).toBeLessThanOrEqual(7);
    expect(sets[0]).toHaveLength(5);
  });

  test("want of an mdoc two at most, as ISO/IEC 18013-5 has it: the minimum age and one other, or one alone", () => {
    const asked = { minimumAge: 16, thresholds: [13, 15, 16, 18, 21] };
    const [credential] = dcqlQuery([PID_MDOC], asked).credentials;
    expect(credential?.claim_sets).toEqual([
      ["a16", "a18"],
      ["a16", "a21"],
      ["a15", "a16"],
      ["a13", "a16"],
      ["a16"],
      ["a18"],
      ["a21"],
    ]);
    expect(
      dcqlQuery([PID_MDOC], { minimumAge: 16, thresholds: [16, 18] }).credentials[0]?.claim_sets,
    ).toEqual([["a16", "a18"], ["a16"], ["a18"], ["a21"]]);
  });

  test.each([
    [{ minimumAge: 16, thresholds: [13, 16] }, ["age_over_16", "age_over_18"]],
    [{ minimumAge: 16, thresholds: [13, 15, 16, 18, 21] }, ["age_over_16", "age_over_18"]],
    [{ minimumAge: 18, thresholds: [13, 16, 18, 21, 25] }, ["age_over_18", "age_over_21"]],
    [{ minimumAge: 21, thresholds: [13, 16, 21] }, ["age_over_16", "age_over_21"]],
    [{ minimumAge: 21 }, ["age_over_21"]],
  ])("a device request for %j names two at most", (asked, names) => {
    const bytes = Buffer.from(deviceRequest([PID_MDOC], asked), "base64url").toString("latin1");
    expect(bytes.match(/age_over_\d\d/g)).toEqual(names);
  });

  test("for the EU's app have one credential, plain claims and a string as document type", () => {
    const { link } = world.eu;
    expect(JSON.parse(new URL(link).searchParams.get("dcql_query") ?? "")).toEqual({
      credentials: [
        {
          id: "proof_of_age",
          format: "mso_mdoc",
          meta: { doctype_value: "eu.europa.ec.av.1" },
          claims: [{ id: "a18", path: ["eu.europa.ec.av.1", "age_over_18"], intent_to_retain: false }],
        },
      ],
    });
  });
});

describe("links", () => {
  test("the EU's: by value, unsigned, its own address as client id", () => {
    const { link, expectation } = world.eu;
    expect(link).toMatch(/^av:\/\/\?client_id=redirect_uri%3Ahttps%3A%2F%2Fverify\.example\.com/);
    expect(link).not.toContain("+");
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      client_id: `redirect_uri:${RESPONSE_URI}`,
      response_type: "vp_token",
      response_mode: "direct_post",
      response_uri: RESPONSE_URI,
      nonce: expectation.nonce,
      state: expectation.state,
    });
  });

  test("the signed one: short, by reference, fetched by POST", () => {
    const link = signedLink(world.signed, `${ORIGIN}/openid4vp/request/tx1`);
    expect(link.startsWith("openid4vp://authorize?client_id=x509_hash%3A")).toBe(true);
    expect(link.length).toBeLessThan(250);
    expect(new URL(link).searchParams.get("request_uri_method")).toBe("post");
    expect(signedLink(world.signed, ORIGIN, "haip-vp")).toMatch(/^haip-vp:\/\/authorize\?/);
  });

  test("the signed request: typ, chain, signature, and what the wallet sent comes back", async () => {
    const jwt = signedLinkRequest(world.signed, world.requestSigner, "w-1");
    const [head = "", body = "", tail = ""] = jwt.split(".");
    const header: { typ?: string; alg?: string; kid?: string; x5c?: string[] } = JSON.parse(
      Buffer.from(head, "base64url").toString(),
    );
    expect(header).toMatchObject({ typ: "oauth-authz-req+jwt", alg: "ES256" });
    expect(header.x5c).toHaveLength(1);
    const certificate = new X509Certificate(Buffer.from(header.x5c?.[0] ?? "", "base64"));
    const key = createPublicKey(certificate.publicKey.export({ format: "pem", type: "spki" }));
    // By a library of others: wallets that look the key up find it under this name.
    expect(header.kid).toBe(await calculateJwkThumbprint(certificate.publicKey.export({ format: "jwk" })));
    const signature = Buffer.from(tail, "base64url");
    expect(
      verify("sha256", Buffer.from(`${head}.${body}`), { key, dsaEncoding: "ieee-p1363" }, signature),
    ).toBe(true);
    expect(jwtPayload(jwt)).toMatchObject({
      iss: world.signed.clientId,
      client_id: world.signed.clientId,
      response_mode: "direct_post.jwt",
      response_uri: RESPONSE_URI,
      wallet_nonce: "w-1",
      aud: "https://self-issued.me/v2",
      client_metadata: {
        jwks: { keys: [{ kty: "EC", crv: "P-256", use: "enc", alg: "ECDH-ES", kid: world.signed.key.kid }] },
        encrypted_response_enc_values_supported: ["A256GCM", "A128GCM"],
      },
    });
    expect(jwtPayload(signedLinkRequest(world.signed, world.requestSigner, null))).not.toHaveProperty(
      "wallet_nonce",
    );
  });
});

describe("the Digital Credentials API", () => {
  test("unsigned has no client id, signed names the origins that may use it", () => {
    expect(unsignedDcApiRequest(world.dcApi)).toMatchObject({
      protocol: "openid4vp-v1-unsigned",
      data: { response_mode: "dc_api.jwt", response_type: "vp_token" },
    });
    expect(unsignedDcApiRequest(world.dcApi).data).not.toHaveProperty("client_id");
    const { data } = signedDcApiRequest(world.dcApi, world.requestSigner);
    expect(jwtPayload(data.request)).toMatchObject({
      client_id: world.signed.clientId,
      expected_origins: [ORIGIN],
    });
  });

  test("no request, and nothing that is logged, holds a private key", () => {
    const { d } = world.signed.key.privateJwk.open();
    const everything = JSON.stringify([
      ...requestsFor(18).map(([, request]) => request),
      world.signed,
      isoMdocRequest(world.isoMdoc, EU_AGE_VERIFICATION),
    ]);
    expect(everything).toContain(world.signed.key.kid);
    expect(everything).not.toContain(d);
  });
});
