import type { Deps } from "#services/context.ts";
import { findBySecret } from "#services/hosted/open.ts";

const PAGE = /^\/v\/([^/]+)$/;

/**
 * Whether this address may be a hosted page. Asked before the page is rendered: by then it would be too late to
 * answer 404 with a page that shows without JavaScript.
 */
export const hostedPageExists = async (deps: () => Promise<Deps>, pathname: string): Promise<boolean> => {
  const secret = PAGE.exec(pathname)?.[1];
  if (secret === undefined) return true;
  try {
    return (await findBySecret(await deps(), secret)) !== null;
  } catch {
    // The database is away: the page itself says so.
    return true;
  }
};
