import type { AuditAction } from "#core/audit.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import type { AnyEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import {
  failingTooLongSince,
  MAX_EARLIER_SECRETS,
  MAX_ENDPOINTS,
  SECRET_OVERLAP_SECONDS,
  type WebhookEndpoint,
} from "#core/webhooks/webhook.ts";
import { lockMembers } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import * as rows from "#data/webhooks/webhook-endpoints.ts";
import { checkWebhookUrl } from "#platform/webhooks/address-policy.ts";
import { newWebhookSecret } from "#platform/webhooks/signature.ts";
import { recordAudit, recordOwnAudit } from "#services/audit-log.ts";
import type { Ctx, Deps, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireAsSeen } from "#services/seen.ts";
import { sealSecret } from "./secrets.ts";

type Target = { endpointId: string };

export const endpointNotFound = (): ServiceError =>
  new ServiceError("NOT_FOUND", "There is no such webhook endpoint.");

/**
 * The address to store. The addresses behind its name are checked at every send.
 * @throws INVALID_REQUEST_BODY with what is wrong
 */
const acceptedUrl = (deps: Pick<Deps, "settings">, text: string): string => {
  const check = checkWebhookUrl(text, { allowLoopback: deps.settings.webhookAllowLoopback });
  if (check.ok) return check.url;
  throw invalid("url", check.message);
};

/** The tenant's endpoints, oldest first. @throws PERMISSION_DENIED */
export const listEndpoints = async (ctx: MemberCtx): Promise<WebhookEndpoint[]> => {
  requirePermission(ctx, "webhooks.read");
  return rows.listEndpoints(ctx.deps.db.orm, ctx.tenant.id);
};

type CreateEndpointInput = {
  url: string;
  description?: string | undefined;
  /** All but `verification.appealed` and `verification.redacted` if absent. */
  events?: AnyEventName[] | undefined;
  /** Both if absent. */
  modes?: Mode[] | undefined;
};

/**
 * Creates an endpoint. Its secret is in this answer only.
 * @throws PERMISSION_DENIED; INVALID_REQUEST_BODY: a forbidden address, or too many endpoints
 */
export const createEndpoint = async (ctx: MemberCtx, input: CreateEndpointInput) => {
  requirePermission(ctx, "webhooks.write");
  const { deps, tenant } = ctx;
  const url = acceptedUrl(deps, input.url);
  const id = newId(deps, "endpoint");
  const secret = newWebhookSecret(deps.random);
  return inTransaction(deps.db, async (db) => {
    if ((await rows.countEndpoints(db, tenant.id)) >= MAX_ENDPOINTS) {
      throw new ServiceError("INVALID_REQUEST_BODY", `A tenant can have at most ${MAX_ENDPOINTS} endpoints.`);
    }
    const endpoint = await rows.insertEndpoint(
      db,
      {
        id,
        tenantId: tenant.id,
        url,
        description: input.description ?? "",
        events: input.events ?? [],
        modes: input.modes ?? ["live", "test"],
        secretSealed: sealSecret(deps, id, secret),
      },
      deps.now(),
    );
    const changes = { host: new URL(url).host };
    await recordOwnAudit(ctx, db, { action: "webhook_endpoint.create", target: id, changes });
    return { endpoint, secret };
  });
};

/** One change with its audit entry, both or neither. @throws NOT_FOUND for another tenant's endpoint as for none */
const change = async (
  ctx: MemberCtx,
  { endpointId: id }: Target,
  action: AuditAction,
  write: (db: Db, tenantId: string, now: Date) => Promise<boolean>,
): Promise<WebhookEndpoint | null> => {
  requirePermission(ctx, "webhooks.write");
  const tenantId = ctx.tenant.id;
  return inTransaction(ctx.deps.db, async (db) => {
    if (!(await rows.findEndpoint(db, tenantId, id))) throw endpointNotFound();
    if (await write(db, tenantId, ctx.deps.now())) await recordOwnAudit(ctx, db, { action, target: id });
    return rows.findEndpoint(db, tenantId, id);
  });
};

type UpdateEndpointInput = Target & rows.EndpointChanges & { seen?: rows.EndpointChanges | undefined };

