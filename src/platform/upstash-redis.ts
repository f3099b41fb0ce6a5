import { Redis } from "@upstash/redis";
import { CALL_TIMEOUT_MS, type LimiterRedis } from "#platform/limiter-redis.ts";
import { afterLoopTime } from "#platform/loop-time.ts";

// The call that it belonged to has been given up; the connection is for others.
const endsWithTheCall = (): AbortSignal => {
  const given = new AbortController();
  afterLoopTime(CALL_TIMEOUT_MS, () => given.abort());
  return given.signal;
};

/** A Redis behind Upstash's REST interface. It keeps no connection, so there is nothing to open or to close. */
export const openUpstashRedis = (options: { url: string; token: string }): LimiterRedis => ({
  commands: new Redis({
    ...options,
    retry: false, // its own retries would take more than four seconds
    signal: endsWithTheCall,
    enableTelemetry: false,
  }),
  tried: Promise.resolve(),
  close: async () => {},
});
