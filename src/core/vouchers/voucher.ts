import { type AgeBand, THRESHOLDS } from "#core/age-over.ts";

/** How long a voucher can be used, in minutes. */
export const VOUCHER_MINUTES = { default: 60, min: 10, max: 7 * 24 * 60 } as const;

/** How many wrong codes for one verification count as one attempt. */
export const VOUCHER_TRIES = 5;

// Crockford's base 32: no I, L, O and U. 32^10 is 1.1 × 10^15 codes.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS = 10;

/** How many random bytes `createVoucherCode` needs. */
export const VOUCHER_RANDOM_BYTES = CHARACTERS;

/**
 * A code as `parseVoucherCode` returns it: one character from each byte. 256 is a multiple of 32, so all are
 * equally likely.
 * @param random at least `VOUCHER_RANDOM_BYTES` bytes from a cryptographic source
 */
export const createVoucherCode = (random: Uint8Array): string => {
  if (random.length < CHARACTERS) throw new RangeError(`A code needs ${CHARACTERS} random bytes.`);
  return Array.from(random.subarray(0, CHARACTERS), (byte) => ALPHABET.charAt(byte % 32)).join("");
};

/** A code as it is shown: `ABCDE-FGHJK`. */
export const shownVoucherCode = (code: string): string =>
  `${code.slice(0, CHARACTERS / 2)}-${code.slice(CHARACTERS / 2)}`;

const READ_AS: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };
const CODE = new RegExp(`^[${ALPHABET}]{${CHARACTERS}}$`);

/**
 * The code that a person meant: capitals or not, with or without spaces and hyphens; O is read as 0, I and L as 1.
 * @returns null for a text that no code can look like
 */
export const parseVoucherCode = (typed: string): string | null => {
  const code = typed
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => READ_AS[letter] ?? letter);
  return CODE.test(code) ? code : null;
};

/**
 * Why a voucher cannot have these bounds: they say nothing, contradict each other, or give an exact age,
 * which is more than anyone needs to know.
 * @returns null if they can
 */
export const voucherBoundsFault = ({ atLeast, below }: AgeBand): string | null => {
  if (atLeast === null && below === null) return "expected ageAtLeast, ageBelow or both";
  const given = [atLeast, below].filter((age) => age !== null);
  if (given.some((age) => age < THRESHOLDS.min || age > THRESHOLDS.max))
    return `expected years from ${THRESHOLDS.min} to ${THRESHOLDS.max}`;
  if (atLeast === null || below === null || below > atLeast + 1) return null;
  return "expected ageBelow at least two years above ageAtLeast: a voucher never says one exact age";
};

export type VoucherState = "open" | "used" | "revoked" | "expired";

export const voucherState = (
  { usedAt, revokedAt, expiresAt }: { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): VoucherState => {
  if (usedAt) return "used";
  if (revokedAt) return "revoked";
  return expiresAt.getTime() > now.getTime() ? "open" : "expired";
};
