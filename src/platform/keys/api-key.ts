import { crc32 } from "node:zlib";
import type { Mode } from "#core/verification.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_CHARACTERS = 43; // 62^43 > 2^256
const CHECKSUM_CHARACTERS = 6; // 62^6 > 2^32
const KEY_PATTERN = /^avk_(live|test|admin)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

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

type Kind = Mode | "admin";

const create = (kind: Kind, random: Uint8Array): string => {
  const secret = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const body = `avk_${kind}_${toBase62(secret, SECRET_CHARACTERS)}`;
  return body + checksum(body);
};

/**
 * A tenant's API key: `avk_live_` or `avk_test_`, 256 random bits in base 62, six characters of CRC-32.
 * @param random `API_KEY_RANDOM_BYTES` bytes from a cryptographic source
 */
export const createApiKey = (mode: Mode, random: Uint8Array): string => create(mode, random);

/** An operator's key: `avk_admin_`, otherwise like a tenant's. @param random as for `createApiKey` */
export const createAdminKeyValue = (random: Uint8Array): string => create("admin", random);

const kindOf = (key: string): string | null => {
  const match = KEY_PATTERN.exec(key);
  return match && checksum(key.slice(0, -CHECKSUM_CHARACTERS)) === match[3] ? (match[1] ?? null) : null;
};

/**
 * The mode of a well-formed key, or null. The checksum refuses typing errors and scanners' garbage
 * without a look-up; it proves nothing about the key being known.
 */
export const parseApiKey = (key: string): { mode: Mode } | null => {
  const kind = kindOf(key);
  return kind === "live" || kind === "test" ? { mode: kind } : null;
};

/** Whether this is a well-formed operator's key; its checksum proves nothing more. */
export const isAdminKey = (key: string): boolean => kindOf(key) === "admin";
