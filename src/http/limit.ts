import { ServiceError } from "#core/errors.ts";
import { limitsOf } from "#core/plan.ts";
import type { TenantCtx } from "#services/context.ts";

const WINDOW_SECONDS = 60;

/**
 * Admits a tenant's request or not, and tells the caller where it stands by the headers of the IETF draft
 * "RateLimit header fields for HTTP": `RateLimit-Policy` and `RateLimit` (r: left, t: seconds to the reset).
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitTenant = async (ctx: TenantCtx, headers: Headers): Promise<void> => {
  const { rateLimitPerMinute } = limitsOf(ctx.tenant.plan, ctx.tenant.overrides);
  const decision = await ctx.deps.gate.limit({
    key: `tenant:${ctx.tenant.id}`,
    limit: rateLimitPerMinute,
    windowSeconds: WINDOW_SECONDS,
  });
  headers.set("RateLimit-Policy", `"minute";q=${rateLimitPerMinute};w=${WINDOW_SECONDS}`);
  headers.set("RateLimit", `"minute";r=${decision.remaining};t=${decision.resetSeconds}`);
  if (decision.allowed) return;
  throw new ServiceError(
    "RATE_LIMIT_EXCEEDED",
    `More than ${rateLimitPerMinute} requests in a minute. Try again in ${decision.retryAfterSeconds} s.`,
    { retryAfterSeconds: decision.retryAfterSeconds },
  );
};
