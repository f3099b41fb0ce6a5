import type { Section } from "../document.ts";
import { correctionsOf } from "./corrections.ts";
import { synonymsOf } from "./synonyms.ts";

/** A found section, with the part of its text to show and the words that were found in it. */
export type Hit = { section: Section; excerpt: string; words: readonly string[] };

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

/** A section's texts, folded once for all words. */
type Folded = { section: Section; heading: string; page: string; text: string };

const foldedOf = (section: Section): Folded => ({
  section,
  heading: folded(section.heading),
  page: folded(section.page),
  text: folded(section.text),
});

const weightOf = ({ section, heading, page, text }: Folded, word: string): number =>
  weightIn(heading, word, 40, 12) +
  weightIn(page, word, section.heading === "" ? 50 : 8, 3) +
  weightIn(text, word, 4, 1);

/** A word of the query, or one that stands for it, which counts for less. */
type Form = { word: string; share: number };

const formsOf = (word: string, sections: readonly Folded[]): readonly Form[] => {
  const forms = [{ word, share: 1 }, ...synonymsOf(word).map((known) => ({ word: known, share: 0.6 }))];
  if (sections.some((section) => forms.some((form) => weightOf(section, form.word) > 0))) return forms;
  const texts = sections.flatMap(({ heading, page, text }) => [heading, page, text]);
  const corrected = correctionsOf(word, texts).map((known) => ({ word: known, share: 0.6 }));
  return [...forms, ...corrected];
};

/** Words that stand side by side in the query and in a name are one term: "api key". */
const weightOfPairs = ({ heading, page }: Folded, words: readonly string[]): number =>
  words
    .slice(1)
    .map((word, at) => `${words[at]} ${word}`)
    .reduce((sum, pair) => sum + (heading.includes(pair) || page.includes(pair) ? 60 : 0), 0);

/** How well a section answers all the words, and in which forms it has them; null when a word is nowhere in it. */
const scoreOf = (section: Folded, forms: readonly (readonly Form[])[]) => {
  let weight = 0;
  const found: string[] = [];
  for (const ofWord of forms) {
    const present = ofWord
      .map(({ word, share }) => ({ word, weight: weightOf(section, word) * share }))
      .filter((form) => form.weight > 0);
    if (present.length === 0) return null;
    weight += Math.max(...present.map((form) => form.weight));
    found.push(...present.map(({ word }) => word));
  }
  return { weight, words: [...new Set(found)] };
};

/** Why something was decided is rarely what a reader looks for. */
const isDecision = ({ href }: Section): boolean => href.startsWith("/docs/adr");

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

/**
 * The sections that have every word, or another word for it; a word that is nowhere is taken for a typing error. The best
 * come first, decisions last; in the order of the site where they are equal.
 */
export const findSections = (sections: readonly Section[], query: string, limit = 12): Hit[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const all = sections.map(foldedOf);
  const forms = words.map((word) => formsOf(word, all));
  return all
    .flatMap((section) => {
      const score = scoreOf(section, forms);
      return score === null
        ? []
        : [{ ...score, section: section.section, pairs: weightOfPairs(section, words) }];
    })
    .toSorted(
      (one, other) =>
        Number(isDecision(one.section)) - Number(isDecision(other.section)) ||
        other.weight + other.pairs - (one.weight + one.pairs),
    )
    .slice(0, limit)
    .map(({ section, words: found }) => ({ section, excerpt: excerptOf(section.text, found), words: found }));
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
