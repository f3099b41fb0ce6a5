import type { Database } from "./client.ts";

/** What an attempt means for its delivery. */
export type Settlement = {
  id: string;
  /** The fencing token: a settlement of a lease that was lost changes nothing. */
  attempt: number;
  status: "pending" | "delivered" | "failed" | "cancelled";
  slotsUsed: number;
  nextAttemptAt: Date;
  endedAt: Date | null;
  /** The attempt's record; null when nothing was tried (our own fault, or an endpoint that was switched off). */
  record: {
    /** Its place among the delivery's attempts, from 1. */
    number: number;
    isManual: boolean;
    at: Date;
    status: number | null;
    code: string | null;
    durationMs: number;
    response: string | null;
  } | null;
};

// One statement for many settlements: the deliveries, their attempts and the totals are one fact. It may be written
// twice, when the answer to the first commit was lost: the second time it neither records nor counts anything.
const SETTLE = {
  name: "webhook_settle",
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
};

const keyOf = ({ id, attempt }: Pick<Settlement, "id" | "attempt">): string => `${id} ${attempt}`;

/** Writes what came of attempts. Returns those whose lease still held; the others changed nothing. */
export const settleDeliveries = async (
  database: Database,
  settlements: readonly Settlement[],
): Promise<ReadonlySet<Settlement>> => {
  const rows = settlements.map((settlement) => ({
    id: settlement.id,
    attempt: settlement.attempt,
    status: settlement.status,
    slots: settlement.slotsUsed,
    next_at: settlement.nextAttemptAt,
    ended_at: settlement.endedAt,
    tried: settlement.record !== null,
    number: settlement.record?.number ?? null,
    manual: settlement.record?.isManual ?? false,
    at: settlement.record?.at ?? null,
    http: settlement.record?.status ?? null,
    code: settlement.record?.code ?? null,
    ms: settlement.record?.durationMs ?? null,
    response: settlement.record?.response ?? null,
  }));
  const result = await database.pool.query<{ id: string; attempt: number }>({
    ...SETTLE,
    values: [JSON.stringify(rows)],
  });
  const held = new Set(result.rows.map(keyOf));
  return new Set(settlements.filter((settlement) => held.has(keyOf(settlement))));
};
