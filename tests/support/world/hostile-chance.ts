import { randomBytes } from "node:crypto";

// For one run of the tests on a machine whose chance is hostile: HOSTILE_CHANCE=1 npm test -- unit integration api

// Two, because an id of ten bytes has room for eight letters of base 32 beside enough chance.
const IN_IDS = ["eyjsex87", "87name87"] as const;
const IN_CODES = Buffer.from("sexnameeyJ87null", "base64url");
const BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz";

const bytesOfBase32 = (text: string): Buffer => {
  const value = [...text].reduce((sum, letter) => sum * 32n + BigInt(BASE_32.indexOf(letter)), 0n);
  return Buffer.from(value.toString(16).padStart(10, "0"), "hex");
};

let made = 0;

/**
 * Random bytes that spell what tests look for where it must not be: written as an id (base 32) they hold `sex`, `name`,
 * `eyj` and `87`, and as a code or secret (base64url) `null` and `eyJ` as well. A test that looks for such a mark in a
 * text that holds ids fails always, and not once in a thousand runs.
 */
export const hostileRandom = (bytes: number): Uint8Array => {
  const chance = randomBytes(bytes);
  made += 1;
  if (bytes === 10) chance.set(bytesOfBase32(IN_IDS[made % IN_IDS.length] ?? IN_IDS[0]), 5);
  // From a whole group of three bytes on, so that the letters stay together.
  else if (bytes >= 24) chance.set(IN_CODES, 12);
  else if (bytes >= 16) chance.set(IN_CODES.subarray(0, 6), 9);
  return chance;
};

/** What a test's service takes its chance from. */
export const chanceOfTests = (): { random?: typeof hostileRandom } =>
  process.env.HOSTILE_CHANCE === undefined ? {} : { random: hostileRandom };
