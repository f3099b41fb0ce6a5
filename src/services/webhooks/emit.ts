import { type EventName, eventBody } from "#core/event.ts";
import type { Verification } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { insertDeliveries, insertEvent, subscribedEndpoints } from "#data/webhooks/events.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";

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
    await insertDeliveries(
      db,
      endpoints.map((endpoint) => ({
        id: newId(deps, "delivery"),
        tenantId,
        endpointId: endpoint.id,
        eventId,
        // Deliveries missed while an endpoint is off can be sent again later.
        status: endpoint.isEnabled ? "pending" : "cancelled",
        createdAt,
      })),
    );
  };
  await deps.telemetry.part("emit", type, write, { eventId, verificationId, tenantId, requestId });
};
