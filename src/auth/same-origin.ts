import { saysSameOrigin } from "#core/access/same-origin.ts";
import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";

const saysOurs = ({ settings }: Pick<Deps, "settings">, request: Request): boolean | null =>
  saysSameOrigin(request, [new URL(settings.publicUrl).origin]);

/** For calls whose credential the page adds itself. @throws CROSS_SITE_REFUSED */
export const refuseCrossSite = (deps: Pick<Deps, "settings">, request: Request): void => {
  if (saysOurs(deps, request) === false) throw new ServiceError("CROSS_SITE_REFUSED");
};

/** For calls authenticated by a cookie, which browsers add automatically. @throws CROSS_SITE_REFUSED */
export const requireSameOrigin = (deps: Pick<Deps, "settings">, request: Request): void => {
  if (saysOurs(deps, request) !== true) throw new ServiceError("CROSS_SITE_REFUSED");
};
