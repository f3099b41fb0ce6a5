import { createHash } from "node:crypto";

// Separate from the other document rules, which also run in browsers, where there is no node:crypto.

/**
 * SHA-256 of what distinguishes a document from all others, so that a repeated one is recognised without its
 * number. Numbers are few enough to be tried out, so outside the scan process the digest is only ever used as
 * input to a keyed hash.
 * @param parts all of them covered by check digits or a barcode's error correction, so that two readings agree
 */
export const documentDigest = (parts: readonly string[]): Uint8Array =>
  createHash("sha256").update(JSON.stringify(parts)).digest();
