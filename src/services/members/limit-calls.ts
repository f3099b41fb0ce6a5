import { ServiceError } from "#core/errors.ts";
import type { PersonCtx } from "../context.ts";

const WINDOW_SECONDS = 60;

/**
 * Counts one call of the console against the member's limit, whatever tenant it is about.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitMember = async ({ deps, member }: Pick<PersonCtx, "deps" | "member">): Promise<void> => {
  const limit = deps.settings.consoleCallsPerMinute;
  const key = `member:${member.id}`;
  const decision = await deps.gate.limit({ key, limit, windowSeconds: WINDOW_SECONDS });
  if (decision.allowed) return;
  const { retryAfterSeconds } = decision;
  throw new ServiceError(
    "RATE_LIMIT_EXCEEDED",
    `You are asking faster than this console answers (${limit} calls a minute). Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
};
