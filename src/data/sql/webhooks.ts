import { statement } from "./statement.ts";

// Where to send, and how to sign.
const TARGET = `w.url, (w.is_enabled and w.deleted_at is null) as "isEnabled", w.secret_sealed as "secretSealed",
  w.previous_secret_sealed as "previousSecretSealed", w.previous_secret_until as "previousSecretUntil",
  w.older_secrets as "olderSecrets"`;

const TARGET_COLUMNS = {
  url: "text",
  isEnabled: "boolean",
  secretSealed: "text",
  previousSecretSealed: "text?",
  previousSecretUntil: "time?",
  olderSecrets: "json",
} as const;

// Pushing next_attempt_at ahead is the lease: when a worker dies, the row simply becomes due again. The due
// deliveries go in as an array, which PostgreSQL looks up by primary key: with a join, it may read every
// delivery and event there ever was. A delivery that was never claimed has no attempts to look for.
const take = (due: string): string => `with ${due}
  update webhook_delivery d set attempt = d.attempt + 1, next_attempt_at = $2
  from event e, webhook_endpoint w
  where d.id = any(array(select id from due)) and e.id = d.event_id and w.id = d.endpoint_id
  returning d.id, d.attempt,
    case d.attempt when 1 then 1
      else coalesce((select max(a.number) from webhook_attempt a where a.delivery_id = d.id), 0) + 1 end as number,
    d.scheduled as "slotsUsed", d.is_manual as "isManual", d.first_attempt_at as "firstAttemptAt", d.next_attempt_at as "leaseUntil", d.endpoint_id as "endpointId", d.tenant_id as "tenantId",
    d.event_id as "eventId", d.url as "ownUrl", e.verification_id as "verificationId",
    e.type, e.mode, e.body, w.failing_since as "failingSince", w.failing_days as "failingDays",
    w.failing_counted_at as "failingCountedAt",
    (w.breaker_open_until is not null) as "isTripped", ${TARGET}`;

const CLAIMED = {
  id: "text",
  /** The fencing token of the lease: it grows with every claim, whether or not anything is sent under it. */
  attempt: "int",
  /** Which attempt this is: 1 for the first one sent. Claims that sent nothing do not count. */
  number: "int",
  slotsUsed: "int",
  isManual: "boolean",
  /** When it was first tried; null until an attempt has been recorded. */
  firstAttemptAt: "time?",
  /** Until then no other worker claims it. */
  leaseUntil: "time",
  endpointId: "text",
  tenantId: "text",
  eventId: "text",
  /** See deliveryUrl. */
  ownUrl: "text?",
  /** Null: the event is about the tenant itself. */
  verificationId: "text?",
  type: "event",
  mode: "mode",
  body: "text",
  /**
   * Its endpoint's failures since the last success: when the first was, on how many days, and when a day was
   * last counted.
   */
  failingSince: "time?",
  failingDays: "int",
  failingCountedAt: "time?",
  /** Whether its endpoint's breaker was opened and no answer has been successful since. */
  isTripped: "boolean",
  ...TARGET_COLUMNS,
} as const;

/** Fast while no endpoint has a backlog. $1 now, $2 end of the lease, $3 limit, $4 endpoints to skip */
export const CLAIM_IN_ORDER = statement({
  name: "webhook_claim_in_order",
  parameters: ["time", "time", "rows", "texts"],
  columns: CLAIMED,
  text: take(`due as materialized (
    select id from webhook_delivery where status = 'pending' and next_attempt_at <= $1
      and endpoint_id <> all($4::text[])
    order by next_attempt_at limit $3 for update skip locked)`),
});

// Walks from endpoint to endpoint in the queue's index, a few rows of each: one tenant's backlog costs the
// others nothing. The time it takes grows with the number of waiting endpoints, not of rows. An endpoint's
// rows are requested as a range of one index only (webhook_delivery_queue_idx): with `endpoint_id = …`,
// PostgreSQL may search all rows in order of time when a few endpoints have almost the whole queue. $1 to $4
// as above, $5 the endpoint after which it begins, $6 rows of each, $7 endpoints limited to one row, $8 the
// only endpoints to look at
export const CLAIM_FAIRLY = statement({
  name: "webhook_claim_fairly",
  parameters: ["time", "time", "rows", "texts", "text", "int", "texts", "texts?"],
  columns: CLAIMED,
  text: take(`recursive waiting(endpoint_id) as (
      (select endpoint_id from webhook_delivery where status = 'pending' and endpoint_id > $5::text
        order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_delivery d
        where d.status = 'pending' and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
      from waiting where waiting.endpoint_id is not null),
    due as materialized (
      select picked.id from waiting cross join lateral (
        select id from webhook_delivery where status = 'pending'
          and (status, endpoint_id, next_attempt_at) >= ('pending', waiting.endpoint_id, '-infinity')
          and (status, endpoint_id, next_attempt_at) <= ('pending', waiting.endpoint_id, $1)
        order by status, endpoint_id, next_attempt_at limit case when waiting.endpoint_id = any($7::text[]) then 1 else $6::int end
        for update skip locked) picked
      where waiting.endpoint_id is not null and waiting.endpoint_id <> all($4::text[])
        and ($8::text[] is null or waiting.endpoint_id = any($8::text[])) limit $3)`),
});

