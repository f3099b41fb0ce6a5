import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { checkJwt } from "#platform/identity/check-jwt.ts";
import { AddressRefused } from "#platform/webhooks/tenant-http.ts";
import { signingKey } from "../../support/sign-in/scripted-provider.ts";

const key = signingKey("ES256");

const checkedWith = async (error: Error) => {
  const jwt = await new SignJWT({ sub: "person" }).setProtectedHeader({ alg: "ES256" }).sign(key.privateKey);
  const expected = {
    issuer: "https://id.example.org",
    audience: "client",
    algorithms: ["ES256"],
    now: () => new Date(0),
  };
  return checkJwt(jwt, () => Promise.reject(error), expected);
};

test("keys at a refused address are no absence of the provider", async () => {
  await expect(checkedWith(new AddressRefused("private"))).rejects.toThrow(AddressRefused);
  await expect(checkedWith(new Error("no answer"))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
