import { expect, onTestFinished, test } from "vitest";
import { searchOpenAppeals } from "#data/verifications/verification-search.ts";
import { start } from "../support/http/actions.ts";
import { createService } from "../support/world/service.ts";

// What PostgreSQL itself counts, so that nothing here is timed.

const LINES = 2_000;
/** At once: a statement has a time limit, and these write many indexes. */
const BATCH = 400;
const FILTER = { text: null, methods: ["voucher"], fromId: "ver_", beforeId: "ver`" };

test("a page of the open appeals does not walk over the tenant's verifications, whatever plan is chosen", async () => {
  const service = await createService();
  onTestFinished(() => service.close());
  const { call, deps, tenant } = service;
  const { id: tenantId, liveKey } = await tenant();
  const { verificationId } = await start(call, liveKey);
  const { pool } = deps.db;
  for (let from = 0; from < LINES; from += BATCH)
    await pool.query(
      `insert into verification select (jsonb_populate_record(v, jsonb_build_object(
          'id', 'ver_' || n, 'secret_hash', '\\x' || lpad(to_hex(n), 64, '0'), 'status',
          case when n % 40 = 0 then 'expired' else 'in_progress' end, 'appeal_of', case when n % 40 = 0 then 'ver_' || (n - 1) end))).*
        from verification v, generate_series($2::int + 1, $2 + ${BATCH}) n where v.id = $1`,
      [verificationId, from],
    );
  await pool.query("vacuum analyze verification");
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query("begin");
  await client.query("set local plan_cache_mode = force_generic_plan");
  // Rows of the table, and entries of its indexes.
  const read = async (): Promise<number> => {
    const { rows } = await client.query<{ rows: number }>(
      `select (seq_tup_read + (select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i
          where i.indrelid = t.relid))::int as rows from pg_stat_xact_user_tables t where relname = 'verification'`,
    );
    return rows[0]?.rows ?? 0;
  };
  const before = await read();
  const database = Object.create(deps.db, { pool: { value: client } });
  expect(await searchOpenAppeals(database, tenantId, FILTER, { limit: 51, now: deps.now() })).toEqual([]);
  expect((await read()) - before).toBeLessThan(LINES / 10);
  await client.query("rollback");
});
