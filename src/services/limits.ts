import { limitsOf } from "#core/billing/plan.ts";
import { ServiceError } from "#core/errors.ts";
import type { Network } from "#core/network.ts";
import type { Tenant } from "#core/tenant.ts";
import type { RateLimiter } from "#platform/rate-limit.ts";

type Limit = RateLimiter["limit"];

/**
 * Counts one call against a limit and refuses those over it.
 * @param limit whose calls (`key`), and how many in any window of `windowSeconds`
 * @param message for the caller, given the whole seconds until the next call is admitted
 * @param show gets the decision before a refusal is thrown, for headers
 * @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds`; CACHE_ERROR
 */
export const requireWithin = async (
  { rateLimiter }: { rateLimiter: RateLimiter },
  limit: Parameters<Limit>[0],
  message: (retryAfterSeconds: number) => string,
  show: (decision: Awaited<ReturnType<Limit>>) => void = () => {},
): Promise<void> => {
  const decision = await rateLimiter.limit(limit);
  show(decision);
  if (decision.allowed) return;
  const { retryAfterSeconds } = decision;
  throw new ServiceError("RATE_LIMIT_EXCEEDED", message(retryAfterSeconds), { retryAfterSeconds });
};

const MINUTE_SECONDS = 60;

/**
 * Counts what anyone can ask for in a tenant's name, apart from the calls of its backend and as high as those: a flood of
 * it costs the backend nothing.
 * @param kind `gate`, `oidc` …: each is counted by itself
 * @param message for the caller, given the limit and the whole seconds until the next is admitted
 * @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds`; CACHE_ERROR
 */
export const requireWithinTenantRate = (
  deps: { rateLimiter: RateLimiter },
  { id, plan, overrides }: Pick<Tenant, "id" | "plan" | "overrides">,
  kind: string,
  message: (limit: number, retryAfterSeconds: number) => string,
): Promise<void> => {
  const limit = limitsOf(plan, overrides).rateLimitPerMinute;
  const counted = { key: `${kind}:${id}`, limit, windowSeconds: MINUTE_SECONDS };
  return requireWithin(deps, counted, (seconds) => message(limit, seconds));
};

/** Behind one address there can be a school, or a mobile carrier's customers. */
const VISITS_PER_ADDRESS = 20;

/**
 * Counts a check that a visitor begins, at one place of the tenant's: by address first, so that one client does not use up
 * what others have; then by place, so that a flood of many costs neither the tenant's backend nor its other places anything.
 * @param place `gate:` or `oidc:` and an id
 * @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds`; CACHE_ERROR
 */
export const requireWithinVisitorsRate = async (
  deps: { rateLimiter: RateLimiter },
  tenant: Pick<Tenant, "id" | "plan" | "overrides">,
  place: string,
  network: Network,
): Promise<void> => {
  const counted = {
    key: `visitor:${place}:${network}`,
    limit: VISITS_PER_ADDRESS,
    windowSeconds: MINUTE_SECONDS,
  };
  await requireWithin(deps, counted, () => "Too many age checks were started from this address.");
  await requireWithinTenantRate(deps, tenant, place, () => "Too many age checks were started in a minute.");
};
