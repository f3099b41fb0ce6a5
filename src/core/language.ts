/** The languages of the hosted page, as BCP 47 tags. The first is the fallback. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "pl", "ar"] as const;

export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

/** How each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  pl: "Polski",
  ar: "العربية",
};

const RIGHT_TO_LEFT: readonly string[] = ["ar"];

/** The language of a tag: `de-AT` is `de`. Null for a language that is not supported. */
export const languageOfTag = (tag: string | null | undefined): Language | null => {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === primary) ?? null;
};

export const directionOf = (language: Language): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";

// RFC 9110 §12.4.2: from 0 (not acceptable) to 1, the default.
const weightOf = (parameters: readonly string[]): number => {
  const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]);
  return Number(weight.find((found) => found !== undefined) ?? 1);
};

/** The best language of an Accept-Language header (RFC 9110 §12.5.4); null when none of them is supported. */
export const languageAccepted = (header: string | null): Language | null => {
  const ranges = (header ?? "").slice(0, 500).split(",");
  const wanted = ranges.flatMap((range) => {
    const [tag, ...parameters] = range.split(";");
    const language = languageOfTag(tag);
    const weight = weightOf(parameters);
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? null;
};

type Wishes = {
  /** What the person chose on the page. */
  chosen: string | null | undefined;
  /** The verification's locale, given when it was started. */
  locale: string | null | undefined;
  /** The browser's Accept-Language. */
  accepted: string | null;
};

/** The language of a page: the person's choice, or else the tenant's, the browser's, or English. */
export const pickLanguage = ({ chosen, locale, accepted }: Wishes): Language =>
  languageOfTag(chosen) ?? languageOfTag(locale) ?? languageAccepted(accepted) ?? DEFAULT_LANGUAGE;

/** The proxy passes the page its language in this header, overwriting any value from a browser. */
export const LANGUAGE_HEADER = "x-page-language";

/** Stores the language chosen on the page, and nothing else. */
export const LANGUAGE_COOKIE = "lintel_language";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

type Asking = { url: URL; cookie: string | null | undefined; accepted: string | null; locale: string | null };

/**
 * The language of a hosted page: `?lang=`, else the cookie of an earlier choice, else what `pickLanguage`
 * says.
 */
export const pageLanguage = ({ url, cookie, accepted, locale }: Asking): Language =>
  pickLanguage({ chosen: languageOfTag(url.searchParams.get("lang")) ?? cookie, locale, accepted });

/**
 * The cookie to set when the address names a language; null when it does not.
 * In a frame on another site, browsers keep only partitioned cookies (CHIPS), which need https.
 */
export const languageCookie = (url: URL, isSecure: boolean): string | null => {
  const chosen = languageOfTag(url.searchParams.get("lang"));
  if (!chosen) return null;
  const scope = `Path=/; Max-Age=${ONE_YEAR_SECONDS}; HttpOnly`;
  const site = isSecure ? "SameSite=None; Secure; Partitioned" : "SameSite=Lax";
  return `${LANGUAGE_COOKIE}=${chosen}; ${scope}; ${site}`;
};
