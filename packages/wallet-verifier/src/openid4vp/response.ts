import { formFields, isJsonObject, type JsonObject } from "@lintel/age";
import { compactDecrypt, decodeProtectedHeader, importJWK } from "jose";
import { member, parseJsonObject } from "../bytes.ts";
import { MAX_RESPONSE_BYTES } from "../limits.ts";
import { accept, type Result, refuse, tryResult } from "../result.ts";
import type { TransactionKey } from "../transaction-key.ts";
import { RESPONSE_ENCRYPTIONS } from "./request.ts";

const ENCRYPTIONS = new Set<unknown>(RESPONSE_ENCRYPTIONS);

/** The header has to be the one that was requested; it chooses nothing. */
const hasExpectedHeader = (jwe: string, kid: string): boolean => {
  const header = tryResult(() => decodeProtectedHeader(jwe), "encryption_header");
  if (!header.ok) return false;
  const { alg, enc, kid: named } = header.value;
  // OpenID4VP 1.0 §8.3: the key in client_metadata has a kid, so the answer must name it
  return alg === "ECDH-ES" && ENCRYPTIONS.has(enc) && named === kid;
};

/** OpenID4VP 1.0 §8.3: the answer's parameters, from a JWE (RFC 7516 §3.1) that only this transaction's key opens. */
export const decryptResponse = async (
  jwe: unknown,
  key: TransactionKey,
  maxBytes = MAX_RESPONSE_BYTES,
): Promise<Result<JsonObject>> => {
  if (typeof jwe !== "string") return refuse("encryption_missing");
  if (jwe.length > maxBytes) return refuse("too_large");
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

/** Older builds of the EU's app post `vp_token[<id>]=<presentation>` instead of a JSON object. */
const BRACKETED = /^vp_token\[([A-Za-z0-9_-]{1,64})\]$/;

const vpTokenOf = (fields: ReadonlyMap<string, string>): unknown => {
  const text = fields.get("vp_token");
  const bracketed = [...fields].flatMap(([name, value]): [string, string][] => {
    const id = BRACKETED.exec(name)?.[1];
    return id === undefined ? [] : [[id, value]];
  });
  if (text === undefined) return bracketed.length > 0 ? Object.fromEntries(bracketed) : undefined;
  return bracketed.length === 0 ? (parseJsonObject(text) ?? text) : undefined;
};

/** OpenID4VP 1.0 §8.2: the form that a wallet posts to response_uri, as the parameters of an answer. */
export const readForm = (body: Uint8Array): Result<JsonObject> => {
  if (body.length > MAX_RESPONSE_BYTES) return refuse("too_large");
  const fields = formFields(body);
  if (!fields) return refuse("response_malformed");
  return accept({
    vp_token: vpTokenOf(fields),
    state: fields.get("state"),
    response: fields.get("response"),
    error: fields.get("error"),
  });
};

/**
 * OpenID4VP 1.0 §8.1: vp_token maps the query's ids to arrays of presentations. One was requested (`multiple`
 * is not set), so exactly one has to come. Older EU apps omit the array.
 */
export const readVpToken = <T extends { id: string }>(
  parameters: JsonObject,
  types: readonly T[],
): Result<{ type: T; presentation: string }> => {
  const vpToken = member(parameters, "vp_token");
  const [entry, ...others] = isJsonObject(vpToken) ? Object.entries(vpToken) : [];
  if (!entry || others.length > 0) return refuse("vp_token_malformed");
  const [id, value] = entry;
  const type = types.find((candidate) => candidate.id === id);
  const presentations: unknown[] = Array.isArray(value) ? value : [value];
  const [presentation] = presentations;
  if (!type || presentations.length !== 1 || typeof presentation !== "string") {
    return refuse("vp_token_malformed");
  }
  return accept({ type, presentation });
};
