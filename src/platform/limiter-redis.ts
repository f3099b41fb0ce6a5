import type { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";

/** What the limiter needs of a Redis. `eval` is missing from the library's own type, but it is called. */
export type LimiterCommands = ConstructorParameters<typeof Ratelimit>[0]["redis"] & Pick<Redis, "eval">;

/** A connection to the shared counter. */
export type LimiterRedis = {
  commands: LimiterCommands;
  /** Fulfilled when the first attempt to connect has succeeded, failed or taken too long. */
  tried: Promise<void>;
  close(): Promise<void>;
};

/** How long one call may take, in ms of loop time (loop-time.ts), before this process decides alone. */
export const CALL_TIMEOUT_MS = 250;
