import type { AnyEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";

/** What is new about an endpoint. */
export type EndpointNews = {
  id: string;
  tenantId: string;
  url: string;
  modes: Mode[];
  failingSince: Date | null;
  /** "gone" or "failing", where the service switched it off. */
  disabledReason: string | null;
  news: "failing" | "disabled" | "recovered";
};

/**
 * The endpoints whose tenants do not know yet how they are, and notes that they do: another worker that looks gets none of them. For the
 * transaction that tells them.
 * @param failingSince what has failed for so long is failing
 */
export const takeEndpointNews = (db: Db, failingSince: Date, limit: number): Promise<EndpointNews[]> =>
  db.$queryRaw<EndpointNews[]>`
    with news as materialized (
      select id from webhook_endpoint
        where deleted_at is null and is_enabled and told is null and failing_since <= ${failingSince}
      union all
      select id from webhook_endpoint
        where deleted_at is null and not is_enabled and disabled_reason is not null and told is distinct from 'disabled'
      union all
      select id from webhook_endpoint
        where deleted_at is null and is_enabled and told is not null and failing_since is null),
    seen as materialized (
      select id, case when not is_enabled then 'disabled' when failing_since is null then 'recovered' else 'failing' end as news
      from webhook_endpoint where id = any(array(select id from news order by id limit ${limit})) and deleted_at is null and (
        (is_enabled and told is null and failing_since <= ${failingSince})
        or (not is_enabled and disabled_reason is not null and told is distinct from 'disabled')
        or (is_enabled and told is not null and failing_since is null))
      order by id for no key update skip locked)
    update webhook_endpoint w set told = nullif(seen.news, 'recovered') from seen where w.id = seen.id
    returning w.id, w.tenant_id as "tenantId", w.url, w.modes, w.failing_since as "failingSince",
      w.disabled_reason as "disabledReason", seen.news`;

/** A delivery that was given up. */
export type Exhausted = {
  id: string;
  tenantId: string;
  endpointId: string;
  url: string;
  eventId: string;
  event: AnyEventName;
  /** Null: the event is about the tenant itself. */
  verificationId: string | null;
  mode: Mode;
  attempts: number;
  lastStatus: number | null;
  lastCode: string | null;
};

/** The deliveries to endpoints that were given up since the last look, and notes that they were seen. */
export const takeExhausted = (db: Db, limit: number): Promise<Exhausted[]> =>
  db.$queryRaw<Exhausted[]>`
    with seen as materialized (
      select id from webhook_delivery where status = 'failed' and not is_told
      order by id limit ${limit} for no key update skip locked)
    update webhook_delivery d set is_told = true from event e, webhook_endpoint w
    where d.id = any(array(select id from seen)) and e.id = d.event_id and w.id = d.endpoint_id
    returning d.id, d.tenant_id as "tenantId", d.endpoint_id as "endpointId", w.url, d.event_id as "eventId", e.type as event,
      e.verification_id as "verificationId", e.mode, d.last_status as "lastStatus", d.last_code as "lastCode",
      (select count(*)::int from webhook_attempt a where a.delivery_id = d.id) as attempts`;
