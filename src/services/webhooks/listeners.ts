import type { OpenListenerBody, TakeDeliveriesBody } from "#contracts/public/listeners.ts";
import { DAY_MS, epochSeconds } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import {
  deliveryHeaders,
  LISTENER_DAYS,
  LISTENER_IDLE_MS,
  LISTENER_LEASE_SECONDS,
  MAX_LISTENERS,
} from "#core/webhooks/webhook.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { acknowledgeHeld, type TakenDelivery, takeHeld } from "#data/webhooks/held-deliveries.ts";
import * as rows from "#data/webhooks/listeners.ts";
import { newWebhookSecret, signatureHeaders } from "#platform/webhooks/signature.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, TenantCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { sealedFor } from "#services/sealing.ts";

const listenerNotFound = (): ServiceError =>
  new ServiceError(
    "NOT_FOUND",
    `There is no such open listener. It was closed, or asked for nothing for ${LISTENER_DAYS} days. Open another with POST /listeners.`,
  );

/** Makes room for one more, and only then writes: of the open ones, those unseen for an hour give way. @throws CONFLICT */
const makeRoom = async ({ deps, tenant }: TenantCtx, db: Db, now: Date): Promise<void> => {
  const open = await rows.openListeners(db, tenant.id);
  const excess = open.slice(0, Math.max(0, open.length - MAX_LISTENERS + 1));
  const isIdle = ({ seenAt }: { seenAt: Date }): boolean =>
    now.getTime() - seenAt.getTime() >= LISTENER_IDLE_MS;
  if (!excess.every(isIdle)) {
    throw new ServiceError(
      "CONFLICT",
      `${MAX_LISTENERS} command lines of this tenant listen already. Stop one of them first.`,
    );
  }
  for (const { id } of excess) await rows.endListener(db, { tenantId: tenant.id, id, now });
  if (excess.length > 0) deps.log.info("idle listeners gave way to a new one", { count: excess.length });
};

const endOf = (seenAt: Date): Date => new Date(seenAt.getTime() + LISTENER_DAYS * DAY_MS);

/** Opens a listener. Its secret is in this answer only. @throws CONFLICT: too many listen */
export const openListener = async (ctx: TenantCtx, input: OpenListenerBody) => {
  const { deps, tenant, mode } = ctx;
  const id = newId(deps, "listener");
  const secret = newWebhookSecret(deps.random);
  const createdAt = deps.now();
  const { name, filter, events = [] } = input;
  await inTransaction(deps.db, async (db) => {
    await makeRoom(ctx, db, createdAt);
    await rows.insertListener(db, {
      id,
      tenantId: tenant.id,
      mode,
      name,
      metadataKey: filter?.metadataKey ?? null,
      metadataValue: filter?.metadataValue ?? null,
      events,
      secretSealed: deps.secrets.seal(secret, sealedFor("listenerSecret", id)),
      createdAt,
    });
    const changes = { mode, name };
    await recordAudit(ctx, db, { tenantId: tenant.id, action: "listener.create", target: id, changes });
  });
  return { listenerId: id, secret, mode, expiresAt: endOf(createdAt) };
};

/** Closes a listener, and cancels what it did not acknowledge. @throws NOT_FOUND */
export const closeListener = async (ctx: TenantCtx, { listenerId: id }: { listenerId: string }) => {
  const { deps, tenant, mode } = ctx;
  const tenantId = tenant.id;
  await inTransaction(deps.db, async (db) => {
    const found = await rows.findListener(db, { tenantId, mode, id });
    if (!found || !(await rows.endListener(db, { tenantId, id, now: deps.now() }))) throw listenerNotFound();
    await recordAudit(ctx, db, { tenantId, action: "listener.close", target: id });
  });
  return { listenerId: id };
};

type Acknowledgement = TakeDeliveriesBody["acknowledgements"][number];

/**
 * An acknowledgement as an attempt. One that failed is not tried again by itself, unlike a webhook: a developer who has
 * just fixed the target wants the next event, and not those of the last hours in between.
 */
const resultOf = ({ deliveryId, attempt, status, durationMs, code }: Acknowledgement, now: Date) => {
  const isDelivered = status !== null && status >= 200 && status < 300;
  return {
    ...{ id: deliveryId, attempt, isDelivered, status, durationMs },
    code: code ?? (isDelivered ? null : "STATUS"),
    at: new Date(now.getTime() - durationMs),
  };
};

const toSend = (secret: string, delivery: TakenDelivery, now: Date) => {
  const { id: deliveryId, eventId, attempt, body } = delivery;
  const timestampSeconds = epochSeconds(now);
  const signature = signatureHeaders({ id: eventId, timestampSeconds, body, secrets: [secret] });
  const headers = deliveryHeaders({ ...delivery, attempt: String(attempt), signature });
  return { deliveryId, eventId, attempt, headers, body };
};

const SEEN_EVERY_MS = 60_000;

/**
 * Records acknowledgements, then leases what is next, oldest first, and waits for it if there is nothing.
 * @param signal when the caller is no longer there to take it
 * @throws NOT_FOUND: no such open listener of the key's tenant and mode
 */
export const takeDeliveries = async (ctx: TenantCtx, input: TakeDeliveriesBody, signal?: AbortSignal) => {
  const { deps, tenant, mode, actor } = ctx;
  // What another actor leases, no key's end takes back.
  const keyId = actor.kind === "tenant" ? actor.keyId : "";
  const { listenerId, acknowledgements, waitSeconds, limit } = input;
  const own = { tenantId: tenant.id, listenerId };
  const listener = await rows.findListener(deps.db.orm, { tenantId: tenant.id, mode, id: listenerId });
  if (!listener) throw listenerNotFound();
  const now = deps.now();
  const before = new Date(now.getTime() - SEEN_EVERY_MS);
  if (listener.seenAt < before) {
    await rows.noteSeen(deps.db.orm, { tenantId: tenant.id, id: listenerId, before, now });
  }
  const results = acknowledgements.map((each) => resultOf(each, now));
  const recorded = await acknowledgeHeld(deps.db, own, results, now);
  const lost = acknowledgements.flatMap(({ deliveryId }) => (recorded.has(deliveryId) ? [] : deliveryId));

  const secret = deps.secrets.open(listener.secretSealed, sealedFor("listenerSecret", listenerId));
  const take = async () => {
    const lease = { ...own, keyId, now: deps.now(), leaseSeconds: LISTENER_LEASE_SECONDS, limit };
    const taken = await takeHeld(deps.db, lease);
    return taken.map((delivery) => toSend(secret, delivery, deps.now()));
  };
  const atOnce = limit === 0 ? [] : await take();
  if (atOnce.length > 0 || waitSeconds === 0 || limit === 0) return { deliveries: atOnce, lost };
  const outcome = await deps.awaitHeld(listenerId, waitSeconds * 1000, signal);
  return { deliveries: outcome === "due" ? await take() : [], lost };
};

/** Ends listeners whose command line has not asked for seven days, and what ended ones still hold. @returns how many ended */
export const endUnseenListeners = ({ deps }: Ctx, limit: number): Promise<number> =>
  inTransaction(deps.db, async (db) => {
    const now = deps.now();
    const unseen = await rows.claimUnseen(db, new Date(now.getTime() - LISTENER_DAYS * DAY_MS), limit);
    for (const target of unseen) await rows.endListener(db, { ...target, now });
    await rows.cancelLeftBehind(db, now, limit);
    return unseen.length;
  });
