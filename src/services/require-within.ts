import { ServiceError } from "#core/errors.ts";
import type { Deps } from "./context.ts";

type Limit = Deps["rateLimiter"]["limit"];

/**
 * Counts one call against a limit and refuses those over it.
 * @param limit whose calls (`key`), and how many in any window of `windowSeconds`
 * @param message to the caller, given the whole seconds after which a call is admitted again
 * @param show gets the decision before a refusal is thrown, for headers that say where the caller stands
 * @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds`; CACHE_ERROR
 */
export const requireWithin = async (
  { rateLimiter }: Pick<Deps, "rateLimiter">,
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
