import { decodeCbor } from "../cbor/decode.ts";
import { asBytes, asList, asMap, type CborMap } from "../cbor/read.ts";
import { accept, type Result, refuse } from "../result.ts";

/** COSE_Sign1 (RFC 9052 §4.2) or COSE_Mac0 (§6.2): both are headers, a payload and one tag. */
export type CoseMessage = {
  /** The protected header as it came: it is signed in this form. */
  protectedBytes: Uint8Array;
  protectedHeader: CborMap;
  unprotectedHeader: CborMap;
  /** null when it is detached. */
  payload: Uint8Array | null;
  /** The signature or the MAC. */
  tag: Uint8Array;
};

/** RFC 9052 §3.1. */
const ALG = 1;
const CRIT = 2;

const readProtected = (bytes: Uint8Array): CborMap | null => {
  // §3: an empty header may be written as no bytes at all
  if (bytes.length === 0) return new Map();
  const decoded = decodeCbor(bytes);
  return decoded.ok ? asMap(decoded.value) : null;
};

/**
 * Reads the four parts. A `crit` header is refused because no extension is known here, and so is a label in
 * both headers (RFC 9052 §3): which of the two counts must not be a question.
 */
export const readCoseMessage = (value: unknown): Result<CoseMessage> => {
  const parts = asList(value);
  const protectedBytes = asBytes(parts?.[0]);
  const unprotectedHeader = asMap(parts?.[1]);
  const payload = parts?.[2] === null ? null : asBytes(parts?.[2]);
  const tag = asBytes(parts?.[3]);
  if (parts?.length !== 4 || !protectedBytes || !unprotectedHeader || !tag) return refuse("cose_malformed");
  if (payload === null && parts[2] !== null) return refuse("cose_malformed");
  const protectedHeader = readProtected(protectedBytes);
  if (!protectedHeader || protectedHeader.has(CRIT) || unprotectedHeader.has(CRIT)) {
    return refuse("cose_malformed");
  }
  if ([...unprotectedHeader.keys()].some((label) => protectedHeader.has(label))) {
    return refuse("cose_malformed");
  }
  return accept({ protectedBytes, protectedHeader, unprotectedHeader, payload, tag });
};

/** RFC 9052 §3.1: alg must be protected; one in the other header is not an algorithm. */
export const algorithmOf = ({ protectedHeader }: CoseMessage): unknown => protectedHeader.get(ALG);
