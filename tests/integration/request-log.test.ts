import { expect, onTestFinished, test } from "vitest";
import { asOneTransaction, type Db } from "#data/service/client.ts";
import {
  dropRequestLogDays,
  ensureRequestLogDays,
  insertRequestLogs,
  listRequestLogs,
} from "#data/service/request-logs.ts";
import type { Deps } from "#services/context.ts";
import { JOBS } from "#worker/jobs.ts";
import { start } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createService } from "../support/world/service.ts";
import { createTwoProcesses } from "../support/world/two-processes.ts";

const daysOf = async ({ db }: Deps): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'request_log_days' order by 1",
  );
  return rows.map(({ name }) => name);
};

const rollDays = JOBS.find(({ name }) => name === "roll-request-log-days");

test("lines on both sides of midnight UTC lie in their day's partition, which is there when it is needed", async () => {
  const clock = testClock("2026-03-31T23:59:59.999Z");
  await using pair = await createTwoProcesses({ overrides: { now: clock.now } });
  const { call, deps, tenant } = pair.one;
  const { liveKey } = await tenant();
  await start(call, liveKey);
  clock.advance({ ms: 1 });
  await start(call, liveKey);
  await start(call, liveKey);
  const { orm } = pair.other.deps.db;
  await expect.poll(() => orm.requestLog.count(), { timeout: 5_000 }).toBe(3);
  expect(await daysOf(pair.other.deps)).toEqual(["day_20260331", "day_20260401"]);
  const { rows } = await pair.other.deps.db.pool.query(
    "select count(*)::int as n from request_log_days.day_20260401",
  );
  expect(rows).toEqual([{ n: 2 }]);
  expect(deps.requestLog.dropped()).toBe(0);
});

test("many processes may need a new day at once: nobody fails and no line is lost", async () => {
  const clock = testClock("2026-05-01T00:00:00Z");
  await using pair = await createTwoProcesses({ overrides: { now: clock.now } });
  const { one, other } = pair;
  const days = Array.from({ length: 5 }, (_, i) => new Date(clock.now().getTime() + i * 86_400_000));
  const attempts = Array.from({ length: 12 }, (_, i) =>
    ensureRequestLogDays((i % 2 ? one : other).deps.db, days),
  );
  const results = await Promise.allSettled(attempts);
  expect(results.map(({ status }) => status)).toEqual(attempts.map(() => "fulfilled"));
  expect(await daysOf(one.deps)).toHaveLength(5);
});

test("days beyond the retention are dropped whole; the last day that counts stays whole", async () => {
  const clock = testClock("2026-03-01T12:00:00Z");
  const service = await createService({
    env: { REQUEST_LOG_RETENTION_DAYS: "2" },
    overrides: { now: clock.now },
  });
  const { deps, runtime } = service;
  await ensureRequestLogDays(
    deps.db,
    ["2026-02-26", "2026-02-27", "2026-02-28"].map((day) => new Date(day)),
  );
  await rollDays?.run(runtime);
  expect(await daysOf(deps)).toEqual(["day_20260227", "day_20260228", "day_20260301", "day_20260302"]);
  clock.advance({ hours: 12 });
  await rollDays?.run(runtime);
  expect(await daysOf(deps)).toEqual(["day_20260228", "day_20260301", "day_20260302", "day_20260303"]);
  await service.close();
});

test("dropping looks only at days: another table of that schema stays", async () => {
  const service = await createService();
  const { deps } = service;
  await deps.db.pool.query("create table request_log_days.day_notes (id int)");
  expect(await dropRequestLogDays(deps.db, new Date("2100-01-01"))).toBe(0);
  expect(await daysOf(deps)).toEqual(["day_notes"]);
  await service.close();
});

test("a burst of 1,200 requests is logged line by line, off the requests' path", async () => {
  const service = await createService();
  const { call, deps } = service;
  await Promise.all(Array.from({ length: 1_200 }, () => call("GET", "/.well-known/jwks.json")));
  await expect.poll(() => deps.db.orm.requestLog.count(), { timeout: 8_000 }).toBe(1_200);
  expect(deps.requestLog.dropped()).toBe(0);
  await service.close();
});

