import { ServiceError } from "#core/errors.ts";
import { MAX_EARLIER_SECRETS, SECRET_OVERLAP_SECONDS, type WebhookEndpoint } from "#core/webhook.ts";
import { type Db, inTransaction } from "#data/client.ts";
import {
  type EndpointChanges,
  enableEndpoint as enableRow,
  findEndpoint,
  removeEndpoint as removeRow,
  rollSecret as rollRow,
  updateEndpoint as updateRow,
} from "#data/webhook-endpoints.ts";
import { cancelDeliveries, disableEndpoint as disableRow } from "#data/webhook-health.ts";
import { newWebhookSecret } from "#platform/webhooks/signature.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { acceptedUrl } from "./check-url.ts";
import { sealSecret } from "./endpoint-secrets.ts";

type Target = { tenantId: string; id: string };

const endpointNotFound = (): ServiceError =>
  new ServiceError("NOT_FOUND", "There is no such webhook endpoint.");

/** One change with its audit entry, both or neither. @throws NOT_FOUND for another tenant's endpoint as for none */
const change = (
  ctx: Ctx,
  target: Target,
  action: string,
  write: (db: Db, now: Date) => Promise<boolean>,
): Promise<WebhookEndpoint | null> =>
  inTransaction(ctx.deps.db, async (db) => {
    if (!(await findEndpoint(db, target.tenantId, target.id))) throw endpointNotFound();
    if (await write(db, ctx.deps.now())) {
      await recordAudit(ctx, db, { tenantId: target.tenantId, action, target: target.id });
    }
    return findEndpoint(db, target.tenantId, target.id);
  });

/** Changes the given fields. @throws NOT_FOUND, INVALID_REQUEST_BODY */
export const updateEndpoint = async (ctx: Ctx, target: Target, changes: EndpointChanges) => {
  const checked =
    changes.url === undefined ? changes : { ...changes, url: acceptedUrl(ctx.deps, changes.url) };
  return change(ctx, target, "webhook_endpoint.update", async (db, now) => {
    await updateRow(db, target.tenantId, target.id, checked, now);
    return true;
  });
};

/** Switches an endpoint on. What was cancelled while it was off stays cancelled. @throws NOT_FOUND */
export const enableEndpoint = (ctx: Ctx, target: Target) =>
  change(ctx, target, "webhook_endpoint.enable", (db, now) => enableRow(db, target.tenantId, target.id, now));

/** Switches an endpoint off and cancels what waits for it. @throws NOT_FOUND */
export const disableEndpoint = (ctx: Ctx, target: Target) =>
  change(ctx, target, "webhook_endpoint.disable", (db, now) =>
    disableRow(db, target.tenantId, target.id, null, now),
  );

/** Takes an endpoint away for good. @throws NOT_FOUND */
export const removeEndpoint = (ctx: Ctx, target: Target) =>
  change(ctx, target, "webhook_endpoint.remove", async (db, now) => {
    await cancelDeliveries(db, target.id, now);
    return removeRow(db, target.tenantId, target.id, now);
  });

/**
 * Makes a new secret, shown in this answer only. The one before signs beside it for 24 hours, and those before
 * it for what is left of theirs; or all of them stop at once.
 * @throws NOT_FOUND, CONFLICT: too many earlier secrets still sign
 */
export const rollSecret = async (
  ctx: Ctx,
  target: Target & { keepPrevious: boolean },
): Promise<{ secret: string }> => {
  const { deps } = ctx;
  const secret = newWebhookSecret(deps.random);
  await change(ctx, target, "webhook_endpoint.roll_secret", async (db, now) => {
    const until = target.keepPrevious ? new Date(now.getTime() + SECRET_OVERLAP_SECONDS * 1000) : null;
    const secretSealed = sealSecret(deps, target.id, secret);
    const { tenantId, id } = target;
    const mostEarlier = MAX_EARLIER_SECRETS;
    if (!(await rollRow(db, { tenantId, id, secretSealed, previousUntil: until, mostEarlier, now }))) {
      throw new ServiceError(
        "CONFLICT",
        `${MAX_EARLIER_SECRETS} earlier secrets still sign. Roll at once, which ends them, or wait until one of them ends.`,
      );
    }
    return true;
  });
  return { secret };
};
