// Shorter words are too like each other.
const LEAST_CORRECTED = 4;

/**
 * Whether two words differ by one letter that is missing, added or another, or by two that are swapped (Damerau's distance
 * of 1).
 */
const isNear = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isSwapped && short.slice(at + 2) === long.slice(at + 2);
};

/** The words of the texts that a typing error could have made of this one. */
export const correctionsOf = (word: string, texts: readonly string[]): readonly string[] => {
  if (word.length < LEAST_CORRECTED) return [];
  const known = new Set(texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []));
  return [...known].filter((candidate) => isNear(word, candidate));
};
