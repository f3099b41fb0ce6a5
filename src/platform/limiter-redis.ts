import type { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";

/** What the limiter needs of a Redis. `eval` is missing from the library's own type, but it is called. */
export type LimiterCommands = ConstructorParameters<typeof Ratelimit>[0]["redis"] & Pick<Redis, "eval">;

/** A connection to the shared counter. */
export type LimiterRedis = {
  commands: LimiterCommands;
  close(): Promise<void>;
};

/** How long one call may take, in ms, before this process decides alone. */
export const CALL_TIMEOUT_MS = 250;
