import { createPrivateKey, createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkDeviceMac } from "../../../tests/support/wallet/check-device-mac.ts";
import annexD from "../../../tests/vectors/iso-18013-5-annex-d.json" with { type: "json" };
import published from "../../../tests/vectors/openid4vp-and-sd-jwt.json" with { type: "json" };
import { asEmbedded, decodeCbor } from "../src/cbor/decode.ts";
import { deviceKeyFrom } from "../src/cose/keys.ts";
import { deviceSignedOf } from "../src/mdoc/device-auth.ts";
import { checkIssuerAuth, checkItems, readMso } from "../src/mdoc/issuer-auth.ts";
import { readDeviceResponse } from "../src/mdoc/read-device-response.ts";
import { dcApiTranscript, redirectTranscript } from "../src/mdoc/transcript.ts";
import { verifyDocuments } from "../src/mdoc/verify-document.ts";
import { decryptResponse } from "../src/openid4vp/response.ts";
import type { Result } from "../src/result.ts";
import { type SdJwtContext, verifySdJwt } from "../src/sd-jwt/verify-sd-jwt.ts";
import { jwkThumbprint, transactionKeyFrom } from "../src/transaction-key.ts";
import { anchorFrom } from "../src/trust/read-pem.ts";
import { readCertificate } from "../src/x509/certificate.ts";

// What others published, with the parameters that they published: none of it was made by this project.

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (data: Uint8Array): string => Buffer.from(data).toString("hex");

const ecKey = (jwk: { x: string; y: string; d?: string }) => ({
  kty: "EC" as const,
  crv: "P-256" as const,
  x: jwk.x,
  y: jwk.y,
});

describe("OpenID4VP 1.0 §B.2.6", () => {
  const { encryptionJwk, jwkThumbprintHex, nonce, redirect, dcApi } = published.openid4vp.B_2_6;
  const thumbprint = jwkThumbprint(ecKey(encryptionJwk));

  test("the thumbprint of the encryption key", () => {
    expect(hex(thumbprint)).toBe(jwkThumbprintHex);
  });

  test("the transcript of a redirect", () => {
    const { clientId, responseUri, sessionTranscriptHex } = redirect;
    expect(hex(redirectTranscript({ clientId, nonce, thumbprint, responseUri }))).toBe(sessionTranscriptHex);
  });

  test("the transcript of the Digital Credentials API", () => {
    const { origin, sessionTranscriptHex } = dcApi;
    expect(hex(dcApiTranscript({ origin, nonce, thumbprint }))).toBe(sessionTranscriptHex);
  });

  test("another nonce, another transcript", () => {
    const other = dcApiTranscript({ origin: dcApi.origin, nonce: `${nonce}x`, thumbprint });
    expect(hex(other)).not.toBe(dcApi.sessionTranscriptHex);
  });
});

describe("OpenID4VP 1.0 §8.3: the encrypted answer", () => {
  const { jwe, privateJwk } = published.openid4vp["8_3"];
  const key = transactionKeyFrom({ ...ecKey(privateJwk), d: privateJwk.d });

  test("opens with the published key", async () => {
    const opened = await decryptResponse(jwe, { ...key, kid: "ac" });
    expect(opened).toMatchObject({
      ok: true,
      value: { vp_token: { example_credential_id: [expect.any(String)] } },
    });
  });

  test("is refused under another key id", async () => {
    expect(await decryptResponse(jwe, key)).toEqual({ ok: false, code: "encryption_header" });
  });

  test("is refused when one character of its ciphertext is another", async () => {
    const at = jwe.lastIndexOf(".") - 10;
    const changed = `${jwe.slice(0, at)}${jwe[at] === "A" ? "B" : "A"}${jwe.slice(at + 1)}`;
    expect(await decryptResponse(changed, { ...key, kid: "ac" })).toEqual({
      ok: false,
      code: "decryption_failed",
    });
  });
});

