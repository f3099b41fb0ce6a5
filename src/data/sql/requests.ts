import { fieldsOf, intoColumns, parameterOf, parametersOf, recordsetOf } from "./rows.ts";
import { columnsOf, statement } from "./statement.ts";
import { ASKED, LINE, LOGGED, STARTED, STATE, TENANT, THRESHOLDS } from "./tables.ts";

// The statements that tenants' requests run: starting, polling, validating, and looking up the key of each.

const KEY = {
  mode: "mode",
  expiresAt: "time?",
  revokedAt: "time?",
  scopes: "texts",
  networks: "texts",
  deniedNetworks: "texts",
  madeBy: "text?",
} as const;

/** For every request that misses the cache. $1 the key's hash */
export const KEY_BY_HASH = statement({
  name: "api_key_by_hash",
  parameters: ["bytes"],
  columns: { keyId: "text", ...KEY, ...TENANT },
  text: `select k.id as "keyId", ${columnsOf("k", KEY)}, ${columnsOf("t", TENANT)}
    from api_key k join tenant t on t.id = k.tenant_id where k.hash = $1`,
});

const CEILING = `$${Object.keys(STARTED).length + 1}::int`;

/**
 * One statement is one transaction: the month's count and the verification are written together or not at
 * all. The counter's row lock makes the ceiling exact under any number of parallel starts. No row: the
 * ceiling is reached. From $1 on, the columns of the verification; the ceiling comes last
 */
export const VERIFICATION_START = statement({
  name: "verification_start",
  parameters: [...Object.values(STARTED), "int"],
  columns: { id: "text" },
  text: `with unit as (
    insert into usage_month as u (tenant_id, month, mode, started)
    select ${parameterOf(STARTED, "tenantId")}, date_trunc('month', ${parameterOf(STARTED, "createdAt")} at time zone 'UTC')::date,
      ${parameterOf(STARTED, "mode")}, 1 where ${CEILING} > 0
    on conflict (tenant_id, month, mode) do update set started = u.started + 1 where u.started < ${CEILING}
    returning started)
  insert into verification (${intoColumns(STARTED)})
  select ${parametersOf(STARTED)} from unit
  returning id`,
});

/** @param held which of the counters that may be counted up are locked */
const startsText = (held: string): string => `with asked as (
    select *, date_trunc('month', "createdAt" at time zone 'UTC')::date as month
    from jsonb_to_recordset($1::jsonb) as asked (${recordsetOf(ASKED)})),
  counted as (
    select "tenantId", month, mode, count(*)::int as started, min(ceiling) as ceiling from asked group by 1, 2, 3),
  held as (
    select u.tenant_id, u.month, u.mode, c.started from usage_month u
    join counted c on c."tenantId" = u.tenant_id and c.month = u.month and c.mode = u.mode
    where u.started + c.started <= c.ceiling ${held}),
  unit as (
    update usage_month u set started = u.started + h.started from held h
    where u.tenant_id = h.tenant_id and u.month = h.month and u.mode = h.mode
    returning u.tenant_id, u.month, u.mode)
  insert into verification (${intoColumns(STARTED)})
  select ${fieldsOf("a", STARTED)}
  from asked a join unit u on u.tenant_id = a."tenantId" and u.month = a.month and u.mode = a.mode
  returning id`;

/**
 * Several starts at once: each tenant's starts are counted together; they are written if all of them fit
 * below its ceiling and no other transaction holds its counter, otherwise none of them is. So it waits for no lock: a
 * tenant whose counter is held does not delay the others. Nor does it create a month's counter: the first
 * start does. $1 an array of verifications as JSON, each with its ceiling
 */
export const VERIFICATION_STARTS = statement({
  name: "verification_starts",
  parameters: ["jsonText"],
  columns: { id: "text" },
  text: startsText("for update of u skip locked"),
});

/**
 * `VERIFICATION_STARTS` for tenants whose counters were held: it waits for them in a fixed order, so that no
 * two wait for each other.
 */
export const VERIFICATION_STARTS_HELD = statement({
  name: "verification_starts_held",
  parameters: ["jsonText"],
  columns: { id: "text" },
  text: startsText("order by u.tenant_id, u.month, u.mode for update of u"),
});

const IN_MONTH = `date_trunc('month', ${parameterOf(STARTED, "createdAt")} at time zone 'UTC')::date`;

