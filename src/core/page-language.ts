import { type Language, languageOfTag, pickLanguage } from "./language.ts";

/** The proxy passes the page its language in this header, overwriting any value from a browser. */
export const LANGUAGE_HEADER = "x-page-language";

/** Stores the language chosen on the page, and nothing else. */
export const LANGUAGE_COOKIE = "lintel_language";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

type Asking = { url: URL; cookie: string | null | undefined; accepted: string | null; locale: string | null };

/** The language of a hosted page: `?lang=`, else the cookie of an earlier choice, else as `pickLanguage` says. */
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
