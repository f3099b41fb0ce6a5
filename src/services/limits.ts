import { ServiceError } from "#core/errors.ts";
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
