import { ServiceError } from "#core/errors.ts";
import { isGateCallback } from "#core/gates/addresses.ts";
import { loadPage } from "#services/check/page.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { embedHostsOfErased } from "#services/erasure/kept-data.ts";
import { NOWHERE, siteOf } from "#services/hosts/site.ts";
import { type PublicStatement, readStatement } from "#services/practice/statement.ts";

const PAGE = /^\/v\/([^/]+?)(\/data)?$/;

/** What is known about an address before its page is rendered. */
type Found = {
  exists: boolean;
  /** False if the database could not say whether the page exists. */
  isKnown: boolean;
  /** The verification's locale, as the tenant asked for it. */
  locale: string | null;
  /** Hosts whose pages can embed this one; empty unless it is a hosted page. */
  embedHosts: readonly string[];
  /** Whether it is in a pop-up of a gate's script, to which it has to come back. */
  isPopup: boolean;
};

const NOTHING = { isKnown: true, locale: null, embedHosts: [], isPopup: false } as const;

/**
 * Whether this address is a hosted page, its verification's locale, and the sites that may frame it. Checked
 * before the page is rendered: later, a 404 could no longer show a page to a browser without JavaScript.
 */
export const findHostedPage = async (
  getDeps: () => Promise<Deps>,
  { pathname, host }: { pathname: string; host: string | null },
): Promise<Found> => {
  const [, secret, isData] = PAGE.exec(pathname) ?? [];
  try {
    const deps = await getDeps();
    const site = await siteOf(deps, host, pathname);
    if (site === NOWHERE) return { exists: false, ...NOTHING };
    if (secret === undefined) return { exists: true, ...NOTHING };
    const at = { deps, site };
    const found = await loadPage(at, secret);
    if (!found) {
      const embedHosts = isData === undefined ? null : await embedHostsOfErased(at, secret);
      return { exists: embedHosts !== null, ...NOTHING, ...(embedHosts && { embedHosts }) };
    }
    const { verification, tenant } = found.page;
    const { locale, callbackUrl } = verification;
    const isPopup = callbackUrl !== null && isGateCallback(callbackUrl);
    return { exists: true, isKnown: true, locale, embedHosts: tenant.callbackHosts, isPopup };
  } catch {
    // The database is unavailable: the page itself says so.
    return { ...NOTHING, exists: true, isKnown: false };
  }
};

/** The practice statement that a page shows; null if there is none, or no such version. */
export const findStatement = (
  ctx: Ctx,
  asked: Parameters<typeof readStatement>[1],
): Promise<PublicStatement | null> =>
  readStatement(ctx, asked).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "NOT_FOUND") return null;
    throw error;
  });

const digestOf = (error: unknown): string | null => {
  const digest: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "digest") : null;
  return typeof digest === "string" ? digest : null;
};

// A credential follows these prefixes: the page's secret or a hand-off code.
const loggable = (path: string): string =>
  (path.split("?")[0] ?? "").replace(/^\/(v|c)\/[^/]+/, "/$1/[secret]");

/**
 * Logs a failed page, without its query, under the id that its reader sees (Next's unless another is given).
 */
export const logPageError = (
  { log }: Pick<Deps, "log">,
  error: unknown,
  path: string,
  requestId = digestOf(error),
): void => log.error("a page broke", { requestId, path: loggable(path), error });
