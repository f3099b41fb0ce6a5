import { BREAKER_OPEN_MS, type BreakerWindow, countAttempt, shouldOpen } from "#core/webhooks/backoff.ts";
import { type FailingStreak, failedAgain, hasFailedTooLong } from "#core/webhooks/webhook.ts";
import { type ClaimedDelivery, trippedBreakers } from "#data/webhooks/webhook-claims.ts";
import { markAnswering, markFailing, openBreaker } from "#data/webhooks/webhook-endpoints.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import type { AttemptOutcome } from "#services/webhooks/attempt-delivery.ts";
import { type DisabledReason, disableBroken } from "#services/webhooks/endpoints.ts";
import type { Attempted } from "./result-batcher.ts";

const REFRESH_MS = 1_000;

/** One breaker per endpoint: counted in each worker, open for all of them through the endpoint's row. */
export const createBreakers = (deps: Pick<Deps, "db" | "now">) => {
  const windows = new Map<string, BreakerWindow>();
  const unshared = new Map<string, Date>();
  let tripped: Map<string, Date> = new Map();
  let refreshedAtMs = Number.NEGATIVE_INFINITY;

  const isOver = (until: Date): boolean => until.getTime() <= deps.now().getTime();
  const isProbing = (endpointId: string): boolean => {
    const until = tripped.get(endpointId);
    return until !== undefined && isOver(until);
  };

  const trip = (endpointId: string): void => {
    const until = new Date(deps.now().getTime() + BREAKER_OPEN_MS);
    tripped.set(endpointId, until);
    unshared.set(endpointId, until);
    windows.delete(endpointId);
  };

  const close = (endpointId: string): void => {
    unshared.delete(endpointId);
    if (tripped.delete(endpointId)) windows.delete(endpointId);
  };

  return {
    /** Reads what other workers found, at most once a second. */
    refresh: async (): Promise<void> => {
      const nowMs = deps.now().getTime();
      if (nowMs - refreshedAtMs < REFRESH_MS) return;
      refreshedAtMs = nowMs;
      const shared = await trippedBreakers(deps.db);
      tripped = new Map([...shared, ...unshared]);
    },
    /** Endpoints to leave alone now. */
    open: (): string[] => [...tripped].filter(([, until]) => !isOver(until)).map(([id]) => id),
    /** How many deliveries of an endpoint may be under way: none in the pause, then one as a probe. */
    slotsOf: (endpointId: string): number => {
      if (!tripped.has(endpointId)) return Number.POSITIVE_INFINITY;
      return isProbing(endpointId) ? 1 : 0;
    },
    /** Counts an attempt; opens the breaker of an endpoint that keeps failing, at once in this process. */
    count: (endpointId: string, outcome: AttemptOutcome): void => {
      if (outcome === "untried") return;
      if (outcome === "ok") close(endpointId);
      else if (isProbing(endpointId)) {
        trip(endpointId);
        return;
      }
      const window = countAttempt(windows.get(endpointId), outcome !== "ok", deps.now().getTime());
      windows.set(endpointId, window);
      if (shouldOpen(window)) trip(endpointId);
    },
    /** Tells the other workers which breakers this one opened. */
    share: async (): Promise<void> => {
      for (const [endpointId, until] of unshared) {
        await openBreaker(deps.db, endpointId, until);
        if (unshared.get(endpointId) === until) unshared.delete(endpointId);
      }
    },
  };
};

type Breakers = ReturnType<typeof createBreakers>;

/** The failing streak of a delivery's endpoint, as it was when the delivery was claimed. */
const streakOf = ({ failingSince, failingDays, failingCountedAt }: ClaimedDelivery): FailingStreak | null =>
  failingSince && {
    since: failingSince,
    days: Math.max(1, failingDays),
    countedAt: failingCountedAt ?? failingSince,
  };

const reasonToDisable = ({ delivery, result }: Attempted, now: Date): DisabledReason | null => {
  if (result.outcome === "gone") return "gone";
  const hasFailed = result.outcome === "failed";
  return hasFailed && hasFailedTooLong(failedAgain(streakOf(delivery), now), now) ? "failing" : null;
};

/** Notes what recorded attempts say about their endpoints. */
export const createEndpointHealth =
  (deps: Deps, breakers: Breakers) =>
  async (written: readonly Attempted[]): Promise<void> => {
    const now = deps.now();
    const recovered = new Set<string>();
    const failing = new Map<string, ClaimedDelivery>();
    for (const { delivery, result } of written) {
      const { endpointId, failingSince, isTripped } = delivery;
      if (result.outcome === "failed") failing.set(endpointId, delivery);
      if (result.outcome === "ok" && (failingSince !== null || isTripped)) recovered.add(endpointId);
    }
    if (recovered.size > 0) await markAnswering(deps.db, [...recovered]);
    for (const [endpointId, delivery] of failing) {
      const streak = failedAgain(streakOf(delivery), now);
      const isNews = delivery.failingCountedAt?.getTime() !== streak.countedAt.getTime();
      if (isNews) await markFailing(deps.db, endpointId, streak, delivery.failingCountedAt);
    }
    await breakers.share();

    const broken = new Map<string, { tenantId: string; reason: DisabledReason }>();
    for (const attempted of written) {
      const { endpointId, tenantId } = attempted.delivery;
      const reason = reasonToDisable(attempted, now);
      if (reason !== null) broken.set(endpointId, { tenantId, reason });
    }
    for (const [id, { tenantId, reason }] of broken) {
      await disableBroken(systemCtx(deps), { id, tenantId }, reason);
    }
  };
