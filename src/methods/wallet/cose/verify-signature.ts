import { type KeyObject, verify } from "node:crypto";
import type { SignatureAlgorithm } from "./algorithms.ts";

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
