import type { JsonObject } from "@lintel/age";
import { fromBase64, fromBase64Url, member, parseJsonObject, utf8 } from "./bytes.ts";
import { checkSignature, type SignatureRules } from "./cose/sign1.ts";
import type { Result } from "./result.ts";

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
