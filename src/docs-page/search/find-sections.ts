import type { Section } from "../document.ts";

/** A found section, with the part of its text to show. */
export type Hit = { section: Section; excerpt: string };

const EXCERPT = 140;

/** Without case and accents, character for character, so that places in it are places in the text. */
export const folded = (text: string): string =>
  Array.from(text, (character) => {
    const bare = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.length === character.length ? bare : character;
  }).join("");

export const wordsOf = (query: string): string[] => [...new Set(folded(query).split(/\s+/).filter(Boolean))];

const startsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  return false;
};

const weightIn = (text: string, word: string, whole: number, part: number): number => {
  if (!text.includes(word)) return 0;
  if (text === word) return whole * 3;
  return startsWord(text, word) ? whole : part;
};

/** How well a section answers all the words; 0 when a word is nowhere in it. */
const score = ({ heading, page, text }: Section, words: readonly string[]): number => {
  const [inHeading, inPage, inText] = [folded(heading), folded(page), folded(text)];
  let sum = 0;
  for (const word of words) {
    const weight =
      weightIn(inHeading, word, 40, 12) +
      weightIn(inPage, word, heading === "" ? 50 : 8, 3) +
      weightIn(inText, word, 4, 1);
    if (weight === 0) return 0;
    sum += weight;
  }
  return sum;
};

/** The text around the first of the words. */
const excerptOf = (text: string, words: readonly string[]): string => {
  const all = folded(text);
  const places = words.map((word) => all.indexOf(word)).filter((at) => at !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  if (first <= EXCERPT / 2) return text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT)}…`;
  const from = text.indexOf(" ", first - EXCERPT / 3);
  const start = from === -1 || from > first ? first : from + 1;
  return `…${text.slice(start, start + EXCERPT)}${start + EXCERPT < text.length ? "…" : ""}`;
};

/** The sections that have every word, the best first; in the order of the site where they are equal. */
export const findSections = (sections: readonly Section[], query: string, limit = 12): Hit[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, weight: score(section, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, limit)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }));
};

/** A text in pieces, the found ones marked. */
export const marked = (
  text: string,
  words: readonly string[],
): { text: string; isFound: boolean; at: number }[] => {
  const all = folded(text);
  const isFound = Array.from({ length: text.length }, () => false);
  for (const word of words)
    for (let at = all.indexOf(word); at !== -1; at = all.indexOf(word, at + word.length))
      isFound.fill(true, at, at + word.length);
  const pieces: { text: string; isFound: boolean; at: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1);
    if (last && last.isFound === isFound[at]) last.text += text[at];
    else pieces.push({ text: text[at] ?? "", isFound: isFound[at] ?? false, at });
  }
  return pieces;
};
