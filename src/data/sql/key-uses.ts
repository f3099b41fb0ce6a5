import { fieldsOf, intoColumns, recordsetOf } from "./rows.ts";
import { statement } from "./statement.ts";

/** What processes write of a key's use, named as in platform/sum-counter.ts. */
export const KEY_HOUR = {
  keyId: "text",
  tenantId: "text",
  hour: "time",
  uses: "int",
  errors: "int",
  lastErrorAt: "time?",
  lastErrorCode: "text?",
} as const;

/**
 * Adds what a process counted, without waiting for the disk. In the order of the keys, so that two processes do not wait
 * for each other in a circle; a key that was deleted in the meantime is left out. $1 an array of sums as JSON
 */
export const KEY_HOURS_ADD = statement({
  name: "key_hours_add",
  parameters: ["jsonText"],
  columns: { commit: "text" },
  text: `with added as (
    insert into key_hour (${intoColumns(KEY_HOUR)})
    select ${fieldsOf("c", KEY_HOUR)} from jsonb_to_recordset($1::jsonb) as c (${recordsetOf(KEY_HOUR)})
      join api_key k on k.id = c."keyId" and k.tenant_id = c."tenantId" order by c."keyId", c.hour
    on conflict (key_id, hour) do update set uses = key_hour.uses + excluded.uses,
      errors = key_hour.errors + excluded.errors,
      last_error_code = case when excluded.last_error_at >= coalesce(key_hour.last_error_at, '-infinity')
        then excluded.last_error_code else key_hour.last_error_code end,
      last_error_at = greatest(key_hour.last_error_at, excluded.last_error_at))
  select set_config('synchronous_commit', 'off', true) as commit`,
});

/** What a tenant's keys were used for. $1 tenant, $2 the first hour of the last day, $3 of the last 30 days */
export const KEY_USES = statement({
  name: "key_uses",
  parameters: ["text", "time", "time"],
  columns: {
    keyId: "text",
    usesOfDay: "double",
    errorsOfDay: "double",
    uses: "double",
    errors: "double",
    lastErrorAt: "time?",
    lastErrorCode: "text?",
  },
  text: `select key_id as "keyId", coalesce(sum(uses) filter (where hour >= $2), 0)::float8 as "usesOfDay",
      coalesce(sum(errors) filter (where hour >= $2), 0)::float8 as "errorsOfDay",
      sum(uses)::float8 as uses, sum(errors)::float8 as errors, max(last_error_at) as "lastErrorAt",
      (array_agg(last_error_code order by last_error_at desc) filter (where last_error_at is not null))[1] as "lastErrorCode"
    from key_hour where tenant_id = $1 and hour >= $3 group by key_id`,
});
