/** RFC 8628 §6.1: twenty consonants, so that no code spells a word and none of its characters looks like another. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const CHARACTERS = 8;

/** Enough that nearly every call finds eight usable bytes: 240 of 256 values are, so 24 fail once in 10^17 calls. */
export const USER_CODE_RANDOM_BYTES = 24;

/**
 * A code that a person types, such as `WDJB-MJHT`: 20^8 possibilities, 34.5 bits.
 * @param random `USER_CODE_RANDOM_BYTES` bytes from a cryptographic source
 * @returns null in the very rare case that too few of the bytes are usable: call again with others
 */
export const createUserCode = (random: Uint8Array): string | null => {
  // A remainder alone would prefer the first letters; values from 240 on are thrown away.
  const usable = [...random].filter((byte) => byte < 240).slice(0, CHARACTERS);
  if (usable.length < CHARACTERS) return null;
  const letters = usable.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/** The code as it was made, however it was typed: case, spaces and dashes do not count. Null: not such a code. */
export const readUserCode = (typed: string): string | null => {
  const letters = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
  const isCode = letters.length === CHARACTERS && [...letters].every((letter) => ALPHABET.includes(letter));
  return isCode ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
};
