// Letters of other scripts that are drawn like Latin ones (UTS #39 §4, confusables.txt: those of living scripts that a
// keyboard types), capitals as capitals: a Greek capital looks like a letter that is not its small one.
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  a: "АΑаɑα",
  b: "ВΒЬьв",
  c: "СϹсϲᴄ",
  d: "ԁժ",
  e: "ЕΕеҽє℮",
  f: "ƒϝ",
  g: "ɡց",
  h: "НΗһհнᏂ",
  j: "Јјϳ",
  k: "КΚкκᴋ",
  // Capital I, small l and the digit are one stroke.
  l: "iI1ІΙіıӏɩι",
  n: "Νոпη",
  o: "0ОΟоοօסᴏ",
  p: "РΡрρ",
  q: "ԛգ",
  r: "гᴦ",
  s: "Ѕѕꜱ",
  t: "ТΤтτ",
  u: "υսμ",
  v: "νѵ",
  x: "ХΧхχ",
  y: "УΥуүγ",
  z: "Ζᴢ",
  rn: "mMМΜм",
  vv: "wWѡԝաωᴡ",
};

/** Signs that stand for letters, when they do not stand for themselves. */
const SIGNS: Readonly<Record<string, string>> = { a: "@", c: "¢", e: "€", l: "!|", s: "$", t: "+" };

const mapOf = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
  );

const LETTERS = mapOf(DRAWN_LIKE);
const SIGN_LETTERS = mapOf(SIGNS);

const replaced = (text: string, map: ReadonlyMap<string, string>): string =>
  Array.from(text, (letter) => map.get(letter) ?? letter).join("");

const plainOf = (name: string): string => name.normalize("NFKC").normalize("NFKD").replace(/\p{M}/gu, "");

/**
 * What is left of a name for an eye that does not look closely: compatible forms, letter case, accents, spaces and signs
 * are gone, and letters that are drawn alike are one (UAX #15 NFKC; UTS #39 §4). "" if no letter or digit is left.
 */
export const skeletonOf = (name: string): string =>
  replaced(replaced(plainOf(name), LETTERS).toLowerCase(), LETTERS).replace(/[^\p{L}\p{N}]/gu, "");

/** What a person could take a name for: two names look alike where they share one of these. */
const looksOf = (name: string): string[] => {
  const skeletons = [name, replaced(name, SIGN_LETTERS)].map(skeletonOf).filter((one) => one !== "");
  // No skeleton has the sign: names without letters are alike only where they are the same.
  return [...new Set([`=${name.trim()}`, ...skeletons])];
};

/** Whether a person could take one name for the other. */
export const looksLike = (name: string, other: string): boolean => {
  const looks = looksOf(other);
  return looksOf(name).some((look) => looks.includes(look));
};

/**
 * Which of many things a person could take for another of them by their names. Each name is read once: to compare each with
 * each would hold up the process where there are hundreds.
 * @returns the ids of those that are like one with another id
 */
export const lookAlikes = (named: readonly { id: string; name: string }[]): ReadonlySet<string> => {
  const bearers = new Map<string, Set<string>>();
  for (const { id, name } of named)
    for (const look of looksOf(name)) {
      const ids = bearers.get(look) ?? new Set();
      bearers.set(look, ids.add(id));
    }
  return new Set([...bearers.values()].filter((ids) => ids.size > 1).flatMap((ids) => [...ids]));
};
