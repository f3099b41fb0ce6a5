import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import fc from "fast-check";
import { CompactSign, calculateJwkThumbprint, createLocalJWKSet, importJWK, type JWK, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import type { TokenClaims } from "#core/claims.ts";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";

const ISSUER = "https://age.example";
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

const jwkOf = (key: KeyObject): JWK => ({ ...key.export({ format: "jwk" }) });
const pairs = {
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  ES384: generateKeyPairSync("ec", { namedCurve: "P-384" }),
  EdDSA: generateKeyPairSync("ed25519"),
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
const privateJwk = (alg: keyof typeof pairs): JWK => jwkOf(pairs[alg].privateKey);
const publicJwk = (alg: keyof typeof pairs): JWK => jwkOf(pairs[alg].publicKey);

const load = (...keys: unknown[]) => loadSigningKeys(JSON.stringify(keys));
const keys = await load({ ...privateJwk("ES256"), kid: "k1" });

const claims: TokenClaims = {
  iss: ISSUER,
  aud: "ten_1",
  sub: "ver_1",
  jti: "tok_1",
  iat: 1_700_000_000,
  exp: 1_700_086_400,
  verified: true,
  over18: true,
  minimum_age: 18,
  method: "document",
};

/** Signs anything with the test's key, as an attacker with that key could: the checks after the signature. */
const forge = async (header: object, payload: unknown): Promise<string> => {
  const key = await importJWK(privateJwk("ES256"), "ES256");
  const bytes = new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload));
  return new CompactSign(bytes)
    .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT", ...header })
    .sign(key, { crit: { x: true } });
};
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("sign and verify", () => {
  for (const alg of ["ES256", "ES384", "EdDSA", "RS256"] as const) {
    it(`round-trip with ${alg}, also for other libraries by the published keys`, async () => {
      const ours = await load(privateJwk(alg));
      const token = await ours.sign(claims);
      expect(await ours.verify(token, { issuer: ISSUER })).toEqual({ ok: true, claims });
      const theirs = await jwtVerify(token, createLocalJWKSet(ours.jwks()), {
        issuer: ISSUER,
        audience: "ten_1",
        typ: "JWT",
        currentDate: new Date(claims.iat * 1000),
      });
      expect(theirs.protectedHeader).toEqual({
        alg,
        typ: "JWT",
        kid: await calculateJwkThumbprint(publicJwk(alg)),
      });
    });
  }

  it("hand expired claims back: the caller judges expiry", async () => {
    const token = await keys.sign({ ...claims, iat: 1, exp: 2 });
    expect(await keys.verify(token, { issuer: ISSUER })).toMatchObject({ ok: true, claims: { exp: 2 } });
  });

  it("keep verified_age, and leave it out when it is not known", async () => {
    const known = await keys.verify(await keys.sign({ ...claims, verified_age: 44 }), { issuer: ISSUER });
    expect(known).toEqual({ ok: true, claims: { ...claims, verified_age: 44 } });
  });
});

