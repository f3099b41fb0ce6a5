import { hasFailedTooLong } from "#core/webhook.ts";
import { markAnswering, markFailing } from "#data/webhook-health.ts";
import { systemCtx } from "#runtime.ts";
import type { Deps } from "#services/context.ts";
import { type DisabledReason, disableBroken } from "#services/webhooks/disable-endpoint.ts";
import type { Breakers } from "./breakers.ts";
import type { Outcome } from "./settlement-buffer.ts";

const reasonToDisable = ({ delivery, settled }: Outcome, now: Date): DisabledReason | null => {
  if (settled.verdict === "gone") return "gone";
  return settled.verdict === "failed" && hasFailedTooLong(delivery.failingSince, now) ? "failing" : null;
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
    const failing = endpointsOf(
      ({ delivery, settled }) => settled.verdict === "failed" && delivery.failingSince === null,
    );
    if (recovered.length > 0) await markAnswering(deps.db, recovered);
    if (failing.length > 0) await markFailing(deps.db, failing, now);
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
