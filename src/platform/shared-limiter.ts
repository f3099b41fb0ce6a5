import { Ratelimit } from "@upstash/ratelimit";
import type { GateDecision, GateInput } from "#platform/gate.ts";
import { honestSlidingWindow } from "#platform/honest-window.ts";
import { CALL_TIMEOUT_MS, type LimiterRedis } from "#platform/limiter-redis.ts";
import { withinLoopTime } from "#platform/loop-time.ts";
import { toWholeSeconds } from "#platform/sliding-window.ts";

const MAX_LIMITERS = 256;

/** A limiter whose counts are shared by all processes. It rejects when the counter does not answer in time. */
export type SharedLimiter = {
  limit(input: GateInput): Promise<Omit<GateDecision, "degraded">>;
};

/** The counter did not answer in time. */
export class LimiterTimeoutError extends Error {
  override readonly name = "LimiterTimeoutError";

  constructor() {
    super(`The shared counter did not answer within ${CALL_TIMEOUT_MS} ms.`);
  }
}

export const createSharedLimiter = (options: {
  redis: Pick<LimiterRedis, "commands" | "tried">;
  now: () => Date;
}): SharedLimiter => {
  const limiters = new Map<string, Ratelimit>();

  const createLimiter = (limit: number, windowSeconds: number): Ratelimit =>
    new Ratelimit({
      redis: options.redis.commands,
      limiter: honestSlidingWindow(limit, windowSeconds),
      // Counts under another limit are other counts: a lowered limit would otherwise refuse for a whole window more.
      prefix: `lintel:limit:${limit}/${windowSeconds}`,
      ephemeralCache: false, // it refuses until the window ends, which costs half of the allowance
      timeout: 0, // its own would judge by the clock, and admit everything
      analytics: false,
      enableTelemetry: false,
    });

  /** One per limit and window; there are as many as there are plans and overrides. The oldest makes room. */
  const limiterFor = ({ limit, windowSeconds }: GateInput): Ratelimit => {
    const name = `${limit}/${windowSeconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const [oldest] = limiters.keys();
    if (oldest !== undefined && limiters.size >= MAX_LIMITERS) limiters.delete(oldest);
    const limiter = createLimiter(limit, windowSeconds);
    limiters.set(name, limiter);
    return limiter;
  };

  return {
    limit: async (input) => {
      await options.redis.tried;
      const counted = limiterFor(input).limit(input.key);
      const response = await withinLoopTime(CALL_TIMEOUT_MS, counted, () => new LimiterTimeoutError());
      const resetSeconds = toWholeSeconds(response.reset - options.now().getTime());
      return {
        allowed: response.success,
        limit: input.limit,
        remaining: response.success ? response.remaining : 0,
        resetSeconds,
        retryAfterSeconds: response.success ? 0 : resetSeconds,
      };
    },
  };
};
