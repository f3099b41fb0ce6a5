import { type EventName, isUsualEvent } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import type { Event, WebhookDelivery } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

/** A verification has each event at most once: the unique index ensures it, whatever the code does. */
export const insertEvent = async (db: Db, event: Event & { type: EventName }): Promise<void> => {
  await db.event.create({ data: event });
};

/** The endpoints that this event is for, oldest first, including those switched off. */
export const subscribedEndpoints = (db: Db, tenantId: string, type: EventName, mode: Mode) =>
  db.webhookEndpoint.findMany({
    where: {
      tenantId,
      deletedAt: null,
      modes: { has: mode },
      OR: [...(isUsualEvent(type) ? [{ events: { isEmpty: true } }] : []), { events: { has: type } }],
    },
    orderBy: { id: "asc" },
    select: { id: true, url: true, isEnabled: true },
  });

/** Pending deliveries are due at once; cancelled ones have ended. */
type NewDelivery = Pick<
  WebhookDelivery,
  "id" | "tenantId" | "endpointId" | "eventId" | "url" | "createdAt"
> & {
  status: "pending" | "cancelled";
};

/**
 * Writes deliveries. Postgres decides when they are due: a process whose clock is ahead must not delay them.
 */
export const insertDeliveries = async (db: Db, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length === 0) return;
  const column = <Key extends keyof NewDelivery>(key: Key): NewDelivery[Key][] =>
    deliveries.map((delivery) => delivery[key]);
  await db.$executeRaw`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, url, status, next_attempt_at, created_at, ended_at)
    select id, tenant_id, endpoint_id, event_id, url, status::delivery_status, least(created_at, clock_timestamp()), created_at,
      case when status = 'cancelled' then created_at end
    from unnest(${column("id")}::text[], ${column("tenantId")}::text[], ${column("endpointId")}::text[],
      ${column("eventId")}::text[], ${column("url")}::text[], ${column("status")}::text[], ${column("createdAt")}::timestamptz[])
      as given(id, tenant_id, endpoint_id, event_id, url, status, created_at)`;
};
