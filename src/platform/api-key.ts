import { crc32 } from "node:zlib";
import type { Mode } from "#core/verification.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_CHARACTERS = 43; // 62^43 > 2^256
const CHECKSUM_CHARACTERS = 6; // 62^6 > 2^32
const KEY_PATTERN = /^avk_(live|test)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** How many random bytes a key takes. */
export const API_KEY_RANDOM_BYTES = 32;

const toBase62 = (value: bigint, characters: number): string => {
  let text = "";
  let rest = value;
  for (let i = 0; i < characters; i += 1) {
    text = BASE62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

// CRC-32/ISO-HDLC, as in gzip.
const checksum = (body: string): string => toBase62(BigInt(crc32(body)), CHECKSUM_CHARACTERS);

/**
 * A tenant's API key: `avk_live_` or `avk_test_`, 256 random bits in base 62, six characters of CRC-32.
 * @param random `API_KEY_RANDOM_BYTES` bytes from a cryptographic source
 */
export const createApiKey = (mode: Mode, random: Uint8Array): string => {
  const secret = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const body = `avk_${mode}_${toBase62(secret, SECRET_CHARACTERS)}`;
  return body + checksum(body);
};

/**
 * The mode of a well-formed key, or null. The checksum refuses typing errors and scanners' garbage
 * without a look-up; it proves nothing about the key being known.
 */
export const parseApiKey = (key: string): { mode: Mode } | null => {
  const match = KEY_PATTERN.exec(key);
  if (!match || checksum(key.slice(0, -CHECKSUM_CHARACTERS)) !== match[3]) return null;
  return { mode: match[1] === "live" ? "live" : "test" };
};
