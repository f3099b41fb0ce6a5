import { type Language, languageOfTag, pickLanguage } from "#core/language.ts";
import type { Deps } from "#services/context.ts";
import { loadPage } from "#services/hosted/page.ts";

const PAGE = /^\/v\/([^/]+)$/;

/** What is known of an address before its page is rendered. */
type Found = {
  exists: boolean;
  /** False while the database does not say whether there is such a page. */
  isKnown: boolean;
  /** Of its verification, as the tenant asked. */
  locale: string | null;
  /** Hosts whose pages may embed this one; empty for every page but a hosted one. */
  embedHosts: readonly string[];
};

const NOTHING = { isKnown: true, locale: null, embedHosts: [] } as const;

/**
 * Whether this address may be a hosted page, its verification's locale, and who may frame it. Asked before the page
 * is rendered: by then it would be too late to answer 404 with a page that shows without JavaScript.
 */
export const findHostedPage = async (deps: () => Promise<Deps>, pathname: string): Promise<Found> => {
  const secret = PAGE.exec(pathname)?.[1];
  if (secret === undefined) return { exists: true, ...NOTHING };
  try {
    const found = await loadPage({ deps: await deps() }, secret);
    if (!found) return { exists: false, ...NOTHING };
    const { verification, tenant } = found.page;
    return { exists: true, isKnown: true, locale: verification.locale, embedHosts: tenant.callbackHosts };
  } catch {
    // The database is away: the page itself says so.
    return { ...NOTHING, exists: true, isKnown: false };
  }
};

/** The proxy's word to the page about its language; what a browser sends under this name is overwritten. */
export const LANGUAGE_HEADER = "x-page-language";

/** Keeps what a person chose on the page. It says nothing about them but that. */
export const LANGUAGE_COOKIE = "lintel_language";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

type Asking = { url: URL; cookie: string | null | undefined; accepted: string | null; locale: string | null };

/** The language of a hosted page: `?lang=`, else the cookie of an earlier choice, else as `pickLanguage` says. */
export const pageLanguage = ({ url, cookie, accepted, locale }: Asking): Language =>
  pickLanguage({ chosen: languageOfTag(url.searchParams.get("lang")) ?? cookie, locale, accepted });

/**
 * The cookie to set when the address names a language; null when it does not.
 * In a frame on another site only a partitioned cookie is kept (CHIPS), and that one wants https.
 */
export const languageCookie = (url: URL, isSecure: boolean): string | null => {
  const chosen = languageOfTag(url.searchParams.get("lang"));
  if (!chosen) return null;
  const scope = `Path=/; Max-Age=${ONE_YEAR_SECONDS}; HttpOnly`;
  const site = isSecure ? "SameSite=None; Secure; Partitioned" : "SameSite=Lax";
  return `${LANGUAGE_COOKIE}=${chosen}; ${scope}; ${site}`;
};

const digestOf = (error: unknown): string | null => {
  const digest: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "digest") : null;
  return typeof digest === "string" ? digest : null;
};

// What follows these is a key: the page's secret, or a hand-off's code.
const loggable = (path: string): string =>
  (path.split("?")[0] ?? "").replace(/^\/(v|c)\/[^/]+/, "/$1/[secret]");

/** Notes a page that broke under the very id that its reader is shown (Next's, unless another is given); the address without its query. */
export const logPageError = (
  { log }: Pick<Deps, "log">,
  error: unknown,
  path: string,
  requestId = digestOf(error),
): void => log.error("a page broke", { requestId, path: loggable(path), error });
