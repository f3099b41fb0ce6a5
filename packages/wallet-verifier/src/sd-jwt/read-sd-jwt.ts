import { type Jws, readJws } from "../jws.ts";
import { MAX_PRESENTATION_BYTES } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";

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
