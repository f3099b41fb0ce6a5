import type { KeyObject } from "node:crypto";
import { cborBytes, cborList, cborText } from "../cbor/encode.ts";
import type { WalletCode } from "../codes.ts";
import { PASSED, type Result, refuse } from "../result.ts";
import type { SignatureAlgorithm } from "./algorithms.ts";
import { algorithmOf, type CoseMessage } from "./message.ts";
import { fitsKey, isSignedBy } from "./verify-signature.ts";

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
