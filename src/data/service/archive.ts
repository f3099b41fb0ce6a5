import { TENANTS_TABLES } from "#core/practice/of-tenant.ts";
import { snakeCase } from "#data/sql/statement.ts";
import type { Database } from "./client.ts";

// A tenant's rows, table by table, in one snapshot: docs/exports.md. core/practice/of-tenant.ts says which: columns are
// named one by one, so that no secret and no hash gets into an archive because it was added to a table.

type Section = {
  /** What each of its lines is called. */
  type: string;
  table: string;
  columns: string;
  over: keyof typeof PARENTS | null;
};

/** Where a table has no index by its tenant, or no tenant: how its rows name the parent over which they are reached. */
const PARENTS = {
  verification: "verification_id",
  webhook_delivery: "delivery_id",
  operator_visit: "visit_id",
} as const;

export const ARCHIVED: readonly Section[] = TENANTS_TABLES.flatMap(({ table, archive }) =>
  typeof archive === "string" ? [] : [{ ...archive, table }],
);

/** What of a tenant's is not in its archive, and why: for the file's first line. */
export const LEFT_OUT: readonly { what: string; why: string }[] = [
  {
    what: "keys, secrets, sealed texts and keyed hashes of every line",
    why: "they open something, or nothing",
  },
  ...TENANTS_TABLES.flatMap(({ table, archive }) =>
    typeof archive === "string"
      ? [{ what: table, why: archive }]
      : Object.entries(archive.without).map(([column, why]) => ({ what: `${archive.type}.${column}`, why })),
  ),
  {
    what: "people’s names and addresses",
    why: "a person’s own, who may belong to other tenants; those of a directory are sealed",
  },
];

/** Few enough that a slow reader takes them within the minute. */
const ROWS = 250;

const selectOf = ({ table, columns, over }: Section): string => {
  const listed = columns.split(" ").map((name) => `r.${snakeCase(name)} as "${name}"`);
  const from =
    over === null
      ? `${table} r where r.${table === "tenant" ? "id" : "tenant_id"} = $1`
      : `${over} v join ${table} r on r.${PARENTS[over]} = v.id where v.tenant_id = $1`;
  return `select ${listed.join(", ")} from ${from}`;
};

/**
 * A tenant's rows in pieces, all as of one moment. It holds a connection and a snapshot until it is read to its end; a reader
 * that stops for a minute is cut off.
 */
export async function* archiveRows(
  { pool }: Database,
  tenantId: string,
): AsyncGenerator<{ type: string; rows: Record<string, unknown>[] }> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local idle_in_transaction_session_timeout = '60s'");
    for (const section of ARCHIVED) {
      await client.query(`declare archive no scroll cursor for ${selectOf(section)}`, [tenantId]);
      for (let more = true; more; ) {
        const { rows } = await client.query<Record<string, unknown>>(`fetch ${ROWS} from archive`);
        if (rows.length > 0) yield { type: section.type, rows };
        more = rows.length === ROWS;
      }
      await client.query("close archive");
    }
    await client.query("commit");
    isBroken = false;
  } finally {
    // In the middle of a section there is nothing to keep: the connection goes with its transaction.
    client.release(isBroken);
  }
}
