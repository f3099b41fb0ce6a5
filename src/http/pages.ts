import { type Language, languageOfTag, pickLanguage } from "#core/language.ts";
import type { Deps } from "#services/context.ts";
import { embedHostsOfErased } from "#services/erasure/kept-data.ts";
import { loadPage } from "#services/hosted/page.ts";

const PAGE = /^\/v\/([^/]+?)(\/data)?$/;

/** What is known about an address before its page is rendered. */
type Found = {
  exists: boolean;
  /** False if the database could not say whether the page exists. */
  isKnown: boolean;
  /** The verification's locale, as the tenant asked. */
  locale: string | null;
  /** Hosts whose pages can embed this one; empty unless it is a hosted page. */
  embedHosts: readonly string[];
};

const NOTHING = { isKnown: true, locale: null, embedHosts: [] } as const;

/**
 * Whether this address is a hosted page, its verification's locale, and the sites that may frame it. Checked before the
 * page is rendered: later, a 404 could no longer show a page without JavaScript.
 */
export const findHostedPage = async (deps: () => Promise<Deps>, pathname: string): Promise<Found> => {
  const [, secret, isData] = PAGE.exec(pathname) ?? [];
  if (secret === undefined) return { exists: true, ...NOTHING };
  try {
    const ctx = { deps: await deps() };
    const found = await loadPage(ctx, secret);
    if (!found) {
      const embedHosts = isData === undefined ? null : await embedHostsOfErased(ctx, secret);
      return { exists: embedHosts !== null, ...NOTHING, ...(embedHosts && { embedHosts }) };
    }
    const { verification, tenant } = found.page;
    return { exists: true, isKnown: true, locale: verification.locale, embedHosts: tenant.callbackHosts };
  } catch {
    // The database is unavailable: the page itself says so.
    return { ...NOTHING, exists: true, isKnown: false };
  }
};

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
