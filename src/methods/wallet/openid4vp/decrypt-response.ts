import { compactDecrypt, decodeProtectedHeader, importJWK } from "jose";
import { type JsonObject, parseJsonObject } from "../json.ts";
import { MAX_RESPONSE_BYTES } from "../limits.ts";
import { accept, attempt, type Result, refuse } from "../result.ts";
import type { TransactionKey } from "../transaction-key.ts";
import { RESPONSE_ENCRYPTIONS } from "./client-metadata.ts";

const ENCRYPTIONS = new Set<unknown>(RESPONSE_ENCRYPTIONS);

/** The header has to be the one that the request asked for; it chooses nothing. */
const hasExpectedHeader = (jwe: string, kid: string): boolean => {
  const header = attempt(() => decodeProtectedHeader(jwe), "encryption_header");
  if (!header.ok) return false;
  const { alg, enc, kid: named } = header.value;
  // OpenID4VP 1.0 §8.3: the key in client_metadata has a kid, so the answer must name it
  return alg === "ECDH-ES" && ENCRYPTIONS.has(enc) && named === kid;
};

/** OpenID4VP 1.0 §8.3: the answer's parameters, from a JWE (RFC 7516 §3.1) that only this transaction's key opens. */
export const decryptResponse = async (jwe: string, key: TransactionKey): Promise<Result<JsonObject>> => {
  if (jwe.length > MAX_RESPONSE_BYTES) return refuse("too_large");
  if (jwe.split(".").length !== 5) return refuse("encryption_missing");
  if (!hasExpectedHeader(jwe, key.kid)) return refuse("encryption_header");
  try {
    const privateKey = await importJWK({ ...key.privateJwk.open() }, "ECDH-ES");
    const { plaintext } = await compactDecrypt(jwe, privateKey, {
      keyManagementAlgorithms: ["ECDH-ES"],
      contentEncryptionAlgorithms: [...RESPONSE_ENCRYPTIONS],
    });
    const parameters = parseJsonObject(plaintext);
    return parameters ? accept(parameters) : refuse("response_malformed");
  } catch {
    return refuse("decryption_failed");
  }
};
