import { firstIdAt } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { limitsOf } from "#core/plan.ts";
import { RESEND_BATCH } from "#core/webhook.ts";
import { inTransaction } from "#data/client.ts";
import { findTenant } from "#data/tenants.ts";
import {
  countUnsent as countRows,
  requeueUnsent,
  type Unsent,
  type UnsentCounts,
} from "#data/webhook-deliveries.ts";
import { findEndpoint } from "#data/webhook-endpoints.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { getDelivery } from "./list.ts";

type Scope = {
  tenantId: string;
  endpointId: string;
  /** Events since then; all where absent. */
  since?: Date | undefined;
};

/** @throws PLAN_REQUIRED */
const requirePlan = async ({ deps }: Ctx, tenantId: string): Promise<void> => {
  const tenant = await findTenant(deps.db.orm, tenantId);
  if (tenant && limitsOf(tenant.plan, tenant.overrides).manualWebhookRetry) return;
  throw new ServiceError(
    "PLAN_REQUIRED",
    "Sending a delivery again by hand needs the growth plan or a larger one.",
  );
};

const endpointOf = async ({ deps }: Ctx, { tenantId, endpointId }: Scope) => {
  const endpoint = await findEndpoint(deps.db.orm, tenantId, endpointId);
  if (!endpoint) throw new ServiceError("NOT_FOUND", "There is no such webhook endpoint.");
  return endpoint;
};

const sinceId = (since: Date | undefined): string | undefined => since && firstIdAt("delivery", since);

/**
 * Sends a failed or cancelled delivery again, now, with the same bytes and event id. A failed one is tried once: if it
 * fails, it is failed again. One that was cancelled, because its endpoint was off, has what is left of its seven attempts.
 * @returns false when it is neither (any more) or its endpoint is off; two clicks are one run
 * @throws NOT_FOUND, PLAN_REQUIRED
 */
export const retryDelivery = async (ctx: Ctx, input: { tenantId: string; id: string }): Promise<boolean> => {
  const { deps } = ctx;
  const { tenantId, id } = input;
  await getDelivery(ctx, input);
  await requirePlan(ctx, tenantId);
  const isQueued = await inTransaction(deps.db, async (db) => {
    const { failed, cancelled } = await requeueUnsent(db, { tenantId, id }, deps.now());
    const done = failed + cancelled > 0;
    if (done) await recordAudit(ctx, db, { tenantId, action: "webhook_delivery.retry", target: id });
    return done;
  });
  if (isQueued) deps.wakeDeliveries();
  return isQueued;
};

/** How many of an endpoint's deliveries were not delivered and can be sent again. @throws NOT_FOUND */
export const countUnsent = async (ctx: Ctx, scope: Scope): Promise<UnsentCounts> => {
  await endpointOf(ctx, scope);
  return countRows(ctx.deps.db.orm, { ...scope, sinceId: sinceId(scope.since) });
};

/**
 * Sends an endpoint's failed deliveries again, or its cancelled ones, or both, as `retryDelivery` does with one: at most
 * 10,000, the oldest first.
 * @returns how many are sent again, and how many are left for the next call
 * @throws NOT_FOUND, PLAN_REQUIRED, CONFLICT: the endpoint is switched off
 */
export const resendDeliveries = async (
  ctx: Ctx,
  input: Scope & { statuses: readonly Unsent[] },
): Promise<{ queued: UnsentCounts; left: UnsentCounts }> => {
  const { deps } = ctx;
  const { tenantId, endpointId, statuses, since } = input;
  const endpoint = await endpointOf(ctx, input);
  await requirePlan(ctx, tenantId);
  if (!endpoint.isEnabled) throw new ServiceError("CONFLICT", "Turn the endpoint on first.");
  const filter = { tenantId, endpointId, sinceId: sinceId(since) };
  const done = await inTransaction(deps.db, async (db) => {
    const queued = await requeueUnsent(db, { ...filter, statuses, limit: RESEND_BATCH }, deps.now());
    const { failed, cancelled } = await countRows(db, filter);
    if (queued.failed + queued.cancelled > 0) {
      await recordAudit(ctx, db, {
        tenantId,
        action: "webhook_endpoint.resend",
        target: endpointId,
        changes: { ...queued, ...(since && { since: since.toISOString() }) },
      });
    }
    const left = {
      failed: statuses.includes("failed") ? failed : 0,
      cancelled: statuses.includes("cancelled") ? cancelled : 0,
    };
    return { queued, left };
  });
  if (done.queued.failed + done.queued.cancelled > 0) deps.wakeDeliveries();
  return done;
};
