import { directionOf, type Language } from "#core/language.ts";
import { type PageView, type Problem, screenOf } from "#hosted/view.ts";
import type { Texts } from "./en.ts";
import type { Plural, Text } from "./text.ts";

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

// The same digits as on documents, and the same on the server and in every browser.
const numbersOf = (language: Language): Intl.NumberFormat => new Intl.NumberFormat(language, { numberingSystem: "latn", useGrouping: false });

/**
 * UAX #9 §2.4: a name or a number of the other direction is isolated, as `<bdi>` does, so that it cannot turn
 * the words around it. Works in titles and labels too, where there are no elements.
 */
const isolate = (value: string, isMixed: boolean): string => (isMixed ? `\u2068${value}\u2069` : value);

/** @param texts the catalogue of this language */
export const wordsOf = (language: Language, texts: Texts): Words => {
  const numbers = numbersOf(language);
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

/** What happened, in plain words, and what to do. */
type ProblemText = Texts["problems"]["generic"];

type Codes = Readonly<Record<string, ProblemText>>;

export const isRefusal = ({ texts }: Words, code: string): boolean => Object.hasOwn(texts.problems.refusals, code) || Object.hasOwn(texts.wallet.problems, code);

/** Findings that a form may come back with too: the file was not opened, and no attempt is used. */
const UNOPENED = ["IMAGE_FORMAT_UNSUPPORTED", "IMAGE_TOO_LARGE"];

/** What a form may come back with. Anything else in the page's address is not ours. */
export const mayBeSentBack = (words: Words, code: string): boolean => isRefusal(words, code) || UNOPENED.includes(code);

/** Whether a finding used no attempt: the same code for a damaged picture does use one. */
export const isUncounted = ({ code, isRefusal: wasRefused }: Problem): boolean => wasRefused === true && UNOPENED.includes(code);

export const problemText = ({ texts }: Words, { code, reason }: Problem): ProblemText => {
  const { generic } = texts.problems;
  const findings: Codes = texts.problems.findings;
  const refusals: Codes = { ...texts.problems.refusals, ...texts.wallet.problems };
  return findings[`${code}.${reason}`] ?? findings[code] ?? refusals[code] ?? generic;
};

const handoffTitle = (state: NonNullable<PageView["handoff"]>["state"] | undefined) => {
  if (state === "opened") return "openedTitle";
  if (state === "taken_back") return "takenBackTitle";
  return state === "expired" ? "expiredTitle" : "title";
};

/** The document's title: the first thing that a screen reader says after a form was sent. */
export const titleOf = ({ texts, say }: Words, view: PageView | null): string => {
  if (!view) return texts.missing.title;
  const asked = { tenant: view.tenantName, age: view.minimumAge };
  const screen = screenOf(view);
  switch (screen) {
    case "prove":
      return say(texts.start.title, asked);
    case "handoff":
      return texts.handoff[handoffTitle(view.handoff?.state)];
    case "approved":
    case "rejected":
      return say(texts[screen].title, asked);
    case "failed":
    case "expired":
    case "cancelled":
      return texts[screen].title;
    default:
      return screen satisfies never;
  }
};

type Offer = { brand: { name: string } };

export const arrivalTitle = ({ texts, say }: Words, offer: Offer | null): string => (offer ? say(texts.handoff.arriveTitle, { tenant: offer.brand.name }) : texts.handoff.staleTitle);
