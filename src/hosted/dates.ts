import type { Language } from "#core/language.ts";

/** The texts are British English; "en" alone would write the month first, as in the United States. */
const tagOf = (language: Language): string => (language === "en" ? "en-GB" : language);

const LENGTHS = {
  day: { dateStyle: "long" },
  month: { month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A day or a month with the month's name, as the language writes it: `25 November 2026`, `25. November 2026`.
 * In UTC, because that is how days are stored and a server does not know where its reader is.
 */
export const dateText = (
  language: Language,
  at: Date | string,
  length: keyof typeof LENGTHS = "day",
): string =>
  new Intl.DateTimeFormat(tagOf(language), {
    ...LENGTHS[length],
    numberingSystem: "latn",
    timeZone: "UTC",
  }).format(new Date(at));
