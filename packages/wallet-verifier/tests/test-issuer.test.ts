import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import issuer from "../../../lab/demo-wallet/test-issuer-key.json" with { type: "json" };
import { TEST_ISSUER_PEM } from "../src/trust/test-anchors.ts";

const trusted = new X509Certificate(TEST_ISSUER_PEM);

test("the test issuer that the service knows is the one that the demo wallet's attestations come from", () => {
  expect(trusted.raw.toString("base64")).toBe(issuer.certificate);
  const publicKey = createPublicKey(createPrivateKey({ format: "jwk", key: issuer.privateJwk }));
  expect(trusted.publicKey.export({ format: "jwk" })).toEqual(publicKey.export({ format: "jwk" }));
});

test("whoever comes across the test issuer's key or certificate is told that it is worthless", () => {
  expect(trusted.subject).toMatch(/public key.*proves nothing/);
  expect(issuer.WARNING.join(" ")).toMatch(/PUBLIC AND WORTHLESS/);
});

test("the test issuer signs signers and nothing below them, until 2036", () => {
  expect(trusted.ca).toBe(true);
  expect(trusted.verify(trusted.publicKey)).toBe(true);
  expect(new Date(trusted.validTo).getUTCFullYear()).toBe(2036);
});
