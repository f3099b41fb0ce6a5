import { createBreaker, PROBE_EVERY_MS } from "#platform/breaker.ts";
import { CacheUnavailableError, type Gate, type GateDecision, type GateInput } from "#platform/gate.ts";
import type { LimiterRedis } from "#platform/limiter-redis.ts";
import { createLocalLimiter, type LocalLimiter } from "#platform/local-limiter.ts";
import type { Logger } from "#platform/log.ts";
import { openRedis } from "#platform/redis.ts";
import { createSharedLimiter, type SharedLimiter } from "#platform/shared-limiter.ts";
import { openUpstashRedis } from "#platform/upstash-redis.ts";

export type GateOptions = {
  /** Redis over Upstash's REST interface; goes before `redisUrl`. */
  upstash?: { url: string; token: string } | undefined;
  /** Any Redis. Without both, calls are counted in this process. */
  redisUrl?: string | undefined;
  /** When the shared counter is away: count in this process, or refuse. */
  onFailure: "allow" | "deny";
  now: () => Date;
  log: Pick<Logger, "warn" | "info">;
};

// The call that finds out whether the counter works. A PING would not: a full or read-only Redis answers it.
const PROBE: GateInput = { key: "probe", limit: 1_000_000_000, windowSeconds: 10 };

/** A limit below one admits nobody; there is nothing to count. */
const closedFor = (input: GateInput): GateDecision => ({
  allowed: false,
  limit: input.limit,
  remaining: 0,
  resetSeconds: input.windowSeconds,
  retryAfterSeconds: input.windowSeconds,
  degraded: false,
});

const createLocalGate = (local: LocalLimiter): Gate => ({
  limit: async (input) => (input.limit < 1 ? closedFor(input) : { ...local.limit(input), degraded: false }),
  health: async () => "connected",
  close: async () => {},
});

const createSharedGate = (
  { now, log, onFailure }: GateOptions,
  local: LocalLimiter,
  shared: SharedLimiter,
  close: () => Promise<void>,
): Gate => {
  const breaker = createBreaker({
    now,
    onOpen: (error) => log.warn("The shared rate-limit counter is away.", { policy: onFailure, error }),
    onClose: (ms) =>
      log.info("The shared rate-limit counter is back.", { awaySeconds: Math.round(ms / 1000) }),
  });
  let probing: Promise<boolean> | undefined;

  const ask = async (input: GateInput): Promise<Omit<GateDecision, "degraded"> | null> => {
    try {
      const decision = await shared.limit(input);
      breaker.succeeded();
      return decision;
    } catch (error) {
      breaker.failed(error);
      return null;
    }
  };

  const probe = (): Promise<boolean> => {
    probing ??= ask(PROBE).then((decision) => {
      probing = undefined;
      return decision !== null;
    });
    return probing;
  };

  const decideAlone = (input: GateInput): GateDecision => {
    if (onFailure === "deny") throw new CacheUnavailableError(PROBE_EVERY_MS / 1000);
    return { ...local.limit(input), degraded: true };
  };

  return {
    limit: async (input) => {
      if (input.limit < 1) return closedFor(input);
      if (breaker.isOpen()) {
        if (breaker.takeProbe()) void probe(); // in the background: no request waits for it
        return decideAlone(input);
      }
      const decision = await ask(input);
      if (!decision) return decideAlone(input);
      // What was admitted together counts if this process has to go on alone.
      if (decision.allowed) local.record(input);
      return { ...decision, degraded: false };
    },
    health: async () => {
      const mayAsk = probing !== undefined || breaker.takeProbe();
      return mayAsk && (await probe()) ? "connected" : "disconnected";
    },
    close,
  };
};

/** The rate limiter of this process: over Upstash's REST interface, over Redis, or on its own. */
export const createGate = (options: GateOptions): Gate => {
  const local = createLocalLimiter({ now: options.now });
  const redis: LimiterRedis | null = options.upstash
    ? openUpstashRedis(options.upstash)
    : options.redisUrl
      ? openRedis(options.redisUrl)
      : null;
  if (!redis) return createLocalGate(local);
  const shared = createSharedLimiter({ redis, now: options.now });
  return createSharedGate(options, local, shared, redis.close);
};
