import { type FailingStreak, failedAgain, hasFailedTooLong } from "#core/webhook.ts";
import type { ClaimedDelivery } from "#data/webhook-claims.ts";
import { markAnswering, markFailing } from "#data/webhook-health.ts";
import { systemCtx } from "#runtime.ts";
import type { Deps } from "#services/context.ts";
import { type DisabledReason, disableBroken } from "#services/webhooks/endpoints.ts";
import type { Breakers } from "./breakers.ts";
import type { Outcome } from "./result-batcher.ts";

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
