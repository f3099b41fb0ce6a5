import { BREAKER_OPEN_MS, type BreakerWindow, countAttempt, shouldOpen } from "#core/backoff.ts";
import { type FailingStreak, failedAgain, hasFailedTooLong } from "#core/webhook.ts";
import { type ClaimedDelivery, trippedBreakers } from "#data/webhooks/webhook-claims.ts";
import { markAnswering, markFailing, openBreaker } from "#data/webhooks/webhook-endpoints.ts";
import { systemCtx } from "#runtime.ts";
import type { Deps } from "#services/context.ts";
import type { Verdict } from "#services/webhooks/attempt-delivery.ts";
import { type DisabledReason, disableBroken } from "#services/webhooks/endpoints.ts";
import type { Outcome } from "./result-batcher.ts";

const REFRESH_MS = 1_000;

export type Breakers = {
  /** Reads what other workers found; at most once a second. */
  refresh(): Promise<void>;
  /** Endpoints to leave alone now. */
  open(): string[];
  /** How many deliveries of an endpoint may be under way: none in the pause, one to see whether the pause has helped. */
  placesOf(endpointId: string): number;
  /** Counts an attempt; opens the breaker of an endpoint that keeps failing, at once in this process. */
  count(endpointId: string, verdict: Verdict): void;
  /** Tells the other workers what was opened here. */
  share(): Promise<void>;
};

/** One breaker per endpoint: counted in each worker, open for all of them through the endpoint's row. */
export const createBreakers = (deps: Pick<Deps, "db" | "now">): Breakers => {
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
    refresh: async () => {
      const nowMs = deps.now().getTime();
      if (nowMs - refreshedAtMs < REFRESH_MS) return;
      refreshedAtMs = nowMs;
      const shared = await trippedBreakers(deps.db);
      tripped = new Map([...shared, ...unshared]);
    },
    open: () => [...tripped].filter(([, until]) => !isOver(until)).map(([id]) => id),
    placesOf: (endpointId) => {
      if (!tripped.has(endpointId)) return Number.POSITIVE_INFINITY;
      return isProbing(endpointId) ? 1 : 0;
    },
    count: (endpointId, verdict) => {
      if (verdict === "untried") return;
      if (verdict === "ok") close(endpointId);
      else if (isProbing(endpointId)) return trip(endpointId);
      const window = countAttempt(windows.get(endpointId), verdict !== "ok", deps.now().getTime());
      windows.set(endpointId, window);
      if (shouldOpen(window)) trip(endpointId);
    },
    share: async () => {
      for (const [endpointId, until] of unshared) {
        await openBreaker(deps.db, endpointId, until);
        if (unshared.get(endpointId) === until) unshared.delete(endpointId);
      }
    },
  };
};

/** The failing streak of a delivery's endpoint, as it was when the delivery was claimed. */
const streakOf = ({ failingSince, failingDays, failingCountedAt }: ClaimedDelivery): FailingStreak | null =>
  failingSince && {
    since: failingSince,
    days: Math.max(1, failingDays),
    countedAt: failingCountedAt ?? failingSince,
  };

const reasonToDisable = ({ delivery, settled }: Outcome, now: Date): DisabledReason | null => {
  if (settled.verdict === "gone") return "gone";
  const hasFailed = settled.verdict === "failed";
  return hasFailed && hasFailedTooLong(failedAgain(streakOf(delivery), now), now) ? "failing" : null;
};

/** Notes what outcomes that were written say about their endpoints. */
export const createEndpointHealth =
  (deps: Deps, breakers: Breakers) =>
  async (written: readonly Outcome[]): Promise<void> => {
    const now = deps.now();
    const endpointsOf = (wanted: (outcome: Outcome) => boolean): string[] => [
      ...new Set(written.filter(wanted).map(({ delivery }) => delivery.endpointId)),
    ];
    const recovered = endpointsOf(
      ({ delivery, settled }) =>
        settled.verdict === "ok" && (delivery.failingSince !== null || delivery.isTripped),
    );
    const failing = new Map<string, ClaimedDelivery>();
    for (const { delivery, settled } of written) {
      if (settled.verdict === "failed") failing.set(delivery.endpointId, delivery);
    }
    if (recovered.length > 0) await markAnswering(deps.db, recovered);
    for (const [endpointId, delivery] of failing) {
      const streak = failedAgain(streakOf(delivery), now);
      const isNews = delivery.failingCountedAt?.getTime() !== streak.countedAt.getTime();
      if (isNews) await markFailing(deps.db, endpointId, streak, delivery.failingCountedAt);
    }
    await breakers.share();

    const broken = new Map<string, { tenantId: string; reason: DisabledReason }>();
    for (const outcome of written) {
      const { endpointId, tenantId } = outcome.delivery;
      const reason = reasonToDisable(outcome, now);
      if (reason !== null) broken.set(endpointId, { tenantId, reason });
    }
    for (const [id, { tenantId, reason }] of broken) {
      await disableBroken(systemCtx(deps), { id, tenantId }, reason);
    }
  };
