import { expect, test } from "vitest";
import {
  KeyUsageFlags,
  KeyUsagesExtension,
  newSelfSigned,
} from "../../../lab/demo-wallet/issuer/authority.ts";
import { createAuthority, days, NOW, pemOf } from "../../../tests/support/wallet/authority.ts";
import { isInTime, readRequestSigner } from "../src/openid4vp/request-signer.ts";

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

test("a certificate that signed itself is refused, as wallets refuse it, whatever it may be used for", async () => {
  const usage = new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true);
  for (const extensions of [[], [usage]]) {
    const own = await newSelfSigned(NOW, "CN=Self", extensions);
    const key = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    expect(() => readRequestSigner(key, pemOf(own.der))).toThrow(/self-signed/);
  }
  // Its own name above it is the same to a wallet.
  const named = await authority.signer({ name: authority.name });
  const key = named.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  expect(() => readRequestSigner(key, pemOf(named.der))).toThrow(/self-signed/);
});

test("each certificate has to be issued by the next one, the root too, although it is left out", async () => {
  const between = await authority.intermediate();
  const below = await between.signer();
  const key = below.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const whole = [below.der, between.der, authority.der];
  expect(readRequestSigner(key, whole.map(pemOf).join("")).chain).toEqual([below.der, between.der]);
  const stranger = await createAuthority({ name: authority.name });
  for (const chain of [
    [below.der, authority.der],
    [below.der, between.der, stranger.der],
    [reader.der, stranger.der],
  ]) {
    const own = chain[0] === reader.der ? keyPem : key;
    expect(() => readRequestSigner(own, chain.map(pemOf).join(""))).toThrow(/issued by the next/);
  }
});

test("a chain signs from when all of it has begun until the first of it ends", async () => {
  const between = await authority.intermediate();
  const below = await between.signer({ from: days(-1), until: days(5) });
  const key = below.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const signer = readRequestSigner(key, pemOf(below.der) + pemOf(between.der));
  expect([-2, 0, 4, 6].map((count) => isInTime(signer, days(count)))).toEqual([false, true, true, false]);
});
