import { Ratelimit } from "@upstash/ratelimit";
import { Redis, type RedisConfigNodejs } from "@upstash/redis";
import { LRUCache } from "lru-cache";
import { gatherTurn } from "#core/loop/gather.ts";
import { afterLoopTime, withinLoopTime } from "#core/loop/loop-time.ts";
import { CALL_TIMEOUT_MS } from "#platform/redis.ts";
import {
  type CountName,
  LimiterTimeoutError,
  nameOf,
  planOf,
  type RateLimitInput,
  resultOf,
  type SharedCount,
  toWholeSeconds,
} from "#platform/sliding-window.ts";

export type UpstashOptions = { url: string; token: string };

/** As many as there are plans and overrides. */
const MAX_LIMITERS = 256;

// Gives up only the call; the connection stays for others.
const endsWithTheCall = (): AbortSignal => {
  const given = new AbortController();
  afterLoopTime(CALL_TIMEOUT_MS, () => given.abort());
  return given.signal;
};

/** What the limiter calls, with the other counters' names: its own are `<plan>:<caller>:<window>`. */
const named = (sender: Redis, options: RedisConfigNodejs, keyOf: CountName): Redis => {
  const renamed = (key: string): string => {
    const end = key.lastIndexOf(":");
    return keyOf(key.slice(0, end), Number(key.slice(end + 1)));
  };
  const client = new Redis({ ...options, enableAutoPipelining: false });
  client.evalsha = (sha, keys, values) => sender.evalsha(sha, keys.map(renamed), values);
  client.eval = (script, keys, values) => sender.eval(script, keys.map(renamed), values);
  return client;
};

/**
 * Counts by Upstash's own limiter over its REST interface, for all processes; the calls of one turn of the event loop are
 * one request. It rejects when Upstash does not answer in time.
 * @param now has to be the clock's time, which the limiter reads by itself
 */
export const createUpstashCount = (where: UpstashOptions, keyOf: CountName, now: () => Date): SharedCount => {
  const options = {
    ...where,
    retry: false, // its own retries would take more than four seconds
    signal: endsWithTheCall,
    enableTelemetry: false,
  } as const;
  // It sends the calls of one turn as one request.
  const sender = new Redis(options);
  const redis = named(sender, options, keyOf);
  const limiters = new LRUCache<string, Ratelimit>({ max: MAX_LIMITERS });

  const limiterOf = (input: RateLimitInput): Ratelimit => {
    const prefix = planOf(input);
    const limiter =
      limiters.get(prefix) ??
      new Ratelimit({
        redis,
        limiter: Ratelimit.slidingWindow(input.limit, `${input.windowSeconds} s`),
        prefix,
        ephemeralCache: false, // it refuses until the window ends, which costs half of the allowance
        timeout: 0, // its own would judge by the clock, and admit everything
        analytics: false,
        enableTelemetry: false,
      });
    limiters.set(prefix, limiter);
    return limiter;
  };

  const decide = async (input: RateLimitInput) => {
    const { key, limit, windowSeconds } = input;
    const windowMs = windowSeconds * 1000;
    const nowMs = now().getTime();
    const { success, remaining, reset } = await limiterOf(input).limit(key);
    const window = reset / windowMs - 1;
    const offsetMs = Math.max(0, nowMs - window * windowMs);
    if (success) {
      const resetSeconds = toWholeSeconds(windowMs - offsetMs);
      return { allowed: true, limit, remaining, resetSeconds, retryAfterSeconds: 0 };
    }
    // The limiter says "the end of the window". There a used-up window still counts in full, and a call is
    // often admitted much earlier (ADR 21): one more read, for refused calls only.
    const name = nameOf(input);
    const counts = await sender.mget(keyOf(name, window), keyOf(name, window - 1));
    const [current = 0, previous = 0] = counts.map(Number);
    return resultOf(input, { current, previous }, offsetMs, false);
  };

  return {
    count: gatherTurn(Number.POSITIVE_INFINITY, async (inputs) =>
      inputs.map((input) => withinLoopTime(CALL_TIMEOUT_MS, decide(input), () => new LimiterTimeoutError())),
    ),
    close: async () => {},
  };
};