const LINES = 4_000;
/** Before it may prefer a generic plan to the five it made for given values (PostgreSQL, plan_cache_mode). */
const TIMES_UNTIL_GENERIC = 8;

test("a search of the log that finds nothing does not walk over the tenant's lines", async () => {
  const service = await createService();
  onTestFinished(() => service.close());
  const { deps, tenant } = service;
  const { id: tenantId } = await tenant();
  const now = deps.now();
  await ensureRequestLogDays(deps.db, [now]);
  await deps.db.pool.query(
    `insert into request_log (id, time, request_id, tenant_id, method, url, status, duration_ms, event)
      select 'log_' || n, $2::timestamptz, 'req_' || n, $1, 'GET', '/verify/status?verificationId',
        case when n % 50 = 0 then 429 else 200 end, 2, 'verify.status' from generate_series(1, ${LINES}) n`,
    [tenantId, now],
  );
  await deps.db.pool.query("vacuum analyze request_log");
  const read = (db: Pick<Db, "$queryRaw">) => db.$queryRaw<{ rows: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where schemaname = 'request_log_days'`;
  for (const filter of [
    { status: { min: 500, max: 599 } },
    { status: { min: 404, max: 404 } },
    { path: "/verify/nowhere" },
    { path: "/verify/stat" },
  ])
    await deps.db.orm.$transaction(async (db) => {
      for (let times = 0; times < TIMES_UNTIL_GENERIC; times += 1)
        expect(await listRequestLogs(db, { tenantId, ...filter }, 51, undefined)).toEqual([]);
      expect(await read(db), JSON.stringify(filter)).toEqual([{ rows: 0 }]);
    });
  const found = await listRequestLogs(deps.db.orm, { tenantId, path: "/verify/status" }, 51, undefined);
  expect(found).toHaveLength(51);
});

test("a batch looks up the verifications of its lines, leaves out erased ones, and does not walk over all", async () => {
  const service = await createService();
  onTestFinished(() => service.close());
  const { call, deps, tenant } = service;
  const { id: tenantId, liveKey } = await tenant();
  const started = await Promise.all(Array.from({ length: 10 }, () => start(call, liveKey)));
  await deps.db.pool.query(
    `insert into verification select (jsonb_populate_record(v, jsonb_build_object(
        'id', 'ver_' || n, 'secret_hash', '\\x' || lpad(to_hex(n), 64, '0')))).*
      from verification v, generate_series(1, ${LINES}) n where v.id = $1`,
    [started[0]?.verificationId],
  );
  await deps.db.pool.query(
    "update verification set status = 'expired', completed_at = now(), redacted_at = now() where id = $1",
    [started[0]?.verificationId],
  );
  // Not analyzed: PostgreSQL thinks of many verifications, as it does while an installation is young.
  const now = deps.now();
  await ensureRequestLogDays(deps.db, [now]);
  const linesOf = (batch: number) =>
    started.map(({ verificationId }, place) => ({
      id: `log_${batch}_${place}`,
      time: now,
      requestId: `req_${batch}`,
      tenantId,
      method: "GET",
      url: "/verify/status?verificationId",
      status: 200,
      durationMs: 2,
      event: "walked",
      code: null,
      verificationId,
      keyId: null,
    }));
  const walked = await asOneTransaction(deps.db, async (joined) => {
    for (let times = 0; times < TIMES_UNTIL_GENERIC; times += 1)
      await insertRequestLogs(joined, linesOf(times));
    return joined.pool.query(
      "select seq_tup_read::int as walked from pg_stat_xact_user_tables where relname = 'verification'",
    );
  });
  expect(walked.rows).toEqual([{ walked: 0 }]);
  const named = await deps.db.orm.requestLog.findMany({ where: { event: "walked", requestId: "req_0" } });
  expect(new Set(named.map(({ verificationId }) => verificationId))).toEqual(
    new Set([null, ...started.slice(1).map(({ verificationId }) => verificationId)]),
  );
});
