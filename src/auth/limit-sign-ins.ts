import { ServiceError } from "#core/errors.ts";
import { clientAddress } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";

/**
 * Counts a start of a sign-in, or a way back from the provider, against its address: each asks something of the
 * provider, the database or the log.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitSignIns = async (deps: Deps, request: Request): Promise<void> => {
  const { allowed, retryAfterSeconds } = await deps.gate.limit({
    key: `sign-ins:${clientAddress(request)}`,
    limit: deps.settings.signInsPerMinute,
    windowSeconds: 60,
  });
  if (allowed) return;
  throw new ServiceError(
    "RATE_LIMIT_EXCEEDED",
    `Too many sign-ins from your network. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
};
