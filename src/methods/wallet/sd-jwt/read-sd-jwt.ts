import type { JsonObject } from "#core/json.ts";
import { fromBase64, fromBase64Url, member, parseJsonObject, utf8 } from "#methods/wallet/bytes.ts";
import { checkSignature, type SignatureRules } from "#methods/wallet/cose/sign1.ts";
import { MAX_PRESENTATION_BYTES } from "#methods/wallet/limits.ts";
import { accept, type Result, refuse } from "#methods/wallet/result.ts";

/** A JWS in compact form (RFC 7515 §7.1) with a JSON payload. */
export type Jws = {
  header: JsonObject;
  payload: JsonObject;
  signature: Uint8Array;
  signingInput: Uint8Array;
};

/** Reads the parts and believes none. `crit` is refused: no extension is known here (RFC 7515 §4.1.11). */
export const readJws = (text: string): Jws | null => {
  const parts = text.split(".");
  const [head = "", body = "", tail = ""] = parts;
  const header = parseJsonObject(fromBase64Url(head));
  const payload = parseJsonObject(fromBase64Url(body));
  const signature = fromBase64Url(tail);
  if (parts.length !== 3 || !header || !payload || !signature) return null;
  if (member(header, "crit") !== undefined || member(header, "b64") !== undefined) return null;
  return { header, payload, signature, signingInput: utf8(`${head}.${body}`) };
};

/** RFC 7515 §4.1.6: the chain in the header, signer first; null if there is none or it cannot be read. */
export const x5cOf = ({ header }: Jws): Uint8Array[] | null => {
  const x5c = member(header, "x5c");
  const texts: unknown[] = Array.isArray(x5c) ? x5c : [];
  const chain = texts.flatMap((text) => (typeof text === "string" ? (fromBase64(text) ?? []) : []));
  return chain.length > 0 && chain.length === texts.length ? chain : null;
};

/** RFC 7515 §5.2. */
export const checkJws = ({ header, signingInput, signature }: Jws, rules: SignatureRules): Result<null> =>
  checkSignature(rules, { alg: member(header, "alg"), data: signingInput, signature });

/** RFC 9901 §4: an SD-JWT with key binding, taken apart. */
export type SdJwtPresentation = {
  issuerJwt: Jws;
  /** As received: their digests are over this text. */
  disclosures: readonly string[];
  keyBinding: Jws;
  /** Everything before the key binding, including the last tilde: sd_hash is over this. */
  hashedPart: string;
};

/**
 * The most parts: issuer's JWT, disclosures and key binding together. Real presentations have fewer than 20.
 */
const MAX_PARTS = 200;

export const readSdJwt = (text: string): Result<SdJwtPresentation> => {
  if (text.length > MAX_PRESENTATION_BYTES) return refuse("too_large");
  const parts = text.split("~");
  if (parts.length < 2 || parts.length > MAX_PARTS) return refuse("sd_jwt_malformed");
  const issuerJwt = readJws(parts[0] ?? "");
  if (!issuerJwt) return refuse("sd_jwt_malformed");
  const last = parts.at(-1) ?? "";
  // RFC 9901 §4: without key binding the text ends with a tilde
  if (last === "") return refuse("key_binding_missing");
  const keyBinding = readJws(last);
  if (!keyBinding) return refuse("sd_jwt_malformed");
  const hashedPart = text.slice(0, text.length - last.length);
  return accept({ issuerJwt, disclosures: parts.slice(1, -1), keyBinding, hashedPart });
};
