import { limitsOf } from "#core/billing/plan.ts";
import { type DayRange, firstIdAt, idsOfDays } from "#core/day.ts";
import { required, ServiceError } from "#core/errors.ts";
import {
  type Counted,
  type Ended,
  RESEND_BATCH,
  type Resendable,
  type WebhookDelivery,
} from "#core/webhooks/webhook.ts";
import { inTransaction } from "#data/service/client.ts";
import type { IdRange } from "#data/service/columns.ts";
import { countResendable, hasten, requeue } from "#data/webhooks/resend.ts";
import * as rows from "#data/webhooks/webhook-deliveries.ts";
import { findEndpoint } from "#data/webhooks/webhook-endpoints.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { endpointNotFound, endpointTarget } from "./endpoints.ts";

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

/** Further attempts need the plan for them; bringing a scheduled one forward does not. @throws PLAN_REQUIRED */
const requirePlan = ({ tenant }: MemberCtx): void => {
  if (limitsOf(tenant.plan, tenant.overrides).manualWebhookRetry) return;
  throw new ServiceError(
    "PLAN_REQUIRED",
    "To send deliveries again, you need the growth plan or a larger one.",
  );
};

const sumOf = ({ failed, cancelled, delivered }: Record<Ended, number>): number =>
  failed + cancelled + delivered;

/**
 * Sends a delivery again, now, with the same bytes and event id. One that failed or was delivered gets one attempt. One
 * cancelled because its endpoint was off gets what is left of its seven attempts. One that waits gets its next attempt now.
 * @param input.attempts how many attempts the member was shown; a delivery that has had more since stays as it is
 * @returns false when nothing is sent: its endpoint is off, it is under way, or another member was faster
 * @throws PERMISSION_DENIED, NOT_FOUND, PLAN_REQUIRED
 */
export const retryDelivery = async (
  ctx: MemberCtx,
  input: { deliveryId: string; attempts?: number | undefined },
): Promise<boolean> => {
  requirePermission(ctx, "webhooks.retry");
  const { deps } = ctx;
  const { deliveryId: id, attempts } = input;
  const tenantId = ctx.tenant.id;
  const { status } = await requireDelivery(ctx, id);
  if (status !== "pending") requirePlan(ctx);
  const isQueued = await inTransaction(deps.db, async (db) => {
    const done =
      status === "pending"
        ? await hasten(db, tenantId, id, deps.now())
        : sumOf(await requeue(db, { tenantId, id, attempts }, deps.now())) > 0;
    if (done)
      await recordOwnAudit(ctx, db, {
        action: "webhook_delivery.retry",
        target: id,
        changes: { status },
      });
    return done;
  });
  if (isQueued) deps.wakeDeliveries();
  return isQueued;
};

type Wanted = {
  endpointId: string;
  /** Only events since then; all if absent. */
  since?: Date | undefined;
  statuses: readonly Ended[];
};

const requireEndpoint = async ({ deps, tenant }: MemberCtx, id: string) => {
  const endpoint = await findEndpoint(deps.db.orm, tenant.id, id);
  if (!endpoint) throw endpointNotFound();
  return endpoint;
};

const scopeOf = ({ tenant }: MemberCtx, { endpointId, since, statuses }: Wanted) => ({
  tenantId: tenant.id,
  endpointId,
  sinceId: since && firstIdAt("delivery", since),
  statuses,
});

/**
 * How many of an endpoint's deliveries can be sent again.
 * @throws PERMISSION_DENIED, NOT_FOUND
 */
export const countDeliveriesToResend = async (ctx: MemberCtx, input: Wanted): Promise<Resendable> => {
  requirePermission(ctx, "webhooks.read");
  await requireEndpoint(ctx, input.endpointId);
  return countResendable(ctx.deps.db.orm, scopeOf(ctx, input));
};

/**
 * Sends an endpoint's failed, cancelled or delivered deliveries again, as `retryDelivery` does: at most 10,000, oldest
 * first, RESEND_PER_SECOND a second.
 * @param input.counted the count that the member confirmed. The next call with it goes on where this one ended, and
 *   another member's call with one of the same time sends nothing twice
 * @returns how many are sent again, and how many are left for the next call
 * @throws PERMISSION_DENIED, NOT_FOUND, PLAN_REQUIRED, CONFLICT: the endpoint is switched off
 */
export const resendDeliveries = async (
  ctx: MemberCtx,
  input: Wanted & { counted: Counted },
): Promise<{ queued: Record<Ended, number>; left: Resendable }> => {
  requirePermission(ctx, "webhooks.retry");
  const { deps } = ctx;
  const { endpointId, since, counted } = input;
  const endpoint = await requireEndpoint(ctx, endpointId);
  requirePlan(ctx);
  if (!endpoint.isEnabled) throw new ServiceError("CONFLICT", "The endpoint is off. Turn it on first.");
  const scope = scopeOf(ctx, input);
  const done = await inTransaction(deps.db, async (db) => {
    const queued = await requeue(db, { ...scope, counted, limit: RESEND_BATCH }, deps.now());
    const left = await countResendable(db, scope, counted);
    if (sumOf(queued) > 0) {
      const changes = { ...queued, ...(since && { since: since.toISOString() }) };
      const entry = { action: "webhook_endpoint.resend", changes } as const;
      await recordOwnAudit(ctx, db, { ...entry, ...endpointTarget(endpoint) });
    }
    return { queued, left };
  });
  if (sumOf(done.queued) > 0) deps.wakeDeliveries();
  return done;
};
