import { type EventName, eventBody } from "#core/event.ts";
import type { Verification } from "#core/verification.ts";
import { isSameOrigin } from "#core/webhooks/webhook.ts";
import type { Db } from "#data/service/client.ts";
import { insertDeliveries, insertEvent, type Subscriber, subscribers } from "#data/webhooks/events.ts";
import type { Ctx } from "#services/context.ts";
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
    await insertEvent(db, { id: eventId, tenantId, verificationId, requestId, type, mode, body, createdAt });
    const found = await subscribers(db, verification, type);
    const addressed = addressedOf(found, verification.notificationUrl);
    await insertDeliveries(
      db,
      found.map((target) => ({
        id: newId(deps, "delivery"),
        tenantId,
        endpointId: target.endpointId,
        listenerId: target.listenerId,
        eventId,
        url: target === addressed ? verification.notificationUrl : null,
        status: statusFor(target),
        createdAt,
      })),
    );
  };
  await deps.telemetry.part("emit", type, write, { eventId, verificationId, tenantId, requestId });
};
