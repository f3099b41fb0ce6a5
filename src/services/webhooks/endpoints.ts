import type { CreateEndpoint, UpdateEndpoint } from "#contracts/console/webhooks.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import {
  failingTooLongSince,
  MAX_EARLIER_SECRETS,
  MAX_ENDPOINTS,
  SECRET_OVERLAP_SECONDS,
  type WebhookEndpoint,
} from "#core/webhooks/webhook.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import * as rows from "#data/webhooks/webhook-endpoints.ts";
import { checkWebhookUrl } from "#platform/webhooks/address-policy.ts";
import { newWebhookSecret } from "#platform/webhooks/signature.ts";
import { type Happened, recordAudit, recordOwnAudit } from "#services/audit-log.ts";
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

/** An address as the trail keeps it: its query can be a secret. */
const withoutQuery = (url: string): string => url.replace(/\?.*$/s, "?…");

const isSameButQuery = (one: string, other: string): boolean =>
  one !== other && withoutQuery(one) === withoutQuery(other);

/** Whom an audit entry is about: an endpoint that is pointed elsewhere for an hour is another one then. */
export const endpointTarget = ({ id, url }: Pick<WebhookEndpoint, "id" | "url">) => ({
  target: id,
  targetName: withoutQuery(url),
});

/** The tenant's endpoints, oldest first. @throws PERMISSION_DENIED */
export const listEndpoints = async (ctx: MemberCtx): Promise<WebhookEndpoint[]> => {
  requirePermission(ctx, "webhooks.read");
  return rows.listEndpoints(ctx.deps.db.orm, ctx.tenant.id);
};

/**
 * Creates an endpoint. Its secret is in this answer only.
 * @throws PERMISSION_DENIED; INVALID_REQUEST_BODY: a forbidden address, or too many endpoints
 */
export const createEndpoint = async (ctx: MemberCtx, input: CreateEndpoint) => {
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
    const { host } = new URL(url);
    const entry = { action: "webhook_endpoint.create", changes: { host } } as const;
    await recordOwnAudit(ctx, db, { ...entry, ...endpointTarget(endpoint) });
    return { endpoint, secret };
  });
};

type Write = (db: Db, endpoint: WebhookEndpoint, now: Date) => Promise<Happened | null>;

/**
 * One change with its audit entry, both or neither.
 * @param write null: it was already so
 * @throws NOT_FOUND for another tenant's endpoint as for none
 */
const change = async (
  ctx: MemberCtx,
  { endpointId: id }: Target,
  write: Write,
): Promise<WebhookEndpoint | null> => {
  requirePermission(ctx, "webhooks.write");
  const tenantId = ctx.tenant.id;
  return inTenantTransaction(ctx.deps.db, tenantId, async (db) => {
    const endpoint = await rows.findEndpoint(db, tenantId, id);
    if (!endpoint) throw endpointNotFound();
    const happened = await write(db, endpoint, ctx.deps.now());
    if (happened) await recordOwnAudit(ctx, db, { ...happened, ...endpointTarget(endpoint) });
    return rows.findEndpoint(db, tenantId, id);
  });
};

/** Changes the given fields. @throws PERMISSION_DENIED, NOT_FOUND, INVALID_REQUEST_BODY; CONFLICT: a given field is not as it was seen */
export const updateEndpoint = async (ctx: MemberCtx, input: UpdateEndpoint) => {
  requirePermission(ctx, "webhooks.write"); // before the answer reveals anything about the address
  const { endpointId: id, seen, ...changes } = input;
  const url = changes.url === undefined ? {} : { url: acceptedUrl(ctx.deps, changes.url) };
  return change(ctx, input, async (db, endpoint, now) => {
    const after = { ...changes, ...url };
    const what = { what: "this endpoint", target: id };
    await requireAsSeen(ctx, db, { stored: endpoint, given: after, seen, ...what });
    if (!(await rows.updateEndpoint(db, endpoint.tenantId, id, after, now))) return null;
    const isOtherQuery = after.url !== undefined && isSameButQuery(after.url, endpoint.url);
    return {
      action: "webhook_endpoint.update",
      before: { ...endpoint, url: withoutQuery(endpoint.url) },
      after: { ...after, url: after.url === undefined ? undefined : withoutQuery(after.url) },
      also: isOtherQuery ? { hasNewQuery: true } : {},
    };
  });
};

/** Switches an endpoint on. Deliveries cancelled while it was off stay cancelled. @throws PERMISSION_DENIED, NOT_FOUND */
export const enableEndpoint = (ctx: MemberCtx, target: Target) =>
  change(ctx, target, async (db, { tenantId, id }, now) =>
    (await rows.enableEndpoint(db, tenantId, id, now)) ? { action: "webhook_endpoint.enable" } : null,
  );

/** Switches an endpoint off and cancels its waiting deliveries. @throws PERMISSION_DENIED, NOT_FOUND */
export const disableEndpoint = (ctx: MemberCtx, target: Target) =>
  change(ctx, target, async (db, { tenantId, id }, now) =>
    (await rows.disableEndpoint(db, tenantId, id, null, now)) ? { action: "webhook_endpoint.disable" } : null,
  );

/** Removes an endpoint. @throws PERMISSION_DENIED, NOT_FOUND */
export const removeEndpoint = (ctx: MemberCtx, target: Target) =>
  change(ctx, target, async (db, { tenantId, id }, now) => {
    await rows.cancelDeliveries(db, id, now);
    const isRemoved = await rows.removeEndpoint(db, tenantId, id, now);
    return isRemoved ? { action: "webhook_endpoint.remove" } : null;
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
  await change(ctx, input, async (db, { tenantId }, now) => {
    const previousUntil = keepPrevious ? new Date(now.getTime() + SECRET_OVERLAP_SECONDS * 1000) : null;
    const secretSealed = sealSecret(deps, id, secret);
    const mostEarlier = MAX_EARLIER_SECRETS;
    if (!(await rows.rollSecret(db, { tenantId, id, secretSealed, previousUntil, mostEarlier, now }))) {
      throw new ServiceError(
        "CONFLICT",
        `${MAX_EARLIER_SECRETS} earlier secrets still sign. Wait until one of them ends, or roll without keeping them.`,
      );
    }
    const overlapHours = keepPrevious ? SECRET_OVERLAP_SECONDS / 3_600 : 0;
    return { action: "webhook_endpoint.roll_secret", changes: { overlapHours } };
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
    if (!(await rows.disableEndpoint(db, tenantId, id, reason, now, since))) return false;
    const endpoint = await rows.findEndpoint(db, tenantId, id);
    await recordAudit(ctx, db, {
      ...(endpoint ? endpointTarget(endpoint) : { target: id }),
      tenantId,
      action: "webhook_endpoint.disable",
      changes: { reason },
    });
    return true;
  });
