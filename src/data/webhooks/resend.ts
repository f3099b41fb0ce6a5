import { MAX_ATTEMPTS, UNDER_WAY_MS } from "#core/webhooks/backoff.ts";
import {
  type Counted,
  type Ended,
  MOST_COUNTED,
  RESEND_PER_SECOND,
  type Resendable,
} from "#core/webhooks/webhook.ts";
import { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

type Counts = Record<Ended, number>;
type CountRow = { status: Ended; count: number };

const toCounts = (rows: readonly CountRow[]): Counts => {
  const of = (wanted: Ended): number => rows.find(({ status }) => status === wanted)?.count ?? 0;
  return { failed: of("failed"), cancelled: of("cancelled"), delivered: of("delivered") };
};

type Scope = {
  tenantId: string;
  endpointId: string;
  /** Only deliveries from this id on; ids sort by time. */
  sinceId?: string | undefined;
  statuses: readonly Ended[];
};

/** Not sent again since the count, and not newer than what was counted. */
const asCounted = (counted: Counted | undefined): Prisma.Sql =>
  counted
    ? Prisma.sql`and d.id <= ${counted.lastId} and (d.resent_at is null or d.resent_at < ${counted.at})`
    : Prisma.empty;

/** How many of an endpoint's deliveries can be sent again, of these states. @param counted only those of an earlier count */
export const countResendable = async (
  db: Db,
  { tenantId, endpointId, sinceId = "", statuses }: Scope,
  counted?: Counted,
): Promise<Resendable> => {
  const rows = await db.$queryRaw<(CountRow & { at: Date; last: string })[]>`
    select kind.status::text, date_trunc('milliseconds', clock_timestamp()) as at, found.count, coalesce(found.last, '') as last
    from unnest(${statuses}::delivery_status[]) as kind(status) cross join lateral (
      select count(*)::int, max(id) as last from (
        select d.id from webhook_delivery d
        where d.endpoint_id = ${endpointId} and d.tenant_id = ${tenantId} and d.id >= ${sinceId}
          and d.status = kind.status ${asCounted(counted)}
        order by d.id limit ${MOST_COUNTED + 1}) as listed) found`;
  const lastId =
    rows
      .map(({ last }) => last)
      .sort((one, other) => (one < other ? -1 : 1))
      .at(-1) ?? "";
  return { ...toCounts(rows), counted: counted ?? { at: rows[0]?.at ?? new Date(0), lastId } };
};

/**
 * Makes deliveries of switched-on endpoints due again, oldest first, a few a second. One that failed or was delivered gets one
 * manual try; a cancelled one gets the rest of its seven attempts, on a schedule that starts then. Two simultaneous
 * calls take each delivery only once, and so do two with the same count.
 * @param which one delivery by its id, and how many attempts its page showed; or an endpoint's of these states
 */
export const requeue = async (
  db: Db,
  which:
    | { tenantId: string; id: string; attempts?: number | undefined }
    | (Scope & { limit: number; counted: Counted }),
  now: Date,
): Promise<Counts> => {
  const isOne = "id" in which;
  const ofOne = (id: string, attempts: number | undefined): Prisma.Sql => {
    const asShown = Prisma.sql`and (select count(*) from webhook_attempt a where a.delivery_id = d.id) = ${attempts}`;
    return Prisma.sql`d.id = ${id} and d.status <> 'pending' ${attempts === undefined ? Prisma.empty : asShown}`;
  };
  // Behind those that earlier calls have placed and that have not been tried yet, so that ten calls do not send ten times as many a second.
  const placedBefore = isOne
    ? Prisma.sql`select null::timestamptz as until`
    : Prisma.sql`select max(q.next_attempt_at) as until from webhook_delivery q
        where q.endpoint_id = ${which.endpointId} and q.tenant_id = ${which.tenantId} and q.status = 'pending'
          and q.resent_at is not null and (q.is_manual or q.first_attempt_at is null)`;
  const wanted = isOne
    ? ofOne(which.id, which.attempts)
    : Prisma.sql`d.endpoint_id = ${which.endpointId} and d.id >= ${which.sinceId ?? ""}
        and d.status = any(${which.statuses}::delivery_status[]) ${asCounted(which.counted)}`;
  return toCounts(
    await db.$queryRaw<CountRow[]>`
      with earlier as (${placedBefore}),
      picked as materialized (
        select d.id, d.status from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
        where d.tenant_id = ${which.tenantId} and w.is_enabled and w.deleted_at is null
          and d.status in ('failed', 'cancelled', 'delivered') and ${wanted}
        order by d.id limit ${isOne ? 1 : which.limit} for update of d skip locked),
      placed as (select id, status, row_number() over (order by id) - 1 as place from picked),
      moved as (
        update webhook_delivery d set status = 'pending', ended_at = null, resent_at = clock_timestamp(),
          next_attempt_at = greatest(least(${now}::timestamptz, clock_timestamp()),
              earlier.until + interval '1 second' + ${RESEND_PER_SECOND} * interval '1 millisecond')
            + (place / ${RESEND_PER_SECOND}) * interval '1 second'
            - (${RESEND_PER_SECOND} - place % ${RESEND_PER_SECOND}) * interval '1 millisecond',
          is_told = (placed.status <> 'cancelled' or d.scheduled = ${MAX_ATTEMPTS}),
          is_manual = (placed.status <> 'cancelled' or d.scheduled = ${MAX_ATTEMPTS}),
          first_attempt_at = case when placed.status <> 'cancelled' then d.first_attempt_at end
        from placed cross join earlier where d.id = placed.id returning placed.status)
      select status::text, count(*)::int from moved group by status`,
  );
};

/**
 * Makes a waiting delivery's next attempt due now; the ones after it stay when they were due. False when it does not wait, is being
 * sent or is due within seconds, or its endpoint is off.
 */
export const hasten = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const moved = await db.$executeRaw`
    update webhook_delivery d set next_attempt_at = least(${now}::timestamptz, clock_timestamp())
    from webhook_endpoint w
    where d.id = ${id} and d.tenant_id = ${tenantId} and d.status = 'pending' and w.id = d.endpoint_id
      and w.is_enabled and w.deleted_at is null
      and d.next_attempt_at > ${now}::timestamptz + ${UNDER_WAY_MS} * interval '1 millisecond'`;
  return moved === 1;
};