/**
 * Writes a visitor's check, which counts from its first step on (VERIFICATION_STEP), unless the month has reached the ceiling
 * already. An id that is written stays as it is. From $1 on, the columns of the verification; the ceiling comes last
 */
export const VERIFICATION_VISIT = statement({
  name: "verification_visit",
  parameters: [...Object.values(STARTED), "int"],
  columns: { hasRoom: "boolean" },
  text: `with room as (
    select ${CEILING} > coalesce((
      select started from usage_month where tenant_id = ${parameterOf(STARTED, "tenantId")} and month = ${IN_MONTH}
        and mode = ${parameterOf(STARTED, "mode")}), 0) as "hasRoom"),
  written as (
    insert into verification (${intoColumns(STARTED)}, uncounted)
    select ${parametersOf(STARTED)}, true from room where "hasRoom"
    on conflict (id) do nothing)
  select "hasRoom" from room`,
});

/**
 * Counts a visitor's check at its first step, in the month of its start, unless that month has reached the ceiling.
 * $1 id, $2 tenant, $3 ceiling
 */
export const VERIFICATION_STEP = statement({
  name: "verification_step",
  parameters: ["text", "text", "int"],
  columns: { isDue: "boolean", isCounted: "boolean" },
  text: `with due as (
    select id, tenant_id, mode, date_trunc('month', created_at at time zone 'UTC')::date as month
    from verification where id = $1 and tenant_id = $2 and uncounted for update),
  unit as (
    insert into usage_month as u (tenant_id, month, mode, started)
    select tenant_id, month, mode, 1 from due where $3::int > 0
    on conflict (tenant_id, month, mode) do update set started = u.started + 1 where u.started < $3::int
    returning 1),
  counted as (
    update verification v set uncounted = false from due where v.id = due.id and exists (select 1 from unit) returning 1)
  select exists (select 1 from due) as "isDue", exists (select 1 from counted) as "isCounted"`,
});

/** Tenants poll this. $1 id, $2 tenant */
export const VERIFICATION_STATE = statement({
  name: "verification_state",
  parameters: ["text", "text"],
  columns: STATE,
  text: `select ${columnsOf("v", STATE)} from verification v where v.id = $1 and v.tenant_id = $2`,
});

const TOKEN = {
  id: "text",
  tenantId: "text",
  verificationId: "text",
  minimumAge: "int",
  verifiedAge: "int?",
  ...THRESHOLDS,
  over18: "boolean",
  method: "text",
  issuedAt: "time",
  expiresAt: "time",
  revokedAt: "time?",
} as const;

/** Run by every /tokens/validate. $1 id, $2 tenant, $3 mode */
export const TOKEN_BY_ID = statement({
  name: "token_by_id",
  parameters: ["text", "text", "mode"],
  columns: TOKEN,
  text: `select ${columnsOf("t", TOKEN)}
    from token t join verification v on v.id = t.verification_id
    where t.id = $1 and t.tenant_id = $2 and v.mode = $3::mode`,
});

/** Whether the partition of a day exists; asked before each batch of lines. $1 its name */
export const REQUEST_LOG_DAY = statement({
  name: "request_log_day",
  parameters: ["text"],
  columns: { found: "text?" },
  text: "select to_regclass($1)::text as found",
});

/**
 * Lines of the request log, many at once; lines about an erased verification do not name it. Each line's
 * verification is looked up by its id: with "exists", PostgreSQL may read all erased ones by walking over
 * every verification. Batches take turns at the row that numbers them, each until its commit: a reader that sees a number
 * sees every lower one. $1 an array of rows as JSON, by the columns' names
 */
export const REQUEST_LOG_LINES = statement({
  name: "request_log_lines",
  parameters: ["jsonText"],
  columns: {},
  text: `with moved as (
      update export_order set last = last + jsonb_array_length($1::jsonb) where stream = 'log'
      returning last - jsonb_array_length($1::jsonb) as before)
    insert into request_log (${intoColumns(LOGGED)}, number)
    select ${fieldsOf("line", LINE)},
      case when (select v.redacted_at from verification v where v.id = "verificationId") is null
        then "verificationId" end,
      moved.before + line.ordinality
    from rows from (jsonb_to_recordset($1::jsonb) as (${recordsetOf(LOGGED)})) with ordinality as line
    left join moved on true`,
});
