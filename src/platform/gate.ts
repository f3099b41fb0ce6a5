import { ServiceError } from "#core/errors.ts";

/** One call to be counted. */
export type GateInput = {
  /** Who is limited, e.g. `tenant:ten_…` or `address:…`. */
  key: string;
  /** Calls in any window. A key is counted apart for every limit and window, so a new plan starts a new count. */
  limit: number;
  windowSeconds: number;
};

export type GateDecision = {
  allowed: boolean;
  limit: number;
  /** Calls left now; 0 when refused. */
  remaining: number;
  /** Until more calls become available, whole seconds, at least 1: `t` of the RateLimit header (IETF draft). */
  resetSeconds: number;
  /** 0 when allowed. Else whole seconds, at least 1, after which a single call is admitted (RFC 9110 §10.2.3). */
  retryAfterSeconds: number;
  /** Whether a shared counter is configured but away, so that only this process counted. */
  degraded: boolean;
};

export type Gate = {
  /** @throws CacheUnavailableError when the shared counter is away and the policy is "deny" */
  limit(input: GateInput): Promise<GateDecision>;
  /** Whether the counter answers. Without a shared one: always. */
  health(): Promise<"connected" | "disconnected">;
  close(): Promise<void>;
};

/** The shared counter is away and this deployment refuses to go on without it. */
export class CacheUnavailableError extends ServiceError {
  override readonly name = "CacheUnavailableError";

  constructor(retryAfterSeconds: number) {
    super("CACHE_ERROR", undefined, { retryAfterSeconds });
  }
}