/**
 * When the oldest delivery was due that waits for a worker and not for its own broken endpoint. It walks as the fair claim
 * does and never reads what waits for a broken endpoint, so its time grows with the number of waiting endpoints only. $1 now
 */
export const OLDEST_WAITING = statement({
  name: "webhook_oldest_waiting",
  parameters: ["time"],
  columns: { at: "time?" },
  text: `with recursive waiting(endpoint_id) as (
      (select endpoint_id from webhook_delivery where status = 'pending' and endpoint_id > ''
        order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_delivery d
        where d.status = 'pending' and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
      from waiting where waiting.endpoint_id is not null)
    select min(due.next_attempt_at) as at from waiting
    join webhook_endpoint w on w.id = waiting.endpoint_id and w.breaker_open_until is null and w.failing_since is null
    cross join lateral (
      select next_attempt_at from webhook_delivery where status = 'pending'
        and (status, endpoint_id, next_attempt_at) >= ('pending', waiting.endpoint_id, '-infinity')
        and (status, endpoint_id, next_attempt_at) <= ('pending', waiting.endpoint_id, $1)
      order by status, endpoint_id, next_attempt_at limit 1) due`,
});

/** A claim's endpoint as it is now. $1 delivery, $2 attempt */
export const REFRESH_CLAIM = statement({
  name: "webhook_refresh_claim",
  parameters: ["text", "int"],
  columns: TARGET_COLUMNS,
  text: `select ${TARGET} from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
    where d.id = $1 and d.attempt = $2 and d.status = 'pending'`,
});

// One statement for many results: the deliveries, their attempts and the totals are written together. It may
// run twice, if the answer to the first commit was lost: the second time, it neither records nor counts
// anything.
export const RECORD_RESULTS = statement({
  name: "webhook_settle",
  parameters: ["jsonText"],
  columns: { id: "text", attempt: "int" },
  text: `with given as (
      select * from jsonb_to_recordset($1::jsonb) as g(id text, attempt int, status delivery_status, slots int,
        next_at timestamptz, ended_at timestamptz, tried boolean, number int, manual boolean, at timestamptz, http int,
        code text, ms int, response text)),
    settled as (
      update webhook_delivery d set status = g.status, scheduled = g.slots, next_attempt_at = g.next_at,
        is_manual = (d.is_manual and not g.tried), ended_at = g.ended_at,
        first_attempt_at = case when g.tried then coalesce(d.first_attempt_at, g.at) else d.first_attempt_at end,
        last_status = case when g.tried then g.http else d.last_status end,
        last_code = case when g.tried then g.code else d.last_code end
      from given g where d.id = g.id and d.attempt = g.attempt and d.status = 'pending'
      returning d.id, d.attempt),
    recorded as (
      insert into webhook_attempt (delivery_id, number, is_manual, at, status, code, duration_ms, response)
      select g.id, g.number, g.manual, g.at, g.http, g.code, g.ms, g.response
      from given g join settled s on s.id = g.id and s.attempt = g.attempt where g.tried
      on conflict do nothing returning code),
    counted as (
      insert into service_counter as c (name, value)
      select 'webhook_attempts_' || lower(coalesce(code, 'ok')), count(*) from recorded group by 1 order by 1
      on conflict (name) do update set value = c.value + excluded.value)
    select id, attempt from settled`,
});

/**
 * The state of a tenant's deliveries to its endpoints. Those to command lines are counted by their own small index and
 * taken off: a condition on the large one would read every row. $1 tenant, $2 the first id
 */
export const DELIVERY_COUNTS = statement({
  name: "webhook_delivery_counts",
  parameters: ["text", "text"],
  columns: { pending: "int", delivered: "int", failed: "int", cancelled: "int" },
  text: `with counted as (
      select status, count(*) as number from webhook_delivery where tenant_id = $1 and id >= $2 group by status
      union all
      select d.status, -count(*) from listener l join webhook_delivery d on d.listener_id = l.id
      where l.tenant_id = $1 and d.id >= $2 group by d.status)
    select ${["pending", "delivered", "failed", "cancelled"]
      .map((status) => `coalesce(sum(number) filter (where status = '${status}'), 0)::int as ${status}`)
      .join(", ")} from counted`,
});

/**
 * Notifying transactions commit one after another, so this one does not wait for the disk: there is nothing
 * to lose. $1 the channel
 */
export const NOTIFY = statement({
  name: "wake_deliveries",
  parameters: ["text"],
  columns: { set_config: "text", pg_notify: "nothing" },
  text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, '')",
});
