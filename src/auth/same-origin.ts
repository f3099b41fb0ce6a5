import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";

/**
 * Whether a browser says that a request comes from our origin; null: it does not say, so the caller is not a
 * script in a browser.
 */
const saysSameOrigin = (deps: Pick<Deps, "settings">, { headers }: Request): boolean | null => {
  // Fetch Metadata: a page cannot set this header, and every current browser sends it.
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  // Fetch Standard §3.1: sent with every POST.
  const origin = headers.get("origin");
  return origin === null ? null : origin === new URL(deps.settings.publicUrl).origin;
};

/** For calls whose credential the page adds itself. @throws CROSS_SITE_REFUSED */
export const refuseCrossSite = (deps: Pick<Deps, "settings">, request: Request): void => {
  if (saysSameOrigin(deps, request) === false) throw new ServiceError("CROSS_SITE_REFUSED");
};

/** For calls authenticated by a cookie, which browsers add automatically. @throws CROSS_SITE_REFUSED */
export const requireSameOrigin = (deps: Pick<Deps, "settings">, request: Request): void => {
  if (saysSameOrigin(deps, request) !== true) throw new ServiceError("CROSS_SITE_REFUSED");
};
