import { type AccountEventName, type AnyEventName, type EventName, isUsualEvent } from "#core/event.ts";
import type { Mode, Verification } from "#core/verification.ts";
import type { Event, WebhookDelivery } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

/** A verification has each event at most once: the unique index ensures it, whatever the code does. */
export const insertEvent = async (
  db: Db,
  event: Omit<Event, "number"> & { type: AnyEventName },
): Promise<void> => {
  await db.event.create({ data: event });
};

/** Whom an event is for: an endpoint, also one that is switched off, or a command line that listens. */
export type Subscriber = {
  endpointId: string | null;
  listenerId: string | null;
  /** Of the endpoint. */
  url: string | null;
  isEnabled: boolean;
};

/**
 * Whom an event of this verification is for, endpoints from the oldest, in one statement. The events of a verification that names a listener go nowhere else:
 * a test from a command line must not reach the tenant's servers.
 */
export const subscribers = (
  db: Db,
  { tenantId, mode, metadata, listenerId }: Verification,
  type: EventName,
): Promise<Subscriber[]> => {
  const isUsual = isUsualEvent(type);
  return db.$queryRaw<Subscriber[]>`
    select id as "endpointId", null as "listenerId", url, is_enabled as "isEnabled" from webhook_endpoint
    where tenant_id = ${tenantId} and deleted_at is null and ${mode}::mode = any(modes)
      and ((${isUsual} and events = '{}') or ${type} = any(events)) and ${listenerId}::text is null
    union all
    select null, id, null, true from listener
    where tenant_id = ${tenantId} and ended_at is null and mode = ${mode}::mode
      and case when ${listenerId}::text is null
        then ((${isUsual} and events = '{}') or ${type} = any(events))
          and (metadata_key is null or ${JSON.stringify(metadata ?? {})}::jsonb ->> metadata_key = metadata_value)
        else id = ${listenerId} end
    order by 1`;
};

/**
 * The endpoints that name an event about the tenant itself, from the oldest. Command lines get none: they follow
 * verifications.
 * @param except the endpoint that the event is about: through it, it would only fail again
 */
export const accountSubscribers = (
  db: Db,
  { tenantId, mode }: { tenantId: string; mode: Mode },
  type: AccountEventName,
  except: string | null,
): Promise<Subscriber[]> => db.$queryRaw<Subscriber[]>`
  select id as "endpointId", null as "listenerId", url, is_enabled as "isEnabled" from webhook_endpoint
  where tenant_id = ${tenantId} and deleted_at is null and ${mode}::mode = any(modes)
    and ${type} = any(events) and id is distinct from ${except}
  order by id`;

/** Pending deliveries are due at once, held ones when their listener asks; cancelled ones have ended. */
type NewDelivery = Pick<
  WebhookDelivery,
  "id" | "tenantId" | "endpointId" | "listenerId" | "eventId" | "url" | "createdAt"
> & { status: "pending" | "held" | "cancelled" };

/**
 * Writes deliveries. Postgres decides when they are due: a process whose clock is ahead must not delay them.
 */
export const insertDeliveries = async (db: Db, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length === 0) return;
  const column = <Key extends keyof NewDelivery>(key: Key): NewDelivery[Key][] =>
    deliveries.map((delivery) => delivery[key]);
  await db.$executeRaw`
    insert into webhook_delivery
      (id, tenant_id, endpoint_id, listener_id, event_id, url, status, next_attempt_at, created_at, ended_at)
    select id, tenant_id, endpoint_id, listener_id, event_id, url, status::delivery_status,
      least(created_at, clock_timestamp()), created_at, case when status = 'cancelled' then created_at end
    from unnest(${column("id")}::text[], ${column("tenantId")}::text[], ${column("endpointId")}::text[],
      ${column("listenerId")}::text[], ${column("eventId")}::text[], ${column("url")}::text[],
      ${column("status")}::text[], ${column("createdAt")}::timestamptz[])
      as given(id, tenant_id, endpoint_id, listener_id, event_id, url, status, created_at)`;
};
