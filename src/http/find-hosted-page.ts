import type { Deps } from "#services/context.ts";
import { findBySecret } from "#services/hosted/open.ts";

const PAGE = /^\/v\/([^/]+)$/;

/** What is known of an address before its page is rendered. */
type Found = { exists: boolean; locale: string | null };

/**
 * Whether this address may be a hosted page, and the locale of its verification. Asked before the page is
 * rendered: by then it would be too late to answer 404 with a page that shows without JavaScript.
 */
export const findHostedPage = async (deps: () => Promise<Deps>, pathname: string): Promise<Found> => {
  const secret = PAGE.exec(pathname)?.[1];
  if (secret === undefined) return { exists: true, locale: null };
  try {
    const found = await findBySecret(await deps(), secret);
    return { exists: found !== null, locale: found?.locale ?? null };
  } catch {
    // The database is away: the page itself says so.
    return { exists: true, locale: null };
  }
};
