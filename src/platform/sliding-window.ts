import { Ratelimit } from "@upstash/ratelimit";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { withinLoopTime } from "#platform/loop-time.ts";
import { CALL_TIMEOUT_MS, type LimiterRedis } from "#platform/redis.ts";

/** One call to be counted. */
export const rateLimitInput = z.object({
  /** The limited caller, e.g. `tenant:ten_…` or `address:…`. */
  key: z.string(),
  /** Calls in any window. A key is counted apart for every limit and window, so a new plan starts a new count. */
  limit: z.number(),
  windowSeconds: z.number(),
});

export type RateLimitInput = z.infer<typeof rateLimitInput>;

export const windowResult = z.object({
  allowed: z.boolean(),
  limit: z.number(),
  /** Calls left now; 0 when refused. */
  remaining: z.number(),
  /** Until more calls become available, whole seconds, at least 1: `t` of the RateLimit header (IETF draft). */
  resetSeconds: z.number(),
  /** 0 when allowed. Else whole seconds, at least 1, after which a single call is admitted (RFC 9110 §10.2.3). */
  retryAfterSeconds: z.number(),
});

export type WindowResult = z.infer<typeof windowResult>;

/**
 * The arithmetic of the sliding window counter, as `@upstash/ratelimit` has it in Lua: two fixed windows are counted,
 * and the previous one weighs as much as it still covers of the last `windowMs`. So every clock window admits the
 * limit at most, and any stretch of that length one more under steady load. The previous calls are taken as spread
 * evenly: when they all came at their window's end, a stretch can hold up to twice the limit. Times are arguments.
 */
type WindowCounts = { previous: number; current: number };

/** How many calls count at this moment. @param offsetMs since the current window began */
export const used = (counts: WindowCounts, offsetMs: number, windowMs: number): number =>
  Math.floor((1 - offsetMs / windowMs) * counts.previous) + counts.current;

/** First offset, in whole ms, at which the previous window weighs less than `room` calls; 0 at the earliest. */
const offsetWithRoom = (previous: number, room: number, windowMs: number): number =>
  // Whole numbers up to the division: `1 - room / previous` would round to just before the moment.
  previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;

/**
 * How long from `offsetMs` until one more call is admitted, if none comes in between: 0 when it is admitted now.
 * In between, usage only falls, so a later call is admitted too.
 * @param limit at least 1
 */
export const msUntilAdmitted = (
  counts: WindowCounts,
  limit: number,
  offsetMs: number,
  windowMs: number,
): number => {
  if (used(counts, offsetMs, windowMs) < limit) return 0;
  const room = limit - counts.current;
  if (room > 0) {
    const inThisWindow = offsetWithRoom(counts.previous, room, windowMs);
    if (inThisWindow < windowMs) return Math.max(1, inThisWindow - offsetMs);
  }
  // In the next window the current counts are the previous ones. At its very start they still weigh in full.
  return windowMs - offsetMs + offsetWithRoom(counts.current, limit, windowMs);
};

/** Whole seconds that are long enough, at least 1: a client that waits them is not refused again. */
const toWholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

type Counter = WindowCounts & { window: number };

/**
 * A limiter that counts in this process only.
 * @param options.maxKeys bounds the memory (about 200 bytes each): a full one evicts the key that was idle longest
 */
export const createMemoryLimiter = (options: { now: () => Date; maxKeys?: number }) => {
  const { now, maxKeys = 50_000 } = options;
  const counters = new LRUCache<string, Counter>({ max: maxKeys });

  /** The counter of this moment's window: kept, moved on by one window, or new. */
  const counterOf = (input: RateLimitInput, nowMs: number): Counter => {
    const key = `${input.limit}/${input.windowSeconds}:${input.key}`;
    const window = Math.floor(nowMs / (input.windowSeconds * 1000));
    const last = counters.get(key);
    // One window ahead: the clock was set back a little, which must not refund anything.
    if (last && (last.window === window || last.window === window + 1)) return last;
    const counter = { window, current: 0, previous: last?.window === window - 1 ? last.current : 0 };
    counters.set(key, counter);
    return counter;
  };

  return {
    limit: (input: RateLimitInput): WindowResult => {
      const nowMs = now().getTime();
      const windowMs = input.windowSeconds * 1000;
      const counter = counterOf(input, nowMs);
      const offsetMs = Math.max(0, nowMs - counter.window * windowMs);
      const waitMs = msUntilAdmitted(counter, input.limit, offsetMs, windowMs);
      const allowed = waitMs === 0;
      if (allowed) counter.current += 1;
      return {
        allowed,
        limit: input.limit,
        remaining: allowed ? input.limit - used(counter, offsetMs, windowMs) : 0,
        resetSeconds: toWholeSeconds(allowed ? windowMs - offsetMs : waitMs),
        retryAfterSeconds: allowed ? 0 : toWholeSeconds(waitMs),
      };
    },
    /** Counts a call that was admitted elsewhere, for the time when this process has to decide alone. */
    record: (input: RateLimitInput): void => {
      counterOf(input, now().getTime()).current += 1;
    },
    /** How many keys are held. */
    size: () => counters.size,
  };
};

