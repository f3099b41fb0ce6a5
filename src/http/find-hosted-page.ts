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
