import { createHash } from "node:crypto";

// Apart from the other rules of documents: those run in browsers too, where there is no node:crypto.

/**
 * SHA-256 of what tells a document from all others, so that one that comes again is known without its number. Numbers
 * are few enough to be tried out: outside of the scan process it is only ever used as input to a keyed hash.
 * @param parts all of them covered by check digits or a barcode's error correction, so that two readings agree
 */
export const documentDigest = (parts: readonly string[]): Uint8Array =>
  createHash("sha256").update(JSON.stringify(parts)).digest();