/** The counter did not answer in time. */
class LimiterTimeoutError extends Error {
  override readonly name = "LimiterTimeoutError";

  constructor() {
    super(`The shared counter did not answer within ${CALL_TIMEOUT_MS} ms.`);
  }
}

const MAX_LIMITERS = 256;

/** A limiter for one limit and window; its counts are shared by all processes. */
const createLimiter = (redis: LimiterRedis, limit: number, windowSeconds: number): Ratelimit =>
  new Ratelimit({
    redis: redis.commands,
    limiter: Ratelimit.slidingWindow(limit, `${windowSeconds} s`),
    prefix: prefixOf(limit, windowSeconds),
    ephemeralCache: false, // it refuses until the window ends, which costs half of the allowance
    timeout: 0, // its own would judge by the clock, and admit everything
    analytics: false,
    enableTelemetry: false,
  });

// Counts under another limit are other counts: a lowered limit would otherwise refuse for a whole window more.
const prefixOf = (limit: number, windowSeconds: number): string => `lintel:limit:${limit}/${windowSeconds}`;

/**
 * The moment, in ms, at which a refused call is admitted. The library says "the end of the window": there a used-up
 * window still weighs in full, so the wait ends in another refusal; and mid-window a call is often admitted much
 * earlier, so a client that obeys would get half of its allowance. Only refused calls pay for it, with two reads.
 */
const admittedAtMs = async (
  redis: LimiterRedis,
  input: RateLimitInput,
  windowEndMs: number,
): Promise<number> => {
  const { key, limit, windowSeconds } = input;
  const windowMs = windowSeconds * 1000;
  const window = windowEndMs / windowMs - 1;
  const countIn = async (index: number): Promise<number> =>
    Number(await redis.commands.get(`${prefixOf(limit, windowSeconds)}:${key}:${index}`)) || 0;
  const [current, previous] = await Promise.all([countIn(window), countIn(window - 1)]);
  const waitMs = msUntilAdmitted({ current, previous }, limit, 0, windowMs);
  // Counts that would have been admitted are not those that were counted (another version may name its keys
  // otherwise). Then 1 ms after the window is safe: one call of a full window no longer weighs.
  return waitMs > 0 ? window * windowMs + waitMs : windowEndMs + 1;
};

/** Counts in Redis, for all processes. It rejects when the counter does not answer in time. */
export const createSharedCount = (
  redis: LimiterRedis,
  now: () => Date,
): ((input: RateLimitInput) => Promise<WindowResult>) => {
  // As many as there are plans and overrides.
  const limiters = new LRUCache<string, Ratelimit>({ max: MAX_LIMITERS });

  const decide = async (input: RateLimitInput) => {
    const { key, limit, windowSeconds } = input;
    const name = `${limit}/${windowSeconds}`;
    const limiter = limiters.get(name) ?? createLimiter(redis, limit, windowSeconds);
    limiters.set(name, limiter);
    const { success, remaining, reset } = await limiter.limit(key);
    return { success, remaining, resetMs: success ? reset : await admittedAtMs(redis, input, reset) };
  };

  return async (input) => {
    await redis.tried;
    const { success, remaining, resetMs } = await withinLoopTime(
      CALL_TIMEOUT_MS,
      decide(input),
      () => new LimiterTimeoutError(),
    );
    const resetSeconds = toWholeSeconds(resetMs - now().getTime());
    return {
      allowed: success,
      limit: input.limit,
      remaining: success ? remaining : 0,
      resetSeconds,
      retryAfterSeconds: success ? 0 : resetSeconds,
    };
  };
};
