import { z } from "zod";
import { TOKEN_BY_ID, VERIFICATION_START, VERIFICATION_STATE } from "../../../src/data/sql/requests.ts";
import type { Statement } from "../../../src/data/sql/statement.ts";
import { createChance } from "../seed-large/chance.ts";
import { startValues } from "../start-values.ts";
import type { Sample, Side } from "./side.ts";

const MIB = 1024 * 1024;

export type Size = { name: string; table: string; rows: number; bytes: number };

/** Every table and index that is worth a line, the days of the request log added up. */
export const sizesOf = async ({ runtime }: Side): Promise<Size[]> => {
  const { rows } = await runtime.deps.db.pool.query<Size>(
    `with part as (
      select c.oid, case when i.inhparent is null then c.relname else p.relname end as name,
        greatest(c.reltuples, 0) as rows, c.relkind, t.relname as of_table, pg_relation_size(c.oid) as bytes
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
        left join pg_index x on x.indexrelid = c.oid left join pg_class t on t.oid = x.indrelid
        left join pg_inherits ti on ti.inhrelid = t.oid
      where c.relkind in ('r', 'i')
        and c.relnamespace in ('public'::regnamespace, 'request_log_days'::regnamespace))
    select name, case when min(relkind) = 'i' then case when min(of_table) like 'day\\_%' then 'request_log'
        else min(of_table) end else name end as table,
      sum(rows)::float8 as rows, sum(bytes)::float8 as bytes
    from part group by name order by 2, min(relkind) desc, 4 desc`,
  );
  return rows;
};

/** Lines of the larger side, with the smaller one's beside them. */
export const sizeLines = (small: readonly Size[], large: readonly Size[]): string[] =>
  large
    .filter(({ bytes }) => bytes >= MIB)
    .map(({ name, table, rows, bytes }) => {
      const before = small.find((one) => one.name === name)?.bytes ?? 0;
      const cells = [(before / MIB).toFixed(1), (bytes / MIB).toFixed(0)].map((cell) => cell.padStart(10));
      const what = name === table ? `${name} (${Math.round(rows).toLocaleString("en")} rows)` : `  ${name}`;
      return `${what.padEnd(58)}${cells.join("")}`;
    });

const planned = z.tuple([
  z.object({
    Plan: z.object({ "Shared Hit Blocks": z.number(), "Shared Read Blocks": z.number() }),
    "Execution Time": z.number(),
  }),
]);

export type Reads = { name: string; hit: number; read: number; ms: number };

const RUNS = 50;

/** What EXPLAIN (ANALYZE, BUFFERS) says of the hot statements: blocks of 8 KiB and milliseconds, the mean of some runs. */
export const readsOf = async (side: Side, { ids, tokens }: Sample): Promise<Reads[]> => {
  const { deps } = side.runtime;
  const chance = createChance();
  const client = await deps.db.pool.connect();
  const explain = async (
    { name, text }: Statement,
    valuesOf: (index: number) => unknown[],
  ): Promise<Reads> => {
    const sum = { hit: 0, read: 0, ms: 0 };
    for (let index = 0; index < RUNS; index += 1) {
      await client.query("begin");
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, valuesOf(index));
      await client.query("rollback");
      const [{ Plan: plan, "Execution Time": ms }] = planned.parse(rows[0]?.["QUERY PLAN"]);
      sum.hit += plan["Shared Hit Blocks"] / RUNS;
      sum.read += plan["Shared Read Blocks"] / RUNS;
      sum.ms += ms / RUNS;
    }
    return { name, ...sum };
  };
  const { tenantId } = side;
  const tokenAt = (index: number): unknown[] => {
    const found = tokens[index % tokens.length];
    return [found?.token.id, tenantId, found?.mode];
  };
  const startAt = (): unknown[] => {
    const now = deps.now();
    return startValues({
      id: chance.id("verification", now),
      tenantId,
      mode: "live",
      requestId: chance.id("request", now),
      secretHash: chance.bytes(32),
      minimumAge: 18,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 1_800_000),
    });
  };
  try {
    return [
      await explain(VERIFICATION_STATE, (index) => [ids[index % ids.length], tenantId]),
      await explain(TOKEN_BY_ID, tokenAt),
      await explain(VERIFICATION_START, startAt),
    ];
  } finally {
    client.release();
  }
};