describe.each([
  ["OpenID4VP 1.0, the SD-JWT VC example", published.openid4vp.sdJwtVcExample],
  ["RFC 9901 §A.3, a PID with age_equal_or_over", published.rfc9901_A3],
])("%s", (_name, vector) => {
  const issuer = createPublicKey({ format: "jwk", key: vector.issuerJwk });
  const der = readCertificate(bytes(annexD.ISO_18013_5_ANNEX_D_DS_CERT));
  if (!der.ok) throw new Error("the published certificate cannot be read");
  // The examples have no certificates: their key is taken as given, as the specifications do.
  const anchor = anchorFrom(der.value, { credentialType: vector.vct, source: "test" });
  const context: SdJwtContext = {
    vct: vector.vct,
    nonce: vector.nonce,
    audience: vector.aud,
    now: new Date(vector.nowUnix * 1000),
    findKey: () => ({ ok: true, value: { key: issuer, anchor } }),
  };
  const { presentation } = vector;

  test("verifies", () => {
    expect(verifySdJwt(presentation, context)).toMatchObject({
      ok: true,
      value: { claims: { vct: vector.vct } },
    });
  });

  test.each([
    ["nonce", { nonce: "1234567891" }, "key_binding_nonce"],
    ["audience", { audience: "https://verifier.example.com" }, "key_binding_audience"],
    ["type", { vct: "urn:eudi:pid:2" }, "sd_jwt_vct"],
    ["time: an hour later", { now: new Date((vector.nowUnix + 3600) * 1000) }, "key_binding_time"],
    ["time: long before", { now: new Date((vector.nowUnix - 3600) * 1000) }, "key_binding_time"],
    ["time: after the credential's end", { now: new Date(1_900_000_000_000) }, "expired"],
  ])("is refused for another %s", (_what, change, code) => {
    expect(verifySdJwt(presentation, { ...context, ...change })).toEqual({ ok: false, code });
  });

  test("is refused without its last disclosure, or with it twice", () => {
    const parts = presentation.split("~");
    const dropped = [...parts.slice(0, -2), parts.at(-1)].join("~");
    const doubled = [...parts.slice(0, -1), parts.at(-2), parts.at(-1)].join("~");
    expect(verifySdJwt(dropped, context)).toEqual({ ok: false, code: "key_binding_hash" });
    expect(verifySdJwt(doubled, context)).toEqual({ ok: false, code: "sd_jwt_disclosure" });
  });
});

test("RFC 9901 §A.3 discloses that the person is over 18, and a flipped value is refused", () => {
  const vector = published.rfc9901_A3;
  const der = readCertificate(bytes(annexD.ISO_18013_5_ANNEX_D_DS_CERT));
  if (!der.ok) throw new Error("the published certificate cannot be read");
  const anchor = anchorFrom(der.value, { credentialType: vector.vct, source: "test" });
  const key = createPublicKey({ format: "jwk", key: vector.issuerJwk });
  const context: SdJwtContext = {
    vct: vector.vct,
    nonce: vector.nonce,
    audience: vector.aud,
    now: new Date(vector.nowUnix * 1000),
    findKey: () => ({ ok: true, value: { key, anchor } }),
  };
  const verified = verifySdJwt(vector.presentation, context);
  expect(verified).toMatchObject({ ok: true, value: { claims: { age_equal_or_over: { 18: true } } } });
  const over = '["OBKlTVlvLg-AdwqYGbP8ZA", "18", true]';
  const flipped = vector.presentation.replace(
    Buffer.from(over).toString("base64url"),
    Buffer.from(over.replace("true", "false")).toString("base64url"),
  );
  expect(flipped).not.toBe(vector.presentation);
  expect(verifySdJwt(flipped, context)).toEqual({ ok: false, code: "sd_jwt_disclosure" });
});

const accepted = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.code);
  return result.value;
};

