import { type KeyObject, verify } from "node:crypto";
import { asBytes, asList, asMap, type CborMap, decodeCbor } from "#methods/wallet/cbor/decode.ts";
import { cborBytes, cborList, cborText } from "#methods/wallet/cbor/encode.ts";
import { accept, PASSED, type Result, refuse, type WalletCode } from "#methods/wallet/result.ts";
import type { SignatureAlgorithm } from "./keys.ts";

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

/** Whether the key is one that the algorithm is for. */
export const fitsKey = ({ curve }: SignatureAlgorithm, key: KeyObject): boolean =>
  key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === curve;

/**
 * ECDSA over the bytes. A high s is accepted (phones' secure elements make them): the answer to a challenge is
 * used once, so a second form of the same signature wins nothing.
 */
export const isSignedBy = (
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  data: Uint8Array,
  signature: Uint8Array,
): boolean => {
  if (signature.length !== algorithm.signatureBytes || !fitsKey(algorithm, key)) return false;
  try {
    return verify(algorithm.hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    return false;
  }
};

const NO_BYTES = new Uint8Array(0);

/** RFC 9052 §4.4, Sig_structure without external data. */
export const signatureInput = (message: CoseMessage, payload: Uint8Array): Uint8Array =>
  cborList(
    cborText("Signature1"),
    cborBytes(message.protectedBytes),
    cborBytes(NO_BYTES),
    cborBytes(payload),
  );

/**
 * RFC 9052 §4.4 with an allow-list: the algorithm has to be on it and be the one of the key's curve.
 * @param options.payload the detached payload; without it the message's own
 * @param options.code what a signature that does not fit is called here
 */
export const checkSign1 = (
  message: CoseMessage,
  options: {
    key: KeyObject;
    algorithms: ReadonlyMap<unknown, SignatureAlgorithm>;
    payload: Uint8Array;
    code: WalletCode;
  },
): Result<null> => {
  const algorithm = options.algorithms.get(algorithmOf(message));
  if (!algorithm || !fitsKey(algorithm, options.key)) return refuse("algorithm_refused");
  const input = signatureInput(message, options.payload);
  return isSignedBy(options.key, algorithm, input, message.tag) ? PASSED : refuse(options.code);
};

/** RFC 9360 §2. ISO/IEC 18013-5 §9.1.2.4 puts it in the unprotected header; a protected one is as good. */
const X5CHAIN = 33;

/** One certificate is a byte string, several are an array of them, signer first. */
export const x5chainOf = (message: CoseMessage): Result<Uint8Array[]> => {
  const value = message.unprotectedHeader.get(X5CHAIN) ?? message.protectedHeader.get(X5CHAIN);
  const items = asList(value) ?? [value];
  const chain = items.flatMap((item) => asBytes(item) ?? []);
  return chain.length === items.length ? accept(chain) : refuse("x5chain_malformed");
};
