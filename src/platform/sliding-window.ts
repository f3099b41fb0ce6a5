import { LRUCache } from "lru-cache";
import { z } from "zod";
import { gatherTurn } from "#core/loop/gather.ts";
import { withinLoopTime } from "#core/loop/loop-time.ts";
import { CALL_TIMEOUT_MS, type LimiterRedis } from "#platform/redis.ts";

/** One call to be counted. */
export const rateLimitInput = z.object({
  /** The limited caller, e.g. `tenant:ten_…` or `address:…`. */
  key: z.string(),
  /**
   * Calls in any window. A key is counted separately for every limit and window, so a new plan starts a new
   * count.
   */
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
 * The arithmetic of the sliding window counter, the same as `@upstash/ratelimit`'s: two fixed windows are
 * counted, and the previous one is weighted by how much of the last `windowMs` it still covers. So every
 * clock window admits the limit at most, and any stretch of that length admits one more under steady load.
 * The previous calls are assumed to be spread evenly: when they all came at their window's end, a stretch can
 * hold up to twice the limit. Times are arguments.
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
  // In the next window the current counts are the previous ones. At its very start they still count in full.
  return windowMs - offsetMs + offsetWithRoom(counts.current, limit, windowMs);
};

/** Whole seconds that are long enough, at least 1: a client that waits that long is not refused again. */
export const toWholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** @param counts with this call, if it is admitted */
export const resultOf = (
  { limit, windowSeconds }: RateLimitInput,
  counts: WindowCounts,
  offsetMs: number,
  allowed: boolean,
): WindowResult => {
  const windowMs = windowSeconds * 1000;
  const waitMs = allowed ? windowMs - offsetMs : msUntilAdmitted(counts, limit, offsetMs, windowMs);
  const resetSeconds = toWholeSeconds(waitMs);
  const remaining = allowed ? limit - used(counts, offsetMs, windowMs) : 0;
  return { allowed, limit, remaining, resetSeconds, retryAfterSeconds: allowed ? 0 : resetSeconds };
};

// Each limit has its own counts: otherwise a lowered limit would refuse calls for a whole extra window.
export const planOf = ({ limit, windowSeconds }: RateLimitInput): string => `${limit}/${windowSeconds}`;
export const nameOf = (input: RateLimitInput): string => `${planOf(input)}:${input.key}`;

type Counter = WindowCounts & { window: number };

/**
 * A limiter that counts in this process only.
 * @param options.maxKeys bounds the memory (about 200 bytes each): when full, it evicts the longest idle key
 */
export const createMemoryLimiter = (options: { now: () => Date; maxKeys?: number }) => {
  const { now, maxKeys = 50_000 } = options;
  const counters = new LRUCache<string, Counter>({ max: maxKeys });

  /** The counter of the present window: kept, moved on by one window, or new. */
  const counterOf = (input: RateLimitInput, nowMs: number): Counter => {
    const key = nameOf(input);
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
      const allowed = used(counter, offsetMs, windowMs) < input.limit;
      if (allowed) counter.current += 1;
      return resultOf(input, counter, offsetMs, allowed);
    },
    /** Counts a call that was admitted elsewhere, in case this process has to decide by itself. */
    record: (input: RateLimitInput): void => {
      counterOf(input, now().getTime()).current += 1;
    },
    /** How many keys are held. */
    size: () => counters.size,
  };
};

/** The counter did not answer in time. */
export class LimiterTimeoutError extends Error {
  override readonly name = "LimiterTimeoutError";

  constructor() {
    super(`The shared counter did not answer within ${CALL_TIMEOUT_MS} ms.`);
  }
}

/**
 * Counts calls one after the other; Redis runs nothing else in the meantime. KEYS, for each call: the count of its window and of the
 * one before. ARGV, for each: the limit, the ms since the window began, and its length in ms. The answer, for each: whether it
 * is admitted (1 or 0), and both counts until then.
 */
export const COUNT_SCRIPT = `local answers = {}
for i = 1, #KEYS, 2 do
  local limit, offset, window = unpack(ARGV, (i * 3 - 1) / 2, (i * 3 + 3) / 2)
  local current = tonumber(redis.call("GET", KEYS[i])) or 0
  local previous = tonumber(redis.call("GET", KEYS[i + 1])) or 0
  local admitted = 0
  if math.floor((1 - offset / window) * previous) + current < tonumber(limit) then
    admitted = 1
    if redis.call("INCR", KEYS[i]) == 1 then redis.call("PEXPIRE", KEYS[i], window * 2 - offset + 1000) end
  end
  table.insert(answers, { admitted, current, previous })
end
return answers`;

/** How the shared counter names the count of a key in one of its windows. */
export type CountName = (name: string, window: number) => string;

const answers = z.array(z.tuple([z.int(), z.int(), z.int()]));

const notCounted = (): never => {
  throw new Error("The shared counter left out a call.");
};

/** What counts for all processes. */
export type SharedCount = {
  /** Rejects when the counter does not answer in time. */
  count(input: RateLimitInput): Promise<WindowResult>;
  close(): Promise<void>;
};

/** Counts in Redis; the calls of one turn of the event loop are one command. */
export const createRedisCount = (redis: LimiterRedis, keyOf: CountName, now: () => Date): SharedCount => ({
  close: redis.close,
  count: gatherTurn(Number.POSITIVE_INFINITY, async (inputs) => {
    await redis.tried;
    const nowMs = now().getTime();
    const calls = inputs.map((input) => {
      const windowMs = input.windowSeconds * 1000;
      const window = Math.floor(nowMs / windowMs);
      return { input, name: nameOf(input), window, windowMs, offsetMs: nowMs - window * windowMs };
    });
    const counting = redis.run(
      calls.flatMap(({ name, window }) => [keyOf(name, window), keyOf(name, window - 1)]),
      calls.flatMap(({ input, offsetMs, windowMs }) => [input.limit, offsetMs, windowMs].map(String)),
    );
    const counted = answers.parse(
      await withinLoopTime(CALL_TIMEOUT_MS, counting, () => new LimiterTimeoutError()),
    );
    return calls.map(({ input, offsetMs }, place) => {
      const [admitted, current, previous] = counted[place] ?? notCounted();
      return resultOf(input, { previous, current: current + admitted }, offsetMs, admitted === 1);
    });
  }),
});
