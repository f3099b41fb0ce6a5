import { generateKeyPairSync, sign } from "node:crypto";
import { importSPKI, SignJWT } from "jose";
import { expect, test } from "vitest";
import { checkJwt } from "#platform/identity/check-jwt.ts";
import { AddressRefused } from "#platform/webhooks/tenant-http.ts";
import { signingKey } from "../../support/sign-in/scripted-provider.ts";

const key = signingKey("ES256");

const EXPECTED = {
  issuer: "https://id.example.org",
  audience: "client",
  algorithms: ["ES256"],
  now: () => new Date(0),
};

const checkedWith = async (error: Error) => {
  const jwt = await new SignJWT({ sub: "person" }).setProtectedHeader({ alg: "ES256" }).sign(key.privateKey);
  return checkJwt(jwt, () => Promise.reject(error), EXPECTED);
};

test("keys at a refused address are no absence of the provider", async () => {
  await expect(checkedWith(new AddressRefused("private"))).rejects.toThrow(AddressRefused);
  await expect(checkedWith(new Error("no answer"))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("a signature by an RSA key of 1,024 bits has a reason of its own", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "RS256" })}.${part({ sub: "person" })}`;
  const jwt = `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  const published = await importSPKI(String(publicKey.export({ type: "spki", format: "pem" })), "RS256");
  expect(await checkJwt(jwt, async () => published, { ...EXPECTED, algorithms: ["RS256"] })).toEqual({
    fault: "key_weak",
    jwt: null,
  });
});
