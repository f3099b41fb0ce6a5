import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";

const refuse = (): never => {
  throw new ServiceError("CROSS_SITE_REFUSED");
};

/** What a browser says about where a request comes from; null: nothing, so it is no browser's script. */
const saysSameOrigin = (deps: Pick<Deps, "settings">, { headers }: Request): boolean | null => {
  // Fetch Metadata: a page cannot set this header, and every browser of today sends it.
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  // Fetch Standard §3.1: with every POST.
  const origin = headers.get("origin");
  return origin === null ? null : origin === new URL(deps.settings.publicUrl).origin;
};

/** For calls whose credential a page has to add itself. @throws CROSS_SITE_REFUSED */
export const refuseCrossSite = (deps: Pick<Deps, "settings">, request: Request): void => {
  if (saysSameOrigin(deps, request) === false) refuse();
};

/** For calls that a cookie authenticates, which a browser adds by itself. @throws CROSS_SITE_REFUSED */
export const requireSameOrigin = (deps: Pick<Deps, "settings">, request: Request): void => {
  if (saysSameOrigin(deps, request) !== true) refuse();
};
