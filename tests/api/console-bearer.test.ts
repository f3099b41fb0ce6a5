import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createOidcProvider } from "#platform/identity/oidc-provider.ts";
import { consoleCall } from "../support/console/call.ts";
import { AUDIENCE, CLIENT, consoleForFile, knownPerson, startIdentity } from "../support/sign-in/identity.ts";
import { signingKey, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";
import { createService } from "../support/world/service.ts";

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
  const provider = await startScriptedProvider();
  const away = await createService({ env: provider.env });
  const bearer = await provider.bearer();
  await provider.stop();
  await expect(away.deps.identity?.verify(bearer)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await away.close();
});

test("keys can be rotated: a bearer with a new key is taken, one with a key that was withdrawn is not", async () => {
  const seed = randomBytes(32);
  const provider = await startScriptedProvider();
  let aheadMs = 0;
  const verifier = () =>
    createOidcProvider({
      kind: "oidc",
      issuer: provider.issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      audience: AUDIENCE,
      clientIds: [],
      bearerSeeds: () => [seed],
      publicUrl: "https://age.test",
      fetch,
      now: () => new Date(Date.now() + aheadMs),
    });
  const [old, fresh] = [signingKey("ES256"), signingKey("ES256")];
  const bearerOf = async (key: typeof old) => {
    provider.script.key = key;
    return provider.bearer();
  };
  const [first, second] = [await bearerOf(old), await bearerOf(fresh)];
  provider.script.keys = [fresh];
  expect(await verifier().verify(first)).toBeNull();
  expect(await verifier().verify(second)).toMatchObject({ subject: "ada" });
  provider.script.keys = [fresh, old];
  expect(await verifier().verify(first)).toMatchObject({ subject: "ada" });
  aheadMs = 0;
  await provider.stop();
});