describe("ISO/IEC 18013-5 Annex D", () => {
  const der = readCertificate(bytes(annexD.ISO_18013_5_ANNEX_D_DS_CERT));
  if (!der.ok) throw new Error("the published certificate cannot be read");
  const anchor = anchorFrom(der.value, { credentialType: "org.iso.18013.5.1.mDL", source: "test" });
  const wrapped = decodeCbor(bytes(annexD.ISO_18013_5_ANNEX_D_SESSION_TRANSCRIPT_BYTES));
  const transcript = wrapped.ok ? asEmbedded(wrapped.value)?.content : undefined;
  if (!transcript) throw new Error("the published transcript cannot be read");
  const coordinate = (value: string) => Buffer.from(value, "hex").toString("base64url");
  const readerKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: coordinate(annexD.ISO_18013_5_ANNEX_D_EPHEMERAL_READER_KEY_X),
      y: coordinate(annexD.ISO_18013_5_ANNEX_D_EPHEMERAL_READER_KEY_Y),
      d: coordinate(annexD.ISO_18013_5_ANNEX_D_EPHEMERAL_READER_KEY_D),
    },
  });
  const response = bytes(annexD.ISO_18013_5_ANNEX_D_DEVICE_RESPONSE);
  const docType = "org.iso.18013.5.1.mDL";
  const now = new Date(annexD.nowUnix * 1000);
  const context = { docTypes: [docType], transcript, anchors: [anchor], now };

  /** What `verifyDocuments` does, with the MAC of a reader in proximity in place of the signature. */
  const verifyInProximity = (session: typeof transcript) => {
    const claimed = accepted(readDeviceResponse(response, { docTypes: [docType], maxDocuments: 1 }))[0];
    if (!claimed) throw new Error("the published response holds no document");
    const { document } = claimed;
    const { payload } = accepted(
      checkIssuerAuth(document, { credentialType: docType, anchors: [anchor], now }),
    );
    const mso = accepted(readMso(payload));
    const elements = accepted(checkItems(document, mso));
    const deviceKey = accepted(deviceKeyFrom(mso.deviceKey));
    const deviceSigned = deviceSignedOf(document);
    if (!deviceSigned) throw new Error("the published document is not signed by its device");
    const bound = checkDeviceMac(deviceSigned, { readerKey, deviceKey, transcript: session, docType });
    return { elements, bound };
  };

  test("the response verifies, device MAC included", () => {
    const { elements, bound } = verifyInProximity(transcript);
    expect(bound.ok).toBe(true);
    const names = [...(elements.get("org.iso.18013.5.1") ?? new Map()).keys()];
    expect(names).toContain("family_name");
    expect(names).toHaveLength(6);
  });

  test("is refused in another session", () => {
    const { bound } = verifyInProximity(transcript.with(-1, 0));
    expect(bound).toEqual({ ok: false, code: "device_mac" });
  });

  test.each([
    ["in 2026", { now: new Date("2026-01-01T00:00:00Z") }, "certificate_expired"],
    ["before it was issued", { now: new Date("2020-09-01T00:00:00Z") }, "certificate_expired"],
    ["when another type was asked for", { docTypes: ["eu.europa.ec.av.1"] }, "doctype_mismatch"],
    ["when nobody is trusted", { anchors: [] }, "untrusted_issuer"],
    [
      "when its issuer is trusted for another type",
      { anchors: [{ ...anchor, credentialType: "x" }] },
      "untrusted_issuer",
    ],
    [
      "when its signer should have another usage",
      { anchors: [{ ...anchor, ekus: ["1.2.3"] }] },
      "certificate_usage",
    ],
  ])("is refused %s", (_when, change, code) => {
    expect(verifyDocuments(response, { ...context, ...change })).toEqual({ ok: false, code });
  });

  test("is refused online, where no MAC can be checked", () => {
    expect(verifyDocuments(response, context)).toEqual({ ok: false, code: "device_mac_refused" });
  });
});
