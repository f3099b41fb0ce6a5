import { failingTooLongSince } from "#core/webhook.ts";
import { inTransaction } from "#data/client.ts";
import { disableEndpoint as disableRow } from "#data/webhook-health.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";

/** Why an endpoint was switched off by the service itself. */
export type DisabledReason = "gone" | "failing";

/**
 * Switches an endpoint off because it answered 410 Gone or has failed for five days (unless
 * it has answered well in this moment). What waits for it is
 * cancelled; the console shows the reason.
 */
export const disableBroken = (
  ctx: Ctx,
  endpoint: { id: string; tenantId: string },
  reason: DisabledReason,
): Promise<boolean> =>
  inTransaction(ctx.deps.db, async (db) => {
    const now = ctx.deps.now();
    const since = reason === "failing" ? failingTooLongSince(now) : undefined;
    const done = await disableRow(db, endpoint.tenantId, endpoint.id, reason, now, since);
    if (done) {
      await recordAudit(ctx, db, {
        tenantId: endpoint.tenantId,
        action: "webhook_endpoint.disable",
        target: endpoint.id,
        changes: { reason },
      });
    }
    return done;
  });
