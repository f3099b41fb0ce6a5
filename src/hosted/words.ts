import { directionOf, type Language } from "#core/language.ts";
import type { Texts } from "./texts/en.ts";
import type { Plural, Text } from "./texts/text.ts";

type Values<Needed extends string> = Readonly<Record<Needed, string | number>>;

/** The texts of one language, and how to fill them in. */
export type Words = {
  language: Language;
  texts: Texts;
  /** A text with its braces filled in. */
  say: <Needed extends string>(text: Text<Needed>, values: Values<Needed>) => string;
  /** The right plural form for a number (CLDR), with the number filled in. */
  count: (plural: Plural<"count">, count: number) => string;
};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * UAX #9 §2.4: a name or number that runs in the other direction is isolated, as `<bdi>` does, so that it
 * cannot reorder the words around it. It also works in titles and labels, which cannot hold elements.
 */
const isolate = (value: string, isMixed: boolean): string => (isMixed ? `\u2068${value}\u2069` : value);

/** @param texts the catalogue of this language */
export const wordsOf = (language: Language, texts: Texts): Words => {
  // The digits that documents use, the same on the server and in every browser.
  const numbers = new Intl.NumberFormat(language, { numberingSystem: "latn", useGrouping: false });
  const rules = new Intl.PluralRules(language);
  const isRtl = directionOf(language) === "rtl";
  const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
    text.replace(/\{(\w+)\}/g, (braces, name: string) => {
      const value = values[name];
      if (value === undefined) return braces;
      const shown = typeof value === "number" ? numbers.format(value) : value;
      return isolate(shown, isRtl || RIGHT_TO_LEFT.test(shown));
    });
  return {
    language,
    texts,
    say: fill,
    count: (plural, count) => fill(plural[rules.select(count)] ?? plural.other, { count }),
  };
};
