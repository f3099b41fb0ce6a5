import { fieldsOf, intoColumns, recordsetOf } from "./rows.ts";
import { columnsOf, statement } from "./statement.ts";
import { GATE_COUNTS, TENANT } from "./tables.ts";

const GATE = {
  origin: "text",
  country: "text?",
  region: "text?",
  lifetimeSeconds: "int",
  secretSealed: "text",
  previousSecretSealed: "text?",
  previousSecretUntil: "time?",
} as const;

/** A gate of an open tenant. $1 id */
export const GATE_BY_ID = statement({
  name: "gate_by_id",
  parameters: ["text"],
  columns: {
    ...{ siteId: "text", gateMode: "mode", gateName: "text", gateAge: "int?", shownName: "text?" },
    ...GATE,
    ...TENANT,
  },
  text: `select g.id as "siteId", g.mode as "gateMode", g.name as "gateName", g.minimum_age as "gateAge",
      t.display_name as "shownName", ${columnsOf("g", GATE)}, ${columnsOf("t", TENANT)}
    from gate g join tenant t on t.id = g.tenant_id where g.id = $1 and t.is_active`,
});

/**
 * Adds what a process counted. In the order of the keys, so that two processes do not wait for each other; a gate that
 * was removed in the meantime is left out. $1 an array of counts as JSON
 */
export const GATE_COUNTS_ADD = statement({
  name: "gate_counts_add",
  parameters: ["jsonText"],
  columns: { commit: "text" },
  text: `with added as (
    insert into gate_day (${intoColumns(GATE_COUNTS)})
    select ${fieldsOf("c", GATE_COUNTS)} from jsonb_to_recordset($1::jsonb) as c (${recordsetOf(GATE_COUNTS)})
      join gate g on g.id = c."gateId" and g.tenant_id = c."tenantId" order by c."gateId", c.day
    on conflict (gate_id, day) do update set passes = gate_day.passes + excluded.passes,
      refusals = gate_day.refusals + excluded.refusals, starts = gate_day.starts + excluded.starts,
      approvals = gate_day.approvals + excluded.approvals)
  select set_config('synchronous_commit', 'off', true) as commit`,
});
