import { ServiceError } from "#core/errors.ts";
import { CERTIFICATE_WORDS, certificateFaultOf } from "#core/identity/certificate-fault.ts";
import type { Logger } from "#platform/log.ts";
import { machineCount } from "#platform/machine-limits.ts";
import { openRedis } from "#platform/redis.ts";
import {
  COUNT_SCRIPT,
  type CountName,
  createMemoryLimiter,
  createRedisCount,
  type RateLimitInput,
  type WindowResult,
} from "#platform/sliding-window.ts";
import { createUpstashCount, type UpstashOptions } from "#platform/upstash.ts";

type RateLimitResult = WindowResult & {
  /** Whether a shared counter is configured but unavailable, so that only this process counted. */
  degraded: boolean;
};

type Limited = RateLimitInput & {
  /** Counted in this process while the shared counter is unavailable, even under "deny": these are refused in any case. */
  countsAlone?: true;
};

export type RateLimiter = {
  /** @throws CacheUnavailableError when the shared counter is unavailable and the policy is "deny" */
  limit(input: Limited): Promise<RateLimitResult>;
  /** Whether the counter answers. Without a shared one: always. */
  health(): Promise<"connected" | "disconnected">;
  close(): Promise<void>;
};

/** The shared counter is unavailable, and this deployment refuses to go on without it. */
export class CacheUnavailableError extends ServiceError {
  override readonly name = "CacheUnavailableError";

  constructor(retryAfterSeconds: number) {
    super("CACHE_ERROR", undefined, { retryAfterSeconds });
  }
}

export type RateLimiterOptions = {
  /** Redis over Upstash's REST interface; takes precedence over `redisUrl`. */
  upstash?: UpstashOptions | undefined;
  /**
   * Any Redis. With neither, calls are counted in this process, or by the one that started it and its
   * siblings.
   */
  redisUrl?: string | undefined;
  /** What the shared counter learns about whose calls it counts. */
  countName: CountName;
  /** When the shared counter is unavailable: count in this process, or refuse. */
  onFailure: "allow" | "deny";
  now: () => Date;
  log: Pick<Logger, "warn" | "info">;
};

/** After this many failures in a row it opens: nothing is sent. */
const MAX_FAILURES = 3;
/** From then on, one probe goes out per this interval. */
const PROBE_EVERY_MS = 2_000;
// The call that finds out whether the counter works. A PING would not: a full or read-only Redis answers it.
const PROBE: RateLimitInput = { key: "probe", limit: 1_000_000_000, windowSeconds: 10 };

/**
 * A circuit breaker: a peer that does not answer costs its time-out a few times per outage, not once per
 * request. It opens and closes once per outage and reports both.
 */
export const createBreaker = (options: {
  now: () => Date;
  onOpen: (error: unknown) => void;
  onClose: (openForMs: number) => void;
}) => {
  let failures = 0;
  let openedAtMs: number | null = null;
  let probedAtMs = 0;
  const nowMs = (): number => options.now().getTime();

  return {
    isOpen: (): boolean => openedAtMs !== null,
    /** Whether a probe may be sent now. Saying yes starts the next interval, so that only one caller probes. */
    takeProbe: (): boolean => {
      if (openedAtMs !== null && Math.abs(nowMs() - probedAtMs) < PROBE_EVERY_MS) return false;
      probedAtMs = nowMs();
      return true;
    },
    succeeded: (): void => {
      failures = 0;
      if (openedAtMs === null) return;
      const openForMs = nowMs() - openedAtMs;
      openedAtMs = null;
      options.onClose(openForMs);
    },
    failed: (error: unknown): void => {
      failures += 1;
      if (openedAtMs !== null || failures < MAX_FAILURES) return;
      openedAtMs = nowMs();
      probedAtMs = openedAtMs;
      options.onOpen(error);
    },
  };
};

/** A limit below one admits no call; there is nothing to count. */
const closedFor = ({ limit, windowSeconds }: RateLimitInput): RateLimitResult => ({
  allowed: false,
  limit,
  remaining: 0,
  resetSeconds: windowSeconds,
  retryAfterSeconds: windowSeconds,
  degraded: false,
});

const certificateWords = (error: unknown): string | undefined => {
  const fault = certificateFaultOf(error);
  return fault === null ? undefined : CERTIFICATE_WORDS[fault];
};

/** Says once what no later attempt fixes, without a call that has to be counted. */
const sayCertificate = (log: Pick<Logger, "warn">): ((error: unknown) => void) => {
  let isSaid = false;
  return (error) => {
    const why = certificateWords(error);
    if (why === undefined || isSaid) return;
    isSaid = true;
    log.warn("The certificate of the shared rate-limit counter is not trusted.", { why });
  };
};

/** The rate limiter of this process: over Upstash's REST interface, over Redis, or in its own memory. */
export const createRateLimiter = (options: RateLimiterOptions): RateLimiter => {
  const { upstash, redisUrl, countName, onFailure, now, log } = options;
  const memory = createMemoryLimiter({ now });
  const shared = upstash
    ? createUpstashCount(upstash, countName, now)
    : redisUrl
      ? createRedisCount(openRedis(redisUrl, COUNT_SCRIPT, sayCertificate(log)), countName, now)
      : null;
  if (!shared) {
    const countOnMachine = machineCount();
    const decide = async (input: RateLimitInput): Promise<WindowResult> =>
      (await countOnMachine?.(input).catch(() => null)) ?? memory.limit(input);
    return {
      limit: async (input) =>
        input.limit < 1 ? closedFor(input) : { ...(await decide(input)), degraded: false },
      health: async () => "connected",
      close: async () => {},
    };
  }

  const breaker = createBreaker({
    now,
    onOpen: (error) =>
      log.warn("The shared rate-limit counter is away.", {
        policy: onFailure,
        why: certificateWords(error),
        error,
      }),
    onClose: (ms) =>
      log.info("The shared rate-limit counter is back.", { awaySeconds: Math.round(ms / 1000) }),
  });
  let probing: Promise<boolean> | undefined;

  /** Null: the counter did not answer. */
  const ask = async (input: RateLimitInput) => {
    try {
      const result = await shared.count(input);
      breaker.succeeded();
      return result;
    } catch (error) {
      breaker.failed(error);
      return null;
    }
  };

  const probe = (): Promise<boolean> => {
    probing ??= ask(PROBE).then((result) => {
      probing = undefined;
      return result !== null;
    });
    return probing;
  };

  const decideAlone = (input: Limited): RateLimitResult => {
    if (onFailure === "deny" && !input.countsAlone) throw new CacheUnavailableError(PROBE_EVERY_MS / 1000);
    return { ...memory.limit(input), degraded: true };
  };

  return {
    limit: async (input) => {
      if (input.limit < 1) return closedFor(input);
      if (breaker.isOpen()) {
        if (breaker.takeProbe()) void probe(); // in the background: no request waits for it
        return decideAlone(input);
      }
      const result = await ask(input);
      if (!result) return decideAlone(input);
      // Counted here too, in case this process has to decide by itself.
      if (result.allowed) memory.record(input);
      return { ...result, degraded: false };
    },
    health: async () => {
      const mayAsk = probing !== undefined || breaker.takeProbe();
      return mayAsk && (await probe()) ? "connected" : "disconnected";
    },
    close: shared.close,
  };
};
