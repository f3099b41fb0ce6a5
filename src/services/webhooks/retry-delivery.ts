import { ServiceError } from "#core/errors.ts";
import { limitsOf } from "#core/plan.ts";
import { inTransaction } from "#data/client.ts";
import { findTenant } from "#data/tenants.ts";
import { requeueFailed } from "#data/webhook-deliveries.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { getDelivery } from "./list.ts";

/**
 * Sends a failed delivery once more, now. The schedule is not started again: if it fails, it is failed again.
 * @returns false when it is not failed (any more) or its endpoint is off; two clicks are one run
 * @throws NOT_FOUND, PLAN_REQUIRED
 */
export const retryDelivery = async (ctx: Ctx, input: { tenantId: string; id: string }): Promise<boolean> => {
  const { deps } = ctx;
  const tenant = await findTenant(deps.db.orm, input.tenantId);
  await getDelivery(ctx, input);
  if (!tenant || !limitsOf(tenant.plan, tenant.overrides).manualWebhookRetry) {
    throw new ServiceError(
      "PLAN_REQUIRED",
      "Sending a delivery again by hand needs the growth plan or a larger one.",
    );
  }
  const requeued = await inTransaction(deps.db, async (db) => {
    const done = await requeueFailed(db, input.tenantId, input.id, deps.now());
    if (done) {
      await recordAudit(ctx, db, {
        tenantId: input.tenantId,
        action: "webhook_delivery.retry",
        target: input.id,
      });
    }
    return done;
  });
  if (requeued) deps.wakeDeliveries();
  return requeued;
};
