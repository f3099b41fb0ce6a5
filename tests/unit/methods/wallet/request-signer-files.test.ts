import { expect, test } from "vitest";
import { readRequestSigner } from "#methods/wallet/openid4vp/request-signer.ts";
import { newSelfSigned } from "../../../../lab/demo-wallet/issuer/authority.ts";
import { createAuthority, NOW, pemOf } from "../../../support/wallet/authority.ts";

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
  const own = await newSelfSigned(NOW);
  const key = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  expect(() => readRequestSigner(key, pemOf(own.der))).toThrow(/self-signed/);
});
