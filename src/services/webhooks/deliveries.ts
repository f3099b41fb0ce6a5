import { limitsOf } from "#core/billing/plan.ts";
import { type DayRange, firstIdAt, idsOfDays } from "#core/day.ts";
import { required, ServiceError } from "#core/errors.ts";
import { RESEND_BATCH, type WebhookDelivery } from "#core/webhooks/webhook.ts";
import { inTransaction } from "#data/service/client.ts";
import type { IdRange } from "#data/service/columns.ts";
import * as rows from "#data/webhooks/webhook-deliveries.ts";
import { findEndpoint } from "#data/webhooks/webhook-endpoints.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { endpointNotFound } from "./endpoints.ts";

/** A page of deliveries, newest first. @throws PERMISSION_DENIED */
export const listDeliveries = async (
  ctx: MemberCtx,
  input: Omit<rows.DeliveryFilter, keyof IdRange> & DayRange & PageInput,
): Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }> => {
  requirePermission(ctx, "webhooks.read");
  const { limit, cursor, from, to, zone, ...others } = input;
  const filter = { ...others, ...idsOfDays("delivery", { from, to, zone }) };
  const { page, nextCursor } = await pageOf(limit, (most) =>
    rows.listDeliveries(ctx.deps.db.orm, ctx.tenant.id, filter, most, cursor),
  );
  return { deliveries: page, nextCursor };
};

const requireDelivery = async ({ deps, tenant }: MemberCtx, id: string): Promise<rows.DeliveryDetail> =>
  required(await rows.findDelivery(deps.db.orm, tenant.id, id), "NOT_FOUND", "There is no such delivery.");

/** One delivery with the bytes that are sent and every attempt. @throws PERMISSION_DENIED, NOT_FOUND */
export const getDelivery = async (ctx: MemberCtx, input: { deliveryId: string }) => {
  requirePermission(ctx, "webhooks.read");
  return requireDelivery(ctx, input.deliveryId);
};

/** @throws PLAN_REQUIRED */
const requirePlan = ({ tenant }: MemberCtx): void => {
  if (limitsOf(tenant.plan, tenant.overrides).manualWebhookRetry) return;
  throw new ServiceError(
    "PLAN_REQUIRED",
    "To send deliveries again, you need the growth plan or a larger one.",
  );
};

/**
 * Sends a failed or cancelled delivery again, now, with the same bytes and event id. A failed one gets one attempt. One
 * cancelled because its endpoint was off gets what is left of its seven attempts.
 * @returns false when it is neither, or its endpoint is off; two clicks make one run
 * @throws PERMISSION_DENIED, NOT_FOUND, PLAN_REQUIRED
 */
export const retryDelivery = async (ctx: MemberCtx, input: { deliveryId: string }): Promise<boolean> => {
  requirePermission(ctx, "webhooks.retry");
  const { deps } = ctx;
  const { deliveryId: id } = input;
  const tenantId = ctx.tenant.id;
  await requireDelivery(ctx, id);
  requirePlan(ctx);
  const isQueued = await inTransaction(deps.db, async (db) => {
    const { failed, cancelled } = await rows.requeueUnsent(db, { tenantId, id }, deps.now());
    const done = failed + cancelled > 0;
    if (done) await recordOwnAudit(ctx, db, { action: "webhook_delivery.retry", target: id });
    return done;
  });
  if (isQueued) deps.wakeDeliveries();
  return isQueued;
};

type Unsent = {
  endpointId: string;
  /** Only events since then; all if absent. */
  since?: Date | undefined;
};

const sinceId = (since: Date | undefined): string | undefined => since && firstIdAt("delivery", since);

const requireEndpoint = async ({ deps, tenant }: MemberCtx, id: string) => {
  const endpoint = await findEndpoint(deps.db.orm, tenant.id, id);
  if (!endpoint) throw endpointNotFound();
  return endpoint;
};

/**
 * How many of an endpoint's deliveries were not delivered and can be sent again.
 * @throws PERMISSION_DENIED, NOT_FOUND
 */
export const countUnsent = async (ctx: MemberCtx, input: Unsent): Promise<rows.UnsentCounts> => {
  requirePermission(ctx, "webhooks.read");
  const { endpointId, since } = input;
  await requireEndpoint(ctx, endpointId);
  const filter = { tenantId: ctx.tenant.id, endpointId, sinceId: sinceId(since) };
  return rows.countUnsent(ctx.deps.db.orm, filter);
};

/**
 * Sends an endpoint's failed or cancelled deliveries, or both, again, as `retryDelivery` does: at most 10,000, oldest
 * first.
 * @returns how many are sent again, and how many are left for the next call
 * @throws PERMISSION_DENIED, NOT_FOUND, PLAN_REQUIRED, CONFLICT: the endpoint is switched off
 */
export const resendDeliveries = async (
  ctx: MemberCtx,
  input: Unsent & { statuses: readonly rows.Unsent[] },
): Promise<{ queued: rows.UnsentCounts; left: rows.UnsentCounts }> => {
  requirePermission(ctx, "webhooks.retry");
  const { deps, tenant } = ctx;
  const { endpointId, statuses, since } = input;
  const endpoint = await requireEndpoint(ctx, endpointId);
  requirePlan(ctx);
  if (!endpoint.isEnabled) throw new ServiceError("CONFLICT", "The endpoint is off. Turn it on first.");
  const filter = { tenantId: tenant.id, endpointId, sinceId: sinceId(since) };
  const done = await inTransaction(deps.db, async (db) => {
    const queued = await rows.requeueUnsent(db, { ...filter, statuses, limit: RESEND_BATCH }, deps.now());
    const { failed, cancelled } = await rows.countUnsent(db, filter);
    if (queued.failed + queued.cancelled > 0) {
      const changes = { ...queued, ...(since && { since: since.toISOString() }) };
      await recordOwnAudit(ctx, db, { action: "webhook_endpoint.resend", target: endpointId, changes });
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
