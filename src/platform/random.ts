import { randomFillSync } from "node:crypto";

// One call of the generator costs as much for ten bytes as for several thousand, and a request makes several
// ids.
const POOL_BYTES = 8_192;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Bytes from the cryptographic generator, drawn from a pool; those handed out are wiped there. */
export const randomBytes = (bytes: number): Uint8Array => {
  if (bytes > POOL_BYTES) return randomFillSync(Buffer.alloc(bytes));
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const drawn = new Uint8Array(pool.subarray(used, used + bytes));
  pool.fill(0, used, used + bytes);
  used += bytes;
  return drawn;
};
