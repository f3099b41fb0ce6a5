import { createHmac, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, type JWK, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { createBearerVerifier } from "#platform/identity/bearer-verifier.ts";
import { createDiscovery } from "#platform/identity/discovery.ts";
import { consoleCall } from "../support/console-call.ts";
import { consoleForFile, knownPerson, startIdentity } from "../support/identity.ts";

const service = consoleForFile();

const refused = { httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("bearers that are not ours", () => {
  const callWith = async (bearer: string) => {
    const { deps } = service.get();
    await knownPerson({ deps }, "ada");
    return consoleCall(deps, "session.me", undefined, { bearer });
  };

  test("for another audience", async () => {
    expect(
      await callWith(await service.get().identity.bearer("ada", { audience: "urn:other" })),
    ).toMatchObject(refused);
  });

  test("of another issuer, with the same person and audience", async () => {
    const other = await startIdentity();
    expect(await callWith(await other.bearer("ada"))).toMatchObject(refused);
    await other.stop();
  });

  test("with a part changed", async () => {
    const [head, body = "", signature] = (await service.get().identity.bearer("ada")).split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const forged = [head, encode({ ...claims, sub: "ben" }), signature].join(".");
    expect(await callWith(forged)).toMatchObject(refused);
  });

  test("with no signature (RFC 8725 §2.1: alg none)", async () => {
    const body = (await service.get().identity.bearer("ada")).split(".")[1];
    expect(await callWith(`${encode({ alg: "none" })}.${body}.`)).toMatchObject(refused);
  });

  test("signed with the public key as if it were a secret (RFC 8725 §2.1)", async () => {
    const { identity } = service.get();
    const body = (await identity.bearer("ada")).split(".")[1];
    const jwks = await (await fetch(`${identity.issuer}/jwks`)).text();
    const signed = `${encode({ alg: "HS256", typ: "at+jwt" })}.${body}`;
    const signature = createHmac("sha256", jwks).update(signed).digest("base64url");
    expect(await callWith(`${signed}.${signature}`)).toMatchObject(refused);
  });

  test.each([["a text"], ["a.b.c"], ["x".repeat(9_000)], ["null"]])("%.20s", async (bearer) => {
    expect(await callWith(bearer.replaceAll(" ", ""))).toMatchObject(refused);
  });

  test("a tenant's API key", async () => {
    const { liveKey } = await service.get().tenant();
    expect(await callWith(liveKey)).toMatchObject(refused);
  });
});

test("while the provider is away nobody is called unauthenticated", async () => {
  const { deps, identity } = service.get();
  const other = await startIdentity();
  const bearer = await other.bearer("ada");
  await other.stop();
  const verify = createBearerVerifier({
    discover: createDiscovery({ issuer: other.issuer, fetch, now: deps.now }),
    audience: "urn:lintel:console",
    fetch,
    now: deps.now,
  });
  await expect(verify(bearer)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(identity.issuer).not.toBe(other.issuer);
});

test("keys can be rotated: a bearer with a new key is taken, one with a key that was withdrawn is not", async () => {
  const newKey = (kid: string) => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return { kid, privateKey, publicKey };
  };
  const [old, fresh] = [newKey("old"), newKey("fresh")];
  let published: JWK[] = [];
  const publish = async (keys: (typeof old)[]) => {
    published = await Promise.all(
      keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg: "ES256" })),
    );
  };
  await publish([old]);
  const server = createServer((_request, response) => response.end(JSON.stringify({ keys: published })));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const verifier = () =>
    createBearerVerifier({
      discover: async () => ({ issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token` }),
      audience: "console",
      fetch,
      now: () => new Date(),
      cooldownMs: 0,
    });
  const bearer = ({ kid, privateKey }: typeof old) =>
    new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid })
      .setIssuer(issuer)
      .setAudience("console")
      .setSubject("ada")
      .setIssuedAt()
      .setExpirationTime("5 min")
      .sign(privateKey);
  const verify = verifier();
  expect(await verify(await bearer(old))).toMatchObject({ subject: "ada" });
  expect(await verify(await bearer(fresh))).toBeNull();
  await publish([fresh, old]);
  expect(await verify(await bearer(fresh))).toMatchObject({ subject: "ada" });
  await publish([fresh]);
  expect(await verifier()(await bearer(old))).toBeNull();
  server.close();
});
