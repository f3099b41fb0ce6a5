import type { EventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import type { Db } from "./client.ts";

export type NewEvent = {
  id: string;
  tenantId: string;
  verificationId: string;
  requestId: string;
  type: EventName;
  mode: Mode;
  body: string;
  createdAt: Date;
};

/** A verification has each event at most once: the unique index says so whatever the code does. */
export const insertEvent = async (db: Db, event: NewEvent): Promise<void> => {
  await db.event.create({ data: event });
};

/** The endpoints that get this event. */
export const subscribedEndpoints = (
  db: Db,
  tenantId: string,
  type: EventName,
  mode: Mode,
): Promise<{ id: string }[]> =>
  db.webhookEndpoint.findMany({
    where: {
      tenantId,
      isEnabled: true,
      deletedAt: null,
      modes: { has: mode },
      OR: [{ events: { isEmpty: true } }, { events: { has: type } }],
    },
    select: { id: true },
  });

export type NewDelivery = {
  id: string;
  tenantId: string;
  endpointId: string;
  eventId: string;
  nextAttemptAt: Date;
  createdAt: Date;
};

export const insertDeliveries = async (db: Db, deliveries: NewDelivery[]): Promise<void> => {
  if (deliveries.length > 0) await db.webhookDelivery.createMany({ data: deliveries });
};
