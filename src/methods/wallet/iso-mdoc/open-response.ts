import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from "hpke";
import { fromBase64Url } from "../bytes.ts";
import { decodeCbor } from "../cbor/decode.ts";
import { asList, asMap, bytesAt } from "../cbor/read.ts";
import { type JsonObject, member } from "../json.ts";
import { MAX_RESPONSE_BYTES } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { TransactionKey } from "../transaction-key.ts";
import type { SessionTranscript } from "../transcript/handover.ts";

/** ISO/IEC TS 18013-7 Annex C.4: HPKE in base mode (RFC 9180 §5.1.1) with these three. */
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM);

type Sealed = { enc: Uint8Array; cipherText: Uint8Array };

/** Annex C.3: EncryptedResponse = ["dcapi", {enc, cipherText}]. */
const readEncryptedResponse = (data: JsonObject): Sealed | null => {
  const text = member(data, "response");
  const bytes = typeof text === "string" ? fromBase64Url(text) : null;
  const decoded = bytes ? decodeCbor(bytes) : null;
  const parts = decoded?.ok ? asList(decoded.value) : null;
  const sealed = asMap(parts?.[1]);
  const enc = sealed ? bytesAt(sealed, "enc") : null;
  const cipherText = sealed ? bytesAt(sealed, "cipherText") : null;
  if (parts?.length !== 2 || parts[0] !== "dcapi" || !enc || !cipherText) return null;
  return { enc, cipherText };
};

/**
 * Opens the answer. The transcript goes in as HPKE's `info`, so an answer that was sealed for another site or another
 * request does not even open.
 */
export const openIsoMdocResponse = async (
  data: JsonObject,
  key: TransactionKey,
  transcript: SessionTranscript,
): Promise<Result<Uint8Array>> => {
  const text = member(data, "response");
  if (typeof text === "string" && text.length > MAX_RESPONSE_BYTES) return refuse("too_large");
  const sealed = readEncryptedResponse(data);
  if (!sealed) return refuse("response_malformed");
  try {
    const secret = fromBase64Url(key.privateJwk.open().d) ?? new Uint8Array();
    // Extractable, because on Node 20 the public half cannot be had otherwise, and HPKE hashes it.
    const recipient = await suite.DeserializePrivateKey(secret, true);
    return accept(await suite.Open(recipient, sealed.enc, sealed.cipherText, { info: transcript }));
  } catch {
    return refuse("decryption_failed");
  }
};
