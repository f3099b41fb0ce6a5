import { expect, test } from "vitest";
import { readRequestSigner } from "#methods/wallet/read-request-signer.ts";
import { createAuthority } from "../../../support/wallet/authority.ts";
import { pemOf } from "../../../support/wallet/pem.ts";

const authority = await createAuthority({ name: "CN=Reader CA" });
const reader = await authority.signer({ eku: "1.0.18013.5.1.6" });
const keyPem = reader.privateKey.export({ format: "pem", type: "pkcs8" }).toString();

test("a key with its chain signs requests, and the root is left out", () => {
  const signer = readRequestSigner(keyPem, pemOf(reader.der) + pemOf(authority.der));
  expect(signer.chain).toEqual([reader.der]);
});

test("a chain without a certificate, or another key's, is refused", async () => {
  const other = await authority.signer();
  expect(() => readRequestSigner(keyPem, "")).toThrow(/no certificate/);
  expect(() => readRequestSigner(keyPem, pemOf(other.der))).toThrow(/not the key's/);
});

test("a certificate that signed itself is refused, as wallets refuse it", async () => {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const x509 = await import("@peculiar/x509");
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Self",
    keys,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
  });
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`;
  expect(() => readRequestSigner(key, own.toString("pem"))).toThrow(/self-signed/);
});
