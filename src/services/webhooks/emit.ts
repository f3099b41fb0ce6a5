import { type EventName, eventBody } from "#core/event.ts";
import type { Verification } from "#core/verification.ts";
import { isSameOrigin } from "#core/webhooks/webhook.ts";
import type { Db } from "#data/service/client.ts";
import { insertDeliveries, insertEvent, subscribedEndpoints } from "#data/webhooks/events.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";

type Subscribed = Awaited<ReturnType<typeof subscribedEndpoints>>[number];

/**
 * The endpoint whose delivery goes to the verification's notification_url: the oldest of that origin, one that is on before
 * one that is off. The others receive at their own address, so that one address gets one delivery.
 */
const addressedOf = (endpoints: readonly Subscribed[], notificationUrl: string | null): Subscribed | null => {
  if (notificationUrl === null) return null;
  const there = endpoints.filter(({ url }) => isSameOrigin(url, notificationUrl));
  return there.find(({ isEnabled }) => isEnabled) ?? there[0] ?? null;
};

/**
 * Writes an event and one delivery for each subscribed endpoint, in the transaction of the change that it reports, so that
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
    const endpoints = await subscribedEndpoints(db, tenantId, type, mode);
    const addressed = addressedOf(endpoints, verification.notificationUrl);
    await insertDeliveries(
      db,
      endpoints.map((endpoint) => ({
        id: newId(deps, "delivery"),
        tenantId,
        endpointId: endpoint.id,
        eventId,
        url: endpoint.id === addressed?.id ? verification.notificationUrl : null,
        // Deliveries missed while an endpoint is off can be sent again later.
        status: endpoint.isEnabled ? "pending" : "cancelled",
        createdAt,
      })),
    );
  };
  await deps.telemetry.part("emit", type, write, { eventId, verificationId, tenantId, requestId });
};
