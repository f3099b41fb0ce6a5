import { Redis } from "@upstash/redis";
import { CALL_TIMEOUT_MS, type LimiterRedis } from "#platform/limiter-redis.ts";

/** A Redis behind Upstash's REST interface. It keeps no connection, so there is nothing to open or to close. */
export const openUpstashRedis = (options: { url: string; token: string }): LimiterRedis => ({
  commands: new Redis({
    ...options,
    retry: false, // its own retries would take more than four seconds
    signal: () => AbortSignal.timeout(CALL_TIMEOUT_MS),
    enableTelemetry: false,
  }),
  close: async () => {},
});
