import { statement } from "./statement.ts";

// Deliveries for command lines. They are `held`, not `pending`, so no index of the workers' queue has them and no
// worker claims them: a listener takes them by itself.

// Of the process's clock and the database's, the later one counts: a process whose clock is behind must not hand out
// a delivery late, nor end a lease early.
const NOW = (parameter: string): string => `greatest(${parameter}::timestamptz, clock_timestamp())`;

/**
 * Leases a listener's due deliveries, oldest first, as a worker's claim does: `attempt` is the fencing token, and when the
 * listener dies, they become due again. The key is asked again, because a poll may have waited since it was last:
 * a revoked one gets nothing. $1 listener, $2 tenant, $3 key, $4 now, $5 seconds of the lease, $6 limit
 */
export const TAKE_HELD = statement({
  name: "listener_take",
  parameters: ["text", "text", "text", "time", "int", "rows"],
  columns: {
    id: "text",
    attempt: "int",
    eventId: "text",
    verificationId: "text?",
    mode: "mode",
    body: "text",
  },
  text: `with due as materialized (
      select d.id from webhook_delivery d
      where d.status = 'held' and d.listener_id = $1 and d.next_attempt_at <= ${NOW("$4")}
        and exists (select from listener l where l.id = $1 and l.tenant_id = $2 and l.ended_at is null)
        and exists (select from api_key k join tenant t on t.id = k.tenant_id
          where k.id = $3 and t.id = $2 and t.is_active and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > ${NOW("$4")}))
      order by d.id limit $6 for update of d skip locked)
    update webhook_delivery d set attempt = d.attempt + 1, next_attempt_at = ${NOW("$4")} + make_interval(secs => $5)
    from event e where d.id = any(array(select id from due)) and e.id = d.event_id
    returning d.id, d.attempt, d.event_id as "eventId", e.verification_id as "verificationId", e.mode, e.body`,
});

/**
 * Records what a command line's target answered, and ends the deliveries. Under a lease that was lost nothing is
 * written; what was recorded before is found again, so that a repeat after a lost answer is not refused.
 * $1 listener, $2 tenant, $3 now, $4 an array of acknowledgements as JSON
 */
export const ACKNOWLEDGE_HELD = statement({
  name: "listener_acknowledge",
  parameters: ["text", "text", "time", "jsonText"],
  columns: { id: "text", attempt: "int" },
  text: `with given as (
      select distinct on (id, attempt) * from jsonb_to_recordset($4::jsonb)
        as g(id text, attempt int, ok boolean, http int, code text, ms int, at timestamptz)),
    before as (
      select g.id, g.attempt from given g join webhook_delivery d on d.id = g.id
        join webhook_attempt a on a.delivery_id = d.id and a.number = g.attempt
      where d.listener_id = $1 and d.tenant_id = $2),
    ended as (
      update webhook_delivery d set status = case when g.ok then 'delivered' else 'failed' end::delivery_status,
        ended_at = $3, next_attempt_at = $3, first_attempt_at = coalesce(d.first_attempt_at, g.at),
        last_status = g.http, last_code = g.code, is_manual = false
      from given g where d.id = g.id and d.attempt = g.attempt and d.status = 'held'
        and d.listener_id = $1 and d.tenant_id = $2
      returning d.id, d.attempt),
    recorded as (
      insert into webhook_attempt (delivery_id, number, is_manual, at, status, code, duration_ms)
      select g.id, g.attempt, false, g.at, g.http, g.code, g.ms
      from given g join ended e on e.id = g.id and e.attempt = g.attempt on conflict do nothing)
    select id, attempt from ended union select id, attempt from before`,
});

/**
 * Which of these listeners have something to take, or have ended, which they learn by asking again: one question for all
 * polls of a process. $1 listeners, $2 now
 */
export const LISTENERS_DUE = statement({
  name: "listeners_due",
  parameters: ["texts", "time"],
  columns: { id: "text" },
  text: `select asked.id from unnest($1::text[]) as asked (id) where exists (
    select from webhook_delivery d where d.status = 'held' and d.listener_id = asked.id
      and d.next_attempt_at <= ${NOW("$2")})
    or not exists (select from listener l where l.id = asked.id and l.ended_at is null)`,
});
