import { type AccountEventName, type EventName, eventBody } from "#core/event.ts";
import type { Mode, Verification } from "#core/verification.ts";
import { accountEventBody } from "#core/webhooks/account-event.ts";
import { isSameOrigin } from "#core/webhooks/webhook.ts";
import type { Db } from "#data/service/client.ts";
import {
  accountSubscribers,
  insertDeliveries,
  insertEvent,
  type Subscriber,
  subscribers,
} from "#data/webhooks/events.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";

/** Deliveries missed while an endpoint is off can be sent again later. */
const statusFor = ({ listenerId, isEnabled }: Subscriber): "pending" | "held" | "cancelled" => {
  if (listenerId !== null) return "held";
  return isEnabled ? "pending" : "cancelled";
};

/**
 * The endpoint whose delivery goes to the verification's notification_url: the oldest of that origin, one that is on before
 * one that is off. The others receive at their own address, so that one address gets one delivery.
 */
const addressedOf = (found: readonly Subscriber[], notificationUrl: string | null): Subscriber | null => {
  if (notificationUrl === null) return null;
  const there = found.filter(({ url }) => url !== null && isSameOrigin(url, notificationUrl));
  return there.find(({ isEnabled }) => isEnabled) ?? there[0] ?? null;
};

/** One delivery of an event for each target. */
const insertFor = (
  deps: Deps,
  db: Db,
  { id: eventId, tenantId, createdAt }: { id: string; tenantId: string; createdAt: Date },
  found: readonly Subscriber[],
  urlOf: (target: Subscriber) => string | null,
): Promise<void> =>
  insertDeliveries(
    db,
    found.map((target) => ({
      id: newId(deps, "delivery"),
      tenantId,
      endpointId: target.endpointId,
      listenerId: target.listenerId,
      eventId,
      url: urlOf(target),
      status: statusFor(target),
      createdAt,
    })),
  );

/**
 * Writes an event and one delivery for each subscribed endpoint and listener, in the transaction of the change that it reports, so that
 * both or neither exist. Nothing is sent here.
 * @param appealId see eventBody
 */
export const emitEvent = async (
  { deps }: Ctx,
  db: Db,
  type: EventName,
  verification: Verification,
  appealId: string | null = null,
): Promise<void> => {
  const { tenantId, mode, requestId } = verification;
  const createdAt = deps.now();
  const { id: verificationId } = verification;
  const eventId = newId(deps, "event");
  const body = eventBody(type, verification, createdAt, appealId);
  const write = async (): Promise<void> => {
    const event = { id: eventId, tenantId, createdAt };
    await insertEvent(db, {
      ...event,
      ...{ verificationId, requestId, type, mode, body },
      aboutTenantId: null,
    });
    const found = await subscribers(db, verification, type);
    const addressed = addressedOf(found, verification.notificationUrl);
    await insertFor(deps, db, event, found, (target) =>
      target === addressed ? verification.notificationUrl : null,
    );
  };
  await deps.telemetry.part("emit", type, write, { eventId, verificationId, tenantId, requestId });
};

/** An event about a tenant itself. */
type AccountEvent = {
  tenantId: string;
  type: AccountEventName;
  /** That of what the event is about; live where that has none. */
  mode: Mode;
  /** What the body says besides its envelope. */
  fields: object;
  /** The endpoint that the event is about, which never gets it. */
  exceptEndpointId?: string | null;
};

/**
 * Writes an event about a tenant itself and one delivery for each endpoint that names it, in the caller's transaction.
 * Nothing is sent here. Its `request_id` is a new one: receivers deduplicate by it.
 * @returns the event's id
 */
export const emitAccountEvent = async (
  { deps }: Pick<Ctx, "deps">,
  db: Db,
  { tenantId, type, mode, fields, exceptEndpointId = null }: AccountEvent,
): Promise<string> => {
  const createdAt = deps.now();
  const event = { id: newId(deps, "event"), tenantId, createdAt };
  const requestId = newId(deps, "request");
  const body = accountEventBody(type, requestId, createdAt, fields);
  await insertEvent(db, {
    ...event,
    ...{ verificationId: null, aboutTenantId: tenantId, requestId, type, mode, body },
  });
  const found = await accountSubscribers(db, { tenantId, mode }, type, exceptEndpointId);
  await insertFor(deps, db, event, found, () => null);
  return event.id;
};
