import { clientAddress } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { requireWithin } from "#services/require-within.ts";

/**
 * Counts a start of a sign-in, or a way back from the provider, against its address: each asks something of the
 * provider, the database or the log.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitSignIns = (deps: Deps, request: Request): Promise<void> =>
  requireWithin(
    deps,
    { key: `sign-ins:${clientAddress(request)}`, limit: deps.settings.signInsPerMinute, windowSeconds: 60 },
    (seconds) => `Too many sign-ins from your network. Try again in ${seconds} s.`,
  );