describe("verify refuses", () => {
  it("every change of a single character", async () => {
    const token = await keys.sign(claims);
    for (let i = 0; i < token.length; i += 1) {
      for (const other of ["A", "B", "."]) {
        if (token[i] === other) continue;
        const changed = token.slice(0, i) + other + token.slice(i + 1);
        expect((await keys.verify(changed, { issuer: ISSUER })).ok, `${i}`).toBe(false);
      }
    }
    // The last character of a part has bits that decoding ignores: 15 other texts would be the same bytes.
    const ends = [token.indexOf(".") - 1, token.lastIndexOf(".") - 1, token.length - 1];
    for (const end of ends) {
      for (const other of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
        if (token[end] === other) continue;
        const changed = token.slice(0, end) + other + token.slice(end + 1);
        expect((await keys.verify(changed, { issuer: ISSUER })).ok, `${end} ${other}`).toBe(false);
      }
    }
    for (const changed of [`${token}=`, `${token}A`, ` ${token}`, `${token}.`, token.slice(0, -1)]) {
      expect((await keys.verify(changed, { issuer: ISSUER })).ok).toBe(false);
    }
  });

  it("any text, without throwing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.array(fc.base64String(), { minLength: 3, maxLength: 3 }).map((parts) => parts.join(".")),
        ),
        async (text) => {
          expect((await keys.verify(text, { issuer: ISSUER })).ok).toBe(false);
        },
      ),
    );
    expect(await keys.verify("a".repeat(1e6), { issuer: ISSUER })).toEqual({
      ok: false,
      defect: "malformed",
    });
  });

  it("alg none, with and without a signature", async () => {
    for (const alg of ["none", "None", "NONE"]) {
      const head = base64url({ alg, kid: "k1", typ: "JWT" });
      for (const signature of ["", "AAAA"]) {
        const token = `${head}.${base64url(claims)}.${signature}`;
        expect((await keys.verify(token, { issuer: ISSUER })).ok).toBe(false);
      }
    }
  });

  it("HS256 keyed with the public key (RFC 8725 §2.1)", async () => {
    const pem = pairs.ES256.publicKey.export({ format: "pem", type: "spki" });
    for (const secret of [pem, JSON.stringify(publicJwk("ES256")), JSON.stringify(keys.jwks().keys[0])]) {
      const body = `${base64url({ alg: "HS256", kid: "k1", typ: "JWT" })}.${base64url(claims)}`;
      const token = `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
      expect(await keys.verify(token, { issuer: ISSUER })).toEqual({ ok: false, defect: "unknown_key" });
    }
  });

  it("a key that the token brings along (RFC 8725 §3.10)", async () => {
    const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = await importJWK(jwkOf(stranger.privateKey), "ES256");
    const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT", jwk: jwkOf(stranger.publicKey) })
      .sign(key);
    expect(await keys.verify(token, { issuer: ISSUER })).toEqual({ ok: false, defect: "bad_signature" });
  });

  it("headers that are not ours: another type, critical extensions, no kid", async () => {
    for (const header of [{ typ: "at+jwt" }, { typ: undefined }, { crit: ["x"], x: 1 }, { kid: undefined }]) {
      const token = await forge(header, claims);
      expect(await keys.verify(token, { issuer: ISSUER })).toEqual({ ok: false, defect: "malformed" });
    }
    const unknown = await forge({ kid: "k2" }, claims);
    expect(await keys.verify(unknown, { issuer: ISSUER })).toEqual({ ok: false, defect: "unknown_key" });
  });

  it("claims that are not ours, though well signed", async () => {
    const { aud: _, ...withoutAudience } = claims;
    const bad = [
      withoutAudience,
      { ...claims, exp: "2" },
      { ...claims, verified: false },
      { ...claims, aud: ["a"] },
      [],
      null,
      "x",
    ];
    for (const payload of bad) {
      const token = await forge({}, payload);
      expect(await keys.verify(token, { issuer: ISSUER })).toEqual({ ok: false, defect: "bad_claims" });
    }
  });

  it("another issuer", async () => {
    const token = await keys.sign({ ...claims, iss: "https://evil.example" });
    expect(await keys.verify(token, { issuer: ISSUER })).toEqual({ ok: false, defect: "wrong_issuer" });
  });
});

describe("rotation", () => {
  it("signs with the first key and verifies with all, until a key is taken away", async () => {
    const old = { ...privateJwk("ES256"), kid: "old" };
    const fresh = { ...privateJwk("EdDSA"), kid: "new" };
    const before = await load(old);
    const during = await load(fresh, { ...publicJwk("ES256"), kid: "old" });
    const after = await load(fresh);
    const token = await before.sign(claims);
    expect((await during.verify(token, { issuer: ISSUER })).ok).toBe(true);
    expect((await during.verify(await during.sign(claims), { issuer: ISSUER })).ok).toBe(true);
    expect(during.jwks().keys.map((key) => key.kid)).toEqual(["new", "old"]);
    expect(await after.verify(token, { issuer: ISSUER })).toEqual({ ok: false, defect: "unknown_key" });
  });
});

describe("jwks", () => {
  it("shows public members only, with use, alg and kid", async () => {
    const all = await load(
      ...(["ES256", "ES384", "EdDSA", "RS256"] as const).map((alg) => ({ ...privateJwk(alg), alg })),
    );
    for (const key of all.jwks().keys) {
      expect(key).toMatchObject({ use: "sig", alg: expect.any(String), kid: expect.any(String) });
      for (const member of PRIVATE_MEMBERS) expect(key).not.toHaveProperty(member);
    }
  });
});

describe("a token that was good before", () => {
  it("is good again, and only as the same text and for the same issuer", async () => {
    const ours = await load({ ...privateJwk("ES256"), kid: "k1" });
    const token = await ours.sign(claims);
    const check = (text: string, issuer = ISSUER) => ours.verify(text, { issuer });
    expect(await check(token)).toEqual({ ok: true, claims });
    expect(await check(token)).toEqual({ ok: true, claims });
    expect(await check(token, "https://other.example")).toEqual({ ok: false, defect: "wrong_issuer" });

    const [head = "", body = "", signature = ""] = token.split(".");
    const another = await ours.sign({ ...claims, jti: "tok_2", over18: false });
    const [, otherBody = "", otherSignature = ""] = another.split(".");
    expect(await check(`${head}.${otherBody}.${signature}`)).toEqual({ ok: false, defect: "bad_signature" });
    expect(await check(`${head}.${body}.${otherSignature}`)).toEqual({ ok: false, defect: "bad_signature" });
    expect(await check(`${head}.${body}`)).toEqual({ ok: false, defect: "malformed" });
    expect(await check(another)).toMatchObject({ ok: true, claims: { jti: "tok_2", over18: false } });
  });

  it("keeps its claims whatever was done to an answer before", async () => {
    const token = await keys.sign(claims);
    const first = await keys.verify(token, { issuer: ISSUER });
    expect(() => Object.assign(first.ok ? first.claims : {}, { aud: "ten_2" })).toThrow(TypeError);
    expect(await keys.verify(token, { issuer: ISSUER })).toEqual({ ok: true, claims });
  });

  it("was refused, and stays so however often it comes", async () => {
    const forged = await forge({ kid: "k2" }, claims);
    for (let times = 0; times < 2; times += 1)
      expect(await keys.verify(forged, { issuer: ISSUER })).toEqual({ ok: false, defect: "unknown_key" });
  });
});

describe("loadSigningKeys refuses, without repeating the key,", () => {
  const key = privateJwk("ES256");
  const cases: [string, string, RegExp][] = [
    ["what is not JSON", `[${JSON.stringify(key)}`, /not JSON/],
    ["what is no array", JSON.stringify(key), /array/],
    ["no key at all", "[]", /at least one/],
    ["a public first key", JSON.stringify([publicJwk("ES256")]), /\[0\] signs the tokens/],
    [
      "a symmetric key",
      JSON.stringify([{ kty: "oct", k: "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0" }]),
      /\[0\] is not an EC/,
    ],
    [
      "one kid twice",
      JSON.stringify([
        { ...key, kid: "a" },
        { ...privateJwk("EdDSA"), kid: "a" },
      ]),
      /\[1\] repeats the kid "a"/,
    ],
    ["an alg that does not fit", JSON.stringify([{ ...key, alg: "HS256" }]), /\[0\] says alg "HS256"/],
    ["an encryption key", JSON.stringify([{ ...key, use: "enc" }]), /use/],
    ["a key off the curve", JSON.stringify([{ ...key, x: key.y, y: key.x }]), /cannot be imported/],
    [
      "halves of two EC pairs",
      JSON.stringify([{ ...key, d: generateJwk().d }]),
      /cannot be imported|one pair/,
    ],
    [
      "halves of two Ed25519 pairs",
      JSON.stringify([{ ...privateJwk("EdDSA"), x: otherEd25519().x }]),
      /cannot be imported|one pair/,
    ],
    [
      "halves of two RSA pairs",
      JSON.stringify([{ ...privateJwk("RS256"), n: otherRsa().n }]),
      /cannot be imported|one pair/,
    ],
    ["a short RSA key", JSON.stringify([shortRsa()]), /2048/],
  ];
  for (const [name, json, message] of cases) {
    it(name, async () => {
      const error = await loadSigningKeys(json).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ name: "SigningKeyError", message: expect.stringMatching(message) });
      expect(String(error)).not.toContain(String(key.d));
    });
  }
});

function generateJwk(): JWK {
  return jwkOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
}
function shortRsa(): JWK {
  return jwkOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey);
}
function otherEd25519(): JWK {
  return jwkOf(generateKeyPairSync("ed25519").publicKey);
}
function otherRsa(): JWK {
  return jwkOf(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey);
}

describe("while two keys can sign", () => {
  const [fresh, old] = [
    { ...privateJwk("ES256"), kid: "fresh" },
    { ...privateJwk("ES384"), kid: "old" },
  ];

  it("the first signs until the other one is chosen by its thumbprint; both verify and are published all the time", async () => {
    const ours = await load(fresh, old);
    const alone = await load(old);
    const first = await ours.sign(claims);
    expect(ours.signerKid()).toBe("fresh");
    ours.held.writeWith(await calculateJwkThumbprint(old));
    expect(ours.signerKid()).toBe("old");
    expect(await alone.verify(await ours.sign(claims), { issuer: ISSUER })).toMatchObject({ ok: true });
    expect(await ours.verify(first, { issuer: ISSUER })).toMatchObject({ ok: true });
    expect(ours.jwks().keys.map(({ kid }) => kid)).toEqual(["fresh", "old"]);
  });

  it("a key that only verifies is read and cannot be chosen", async () => {
    const ours = await load(fresh, { ...publicJwk("ES384"), kid: "old" });
    expect(ours.held.reads).toHaveLength(2);
    expect(ours.held.writable).toEqual([ours.held.wants]);
    const other = await calculateJwkThumbprint(publicJwk("ES384"));
    expect(ours.held.reads).toContain(other);
    expect(() => ours.held.writeWith(other)).toThrow(RangeError);
  });
});
