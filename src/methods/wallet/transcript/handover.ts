import { sha256 } from "../bytes.ts";
import { CBOR_NULL, cborBytes, cborList, cborText } from "../cbor/encode.ts";

/**
 * ISO/IEC 18013-5 §9.1.5.1: SessionTranscript, in its encoded form. It names the session that a device signs for, so
 * each channel's has everything in it that an attacker would have to change. Online there is neither a
 * device engagement nor a reader key, which is what the two nulls say.
 */
export type SessionTranscript = Uint8Array;

/** `[null, null, [name, SHA-256(info)]]`: the form that all online handovers share. */
export const hashedHandover = (name: string, info: Uint8Array): SessionTranscript =>
  cborList(CBOR_NULL, CBOR_NULL, cborList(cborText(name), cborBytes(sha256(info))));
