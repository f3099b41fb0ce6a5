import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { COMMON_CODES, FINDING_CODES } from "#core/policy/finding-codes.ts";
import { CATALOGUES } from "#hosted/texts/catalogues.ts";
import { bracesOf, entriesOf, isForm, keysOf, pluralsOf } from "../../support/world/catalogue.ts";

const { en } = CATALOGUES;
const ENGLISH = new Map(entriesOf(en).map(({ path, text }) => [path, text]));
const OTHERS = LANGUAGES.filter((language) => language !== "en");

// Words that are spelt as in English. Anything else that reads the same was forgotten.
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {};

// Parts that are new and wait for their translation; English shows meanwhile. Empty is how it should be.
const NOT_YET: readonly string[] = [];

// A noun that every language has, an article and a verb: one of them is in nearly every English sentence.
const ENGLISH_WORDS = /\b(the|your|you|and|this|photo of|is|are|with)\b/i;

test("English has no text twice under one key, no stray space and no straight apostrophe", () => {
  for (const { path, text } of entriesOf(en)) {
    expect(text, path).toBe(text.trim());
    expect(text, path).not.toMatch(/ {2}|'|\.\.\./);
  }
});

test("the page has words for every code with which a method decides nothing", () => {
  const words = { ...en.problems.findings, ...en.problems.refusals };
  const { age_key: _ofPasskeys, ...others } = FINDING_CODES;
  const codes = [...COMMON_CODES, ...Object.values(others).flat()];
  // A vendor's answer that is awaited is no problem; its page says so. What a passkey did wrong is one sentence, at its button.
  expect(codes.filter((code) => !Object.hasOwn(words, code))).toEqual(["VENDOR_PENDING"]);
});

describe.each([...LANGUAGES])("%s", (language) => {
  const catalogue = CATALOGUES[language];
  const entries = entriesOf(catalogue);

  test("has every key of English and no other", () => {
    expect(keysOf(catalogue).toSorted()).toEqual(keysOf(en).toSorted());
  });

  test("has the plural forms that its numbers need", () => {
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      // A form for numbers of millions and fractions, which no page counts.
      .pluralCategories.filter((form) => !(form === "many" && ["fr", "es", "it", "pt"].includes(language)))
      .toSorted();
    for (const { path, forms } of pluralsOf(catalogue))
      if (!NOT_YET.includes(path.split(".")[0] ?? "")) expect(forms.toSorted(), path).toEqual(needed);
  });

  test("has the braces of English in every text", () => {
    for (const { path, text } of entries) {
      if (isForm(path)) {
        // "One more minute" needs no figure.
        expect(["", "count"], path).toContain(bracesOf(text).join());
      } else {
        expect(bracesOf(text), path).toEqual(bracesOf(ENGLISH.get(path) ?? ""));
      }
    }
  });

  test("sets foreign writing apart once, and ends what it begins", () => {
    for (const { path, text } of entries)
      expect(text, path).toMatch(/^(?:[^\u2066-\u2069]|\u2066[^\u2066-\u2069]+\u2069)*$/);
  });

  test("has an empty text only where English has", () => {
    for (const { path, text } of entries)
      if (!isForm(path)) expect(text === "", path).toBe(ENGLISH.get(path) === "");
  });
});

describe.each(OTHERS)("%s", (language) => {
  test("has no English left over", () => {
    const left = entriesOf(CATALOGUES[language]).filter(
      ({ path, text }) =>
        text !== "" &&
        !NOT_YET.some((part) => path.startsWith(`${part}.`)) &&
        !SAME_AS_ENGLISH[language]?.includes(path) &&
        (text === ENGLISH.get(path) || ENGLISH_WORDS.test(text)),
    );
    expect(left).toEqual([]);
  });
});
