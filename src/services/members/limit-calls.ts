import type { PersonCtx } from "../context.ts";
import { requireWithin } from "../require-within.ts";

/**
 * Counts one call of the console against the member's limit, whatever tenant it is about.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitMember = ({ deps, member }: Pick<PersonCtx, "deps" | "member">): Promise<void> => {
  const limit = deps.settings.consoleCallsPerMinute;
  return requireWithin(
    deps,
    { key: `member:${member.id}`, limit, windowSeconds: 60 },
    (seconds) =>
      `You are asking faster than this console answers (${limit} calls a minute). Try again in ${seconds} s.`,
  );
};
