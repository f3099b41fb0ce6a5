import type { At, Deps } from "#services/context.ts";

// What opens the page of a check: its secret, and the codes and cookies by which a browser that went elsewhere comes back.

const SECRET_BYTES = 32;
const SECRET_PATTERN = /^vs_[A-Za-z0-9_-]{43}$/;

/** The hosted page's secret, 256 bits: anyone with the address is the end user. Only its hash is stored. */
export const newSessionSecret = (deps: Pick<Deps, "random">): string =>
  `vs_${Buffer.from(deps.random(SECRET_BYTES)).toString("base64url")}`;

export const isSessionSecret = (text: string): boolean => SECRET_PATTERN.test(text);

/** The address of a hosted page at one of its tenant's sites: `linkOriginOf` for a new link, `originOf` for the same site. */
export const sessionUrlOf = (origin: string, secret: string): string => `${origin}/v/${secret}`;

const CODE_BYTES = 32;
const COOKIE = /^(vs_[A-Za-z0-9_-]{43})\.[A-Za-z0-9_-]{43}$/;

/** A fresh 256 bit code in base64url. */
export const newCode = ({ random }: Pick<Deps, "random">): string =>
  Buffer.from(random(CODE_BYTES)).toString("base64url");

/**
 * The cookie of the browser that asks for a link: the page to return to and a code that no other browser has. Each link
 * has a new one, so that two verifications of one person have nothing in common.
 */
export const newBrowserCookie = (deps: Pick<Deps, "random">, secret: string): string =>
  `${secret}.${newCode(deps)}`;

/**
 * What is hashed of that cookie: it counts at the site alone that gave it out. Browsers keep hosts apart, and so do the rows.
 */
export const cookieAtSite = ({ site }: Pick<At, "site">, cookie: string): string =>
  site === null ? cookie : `${cookie}@${site.host}`;

/** The secret of the page that the cookie was given to; null for anything else. */
export const pageOfCookie = (value: string): string | null => {
  const secret = COOKIE.exec(value)?.[1];
  return secret !== undefined && isSessionSecret(secret) ? secret : null;
};
