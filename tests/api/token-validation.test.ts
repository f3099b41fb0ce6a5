import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { service as contracts } from "#contracts/public/endpoints.ts";
import { purge } from "#data/service/retention.ts";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";
import { approvedToken, start, statusOf, validate } from "../support/http/actions.ts";
import { callWith, promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newToken = async (body?: Record<string, unknown>) => {
  clock.set("2026-03-01T12:00:00Z");
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key } = await tenant({ plan: "scale" });
  return { call, deps, id, key, ...(await approvedToken(call, key, body)) };
};

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const decoded = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString());

const invalid = (reason: string) => ({ valid: false, over18: false, reason });

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const keyRing = (...keys: ReturnType<typeof newKey>[]) =>
  loadSigningKeys(JSON.stringify(keys.map((key) => key.export({ format: "jwk" }))));

describe("POST /tokens/validate", () => {
  test("confirms a token with all that is known of it", async () => {
    const { call, key, token, verificationId } = await newToken();
    expect(await validate(call, key, token)).toEqual({
      valid: true,
      over18: true,
      verificationId,
      verifiedAge: 30,
      minimumAge: 18,
      expiresAt: "2026-03-02T12:00:00.000Z",
    });
  });

  test("claims hold what is promised and nothing of the person", async () => {
    const { id, token, verificationId } = await newToken({ dateOfBirth: "1990-04-01" });
    const [header, claims] = token.split(".").slice(0, 2).map(decoded);
    expect(header).toEqual({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(claims).toEqual({
      iss: BASE_URL,
      aud: id,
      sub: verificationId,
      jti: expect.stringMatching(/^tok_/),
      iat: clock.now().getTime() / 1000,
      exp: clock.now().getTime() / 1000 + 86_400,
      verified: true,
      over18: true,
      minimum_age: 18,
      verified_age: 35,
      method: "tenant",
    });
  });

  test("says over 18 only where that is proven", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const over18 = async (minimumAge: number, evidence: object) => {
      const { verificationId } = await start(call, key, { minimumAge });
      const answer = await call("POST", "/verify/complete", { key, body: { verificationId, ...evidence } });
      const report = await validate(call, key, String(answer.body.token));
      return report.valid && report.over18;
    };
    expect(await over18(16, { verifiedAge: 17 })).toBe(false);
    expect(await over18(16, { verifiedAge: 18 })).toBe(true);
    expect(await over18(16, { result: "approved" })).toBe(false);
    expect(await over18(18, { result: "approved" })).toBe(true);
    expect(await over18(21, { result: "approved" })).toBe(true);
  });

  test("an expired token is TOKEN_EXPIRED from its last second on", async () => {
    const { call, key, token } = await newToken();
    clock.advance({ hours: 24, ms: -1 });
    expect(await validate(call, key, token)).toMatchObject({ valid: true });
    clock.advance({ ms: 1 });
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_EXPIRED"));
  });

  test("an expired token is TOKEN_EXPIRED also when its row is gone; one of an erased verification stays unknown", async () => {
    const { call, deps, key, token, verificationId } = await newToken();
    clock.set("2026-03-03T12:00:01Z");
    const dayAgo = new Date("2026-03-02T12:00:01Z");
    expect(await purge("token")(deps.db.orm, dayAgo, 10_000)).toBeGreaterThan(0);
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_EXPIRED"));
    const erased = await call("POST", "/verify/redact", { key, body: { verificationId } });
    expect(erased.status, erased.text).toBe(200);
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_NOT_FOUND"));
  });

  test("a row that is gone before its time makes nothing valid", async () => {
    const { call, deps, key, token, verificationId } = await newToken();
    await deps.db.orm.token.deleteMany({ where: { verificationId } });
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_NOT_FOUND"));
  });

  test("a revoked token is TOKEN_INVALID, an expired and revoked one TOKEN_EXPIRED", async () => {
    const { call, deps, key, token, verificationId } = await newToken();
    await deps.db.orm.token.update({ where: { verificationId }, data: { revokedAt: clock.now() } });
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_INVALID"));
    clock.advance({ hours: 24 });
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_EXPIRED"));
  });

  test("the checks go from signature to audience to knowledge to expiry: the first that fails is told", async () => {
    const { call, deps, key, token, verificationId } = await newToken();
    const stranger = (await service.get().tenant()).liveKey;
    clock.advance({ hours: 24 });
    await deps.db.orm.token.delete({ where: { verificationId } });
    expect(await validate(call, key, `${token}x`)).toEqual(invalid("TOKEN_INVALID"));
    expect(await validate(call, stranger, token)).toEqual(invalid("TENANT_MISMATCH"));
    expect(await validate(call, key, token)).toEqual(invalid("TOKEN_NOT_FOUND"));
    expect((await statusOf(call, key, verificationId)).status).toBe("completed");
  });

  test("a forged token is TOKEN_INVALID, however it is forged", async () => {
    const { call, deps, id, key, token } = await newToken();
    const [header = "", payload = "", signature = ""] = token.split(".");
    const claims = { ...decoded(payload), over18: true, verified_age: 99 };
    const [publicJwk] = deps.signingKeys.jwks().keys;
    const { kid } = publicJwk ?? {};
    const hmac = (alg: string, secret: string): string => {
      const signed = `${base64({ alg, typ: "JWT", kid })}.${base64(claims)}`;
      return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
    };
    const foreign = newKey();
    const signedBy = (issuer: string, withKid: string | undefined) =>
      new SignJWT({ ...claims, iss: issuer, aud: id, jti: `tok_${randomUUID()}` })
        .setProtectedHeader({ alg: "ES256", typ: "JWT", ...(withKid ? { kid: withKid } : {}) })
        .sign(foreign);
    const forged = [
      `${header}.${base64(claims)}.${signature}`,
      `${base64({ alg: "none", typ: "JWT", kid })}.${base64(claims)}.`,
      `${base64({ alg: "none", typ: "JWT", kid })}.${base64(claims)}`,
      `${base64({ alg: "None", typ: "JWT", kid })}.${payload}.${signature}`,
      hmac("HS256", JSON.stringify(publicJwk)),
      hmac("HS256", String(publicJwk?.x)),
      hmac("ES256", String(publicJwk?.x)),
      await signedBy(BASE_URL, kid),
      await signedBy(BASE_URL, undefined),
      await signedBy("https://elsewhere.example", "another"),
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${token}.${signature}`,
      ` ${token}`,
      `${token}\n`,
      `Bearer ${token}`,
      token.toLowerCase(),
      `${header}.${payload}.${"A".repeat(86)}`,
      "",
      ".",
      "..",
      "not a token",
      "🙂.🙂.🙂",
      "x".repeat(60_000),
    ];
    for (const text of forged) expect(await validate(call, key, text)).toEqual(invalid("TOKEN_INVALID"));
  });
});

test("signing keys rotate: the new one signs, the old one verifies until it is dropped, and JWKS lists both", async () => {
  const { deps, tenant } = service.get();
  const { liveKey: key } = await tenant();
  const [old, fresh] = [newKey(), newKey()];
  const before = callWith(deps, { signingKeys: await keyRing(old) });
  const during = callWith(deps, { signingKeys: await keyRing(fresh, old) });
  const after = callWith(deps, { signingKeys: await keyRing(fresh) });
  const [first, second] = [await approvedToken(before, key), await approvedToken(during, key)];
  expect(await validate(during, key, first.token)).toMatchObject({ valid: true });
  expect(await validate(after, key, second.token)).toMatchObject({ valid: true });
  expect(await validate(after, key, first.token)).toEqual(invalid("TOKEN_INVALID"));
  const { keys } = contracts.jwks.response.parse((await during("GET", "/.well-known/jwks.json")).body);
  expect(keys).toHaveLength(2);
  for (const jwk of keys) expect(Object.keys(jwk)).not.toContain("d");
});