/** Changes the given fields. @throws PERMISSION_DENIED, NOT_FOUND, INVALID_REQUEST_BODY; CONFLICT: it is not as it was seen */
export const updateEndpoint = async (ctx: MemberCtx, input: UpdateEndpointInput) => {
  requirePermission(ctx, "webhooks.write"); // before the answer reveals anything about the address
  const { endpointId: id, seen, ...changes } = input;
  const url = changes.url === undefined ? {} : { url: acceptedUrl(ctx.deps, changes.url) };
  return change(ctx, input, "webhook_endpoint.update", async (db, tenantId, now) => {
    await lockMembers(db, tenantId);
    requireAsSeen((await rows.findEndpoint(db, tenantId, id)) ?? {}, seen, "this endpoint");
    return rows.updateEndpoint(db, tenantId, id, { ...changes, ...url }, now);
  });
};

/** Switches an endpoint on. Deliveries cancelled while it was off stay cancelled. @throws PERMISSION_DENIED, NOT_FOUND */
export const enableEndpoint = (ctx: MemberCtx, target: Target) =>
  change(ctx, target, "webhook_endpoint.enable", (db, tenantId, now) =>
    rows.enableEndpoint(db, tenantId, target.endpointId, now),
  );

/** Switches an endpoint off and cancels its waiting deliveries. @throws PERMISSION_DENIED, NOT_FOUND */
export const disableEndpoint = (ctx: MemberCtx, target: Target) =>
  change(ctx, target, "webhook_endpoint.disable", (db, tenantId, now) =>
    rows.disableEndpoint(db, tenantId, target.endpointId, null, now),
  );

/** Removes an endpoint. @throws PERMISSION_DENIED, NOT_FOUND */
export const removeEndpoint = (ctx: MemberCtx, target: Target) =>
  change(ctx, target, "webhook_endpoint.remove", async (db, tenantId, now) => {
    await rows.cancelDeliveries(db, target.endpointId, now);
    return rows.removeEndpoint(db, tenantId, target.endpointId, now);
  });

/**
 * Creates a new secret, shown in this answer only. The previous one signs alongside it for 24 hours, and earlier ones for
 * the rest of theirs; or all of them stop at once.
 * @throws PERMISSION_DENIED, NOT_FOUND, CONFLICT: too many earlier secrets still sign
 */
export const rollSecret = async (ctx: MemberCtx, input: Target & { keepPrevious: boolean }) => {
  const { deps } = ctx;
  const { endpointId: id, keepPrevious } = input;
  const secret = newWebhookSecret(deps.random);
  await change(ctx, input, "webhook_endpoint.roll_secret", async (db, tenantId, now) => {
    const previousUntil = keepPrevious ? new Date(now.getTime() + SECRET_OVERLAP_SECONDS * 1000) : null;
    const secretSealed = sealSecret(deps, id, secret);
    const mostEarlier = MAX_EARLIER_SECRETS;
    if (!(await rows.rollSecret(db, { tenantId, id, secretSealed, previousUntil, mostEarlier, now }))) {
      throw new ServiceError(
        "CONFLICT",
        `${MAX_EARLIER_SECRETS} earlier secrets still sign. Wait until one of them ends, or roll without keeping them.`,
      );
    }
    return true;
  });
  return { secret };
};

/** Why the service switched an endpoint off. */
export type DisabledReason = "gone" | "failing";

/**
 * Switches an endpoint off because it answered 410 Gone or has failed for five days (unless it has just succeeded), and
 * cancels its waiting deliveries. The console shows the reason.
 */
export const disableBroken = (
  ctx: Ctx,
  { id, tenantId }: { id: string; tenantId: string },
  reason: DisabledReason,
): Promise<boolean> =>
  inTransaction(ctx.deps.db, async (db) => {
    const now = ctx.deps.now();
    const since = reason === "failing" ? failingTooLongSince(now) : undefined;
    const done = await rows.disableEndpoint(db, tenantId, id, reason, now, since);
    const audited = { tenantId, target: id, changes: { reason } };
    if (done) await recordAudit(ctx, db, { ...audited, action: "webhook_endpoint.disable" });
    return done;
  });
