import type { KeyObject } from "node:crypto";
import { fromBase64Url, utf8 } from "../bytes.ts";
import type { WalletCode } from "../codes.ts";
import type { SignatureAlgorithm } from "../cose/algorithms.ts";
import { fitsKey, isSignedBy } from "../cose/verify-signature.ts";
import { type JsonObject, member, parseJsonObject } from "../json.ts";
import { PASSED, type Result, refuse } from "../result.ts";

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

/** RFC 7515 §5.2 with an allow-list (RFC 8725 §3.1): the header chooses nothing, it only has to fit. */
export const checkJws = (
  jws: Jws,
  options: {
    key: KeyObject;
    algorithms: ReadonlyMap<unknown, SignatureAlgorithm>;
    code: WalletCode;
  },
): Result<null> => {
  const algorithm = options.algorithms.get(member(jws.header, "alg"));
  if (!algorithm || !fitsKey(algorithm, options.key)) return refuse("algorithm_refused");
  const isSigned = isSignedBy(options.key, algorithm, jws.signingInput, jws.signature);
  return isSigned ? PASSED : refuse(options.code);
};
