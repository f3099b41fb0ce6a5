import { expect, onTestFinished, test } from "vitest";
import { createId, ID_RANDOM_BYTES } from "#core/ids.ts";
import { createLogger } from "#platform/log.ts";
import { listAudit } from "#services/audit/console.ts";
import { ownLogs } from "#services/logs/request-logs.ts";
import { overview } from "#services/overview/overview.ts";
import { dayCounts, rollDays, rollForReport, sumCounts, usageReport } from "#services/usage/usage.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { complete, start } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService } from "../support/world/service.ts";

// Reports count the hours of today and yesterday once, as soon as nothing in them is open; until then each time.

const MORNING = "2026-03-10T08:10:00Z";

const createWorld = async () => {
  const clock = testClock(MORNING);
  const service = await createService({ overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  const { call, deps } = service;
  const { id: tenantId, liveKey } = await service.tenant({ plan: "scale" });
  const { pool } = deps.db;
  const day = new Date("2026-03-10T00:00:00Z");
  return {
    clock,
    deps,
    tenantId,
    begin: () => start(call, liveKey),
    end: (verificationId: string) => complete(call, liveKey, { verificationId, verifiedAge: 30 }),
    /** What reports say of the day. */
    counts: async () => {
      await rollForReport(deps, tenantId);
      return sumCounts(await dayCounts(deps, tenantId, day, day), () => true);
    },
    hours: async (): Promise<string[]> => {
      const { rows } = await pool.query<{ hour: Date }>(
        "select distinct hour from verification_hour where tenant_id = $1 order by 1",
        [tenantId],
      );
      return rows.map(({ hour }) => hour.toISOString().slice(11, 16));
    },
    /** So many that were approved within an hour, written past the service: they are history. */
    fill: (at: Date, count: number) =>
      pool.query(
        `insert into verification (id, tenant_id, mode, status, request_id, secret_hash, minimum_age, methods, max_attempts,
            verified, verified_age, method, created_at, opened_at, completed_at, expires_at)
          select id, $2, 'live', 'completed', 'req_1', sha256(id::bytea), 18, '{document}', 3, true, 30, 'document',
            $3, $3, $3, $3 from unnest($1::text[]) id`,
        [
          Array.from({ length: count }, (_, index) =>
            createId(
              "verification",
              at,
              Buffer.alloc(ID_RANDOM_BYTES, String(index).padStart(ID_RANDOM_BYTES, "0")),
            ),
          ),
          tenantId,
          at,
        ],
      ),
  };
};

test("an hour is kept when nothing in it is open any more, and not before it has settled", async () => {
  const { clock, begin, end, counts, hours } = await createWorld();
  const { verificationId } = await begin();
  await end((await begin()).verificationId);
  expect(await counts()).toMatchObject({ started: 2, approved: 1, expired: 0 });
  expect(await hours()).toEqual([]);

  // Another hour, and one of the first is still open: it would count as something else later.
  clock.advance({ ms: 28 * 60_000 });
  await end(verificationId);
  const late = await begin();
  clock.advance({ ms: 25 * 60_000 });
  expect(await counts()).toMatchObject({ started: 3, approved: 2 });
  expect(await hours()).toEqual([]);

  // 09:07: the first hour has settled, and what was left open in it has expired.
  clock.advance({ ms: 6 * 60_000 });
  expect(await hours()).toEqual([]);
  expect(await counts()).toMatchObject({ started: 3, approved: 2, expired: 1 });
  expect(await hours()).toEqual(["08:00"]);
  expect(late.verificationId).toMatch(/^ver_/);

  // Kept and counted hours add up, and a second look changes nothing.
  await begin();
  expect(await counts()).toMatchObject({ started: 4, approved: 2, expired: 1 });
  expect(await counts()).toMatchObject({ started: 4, approved: 2, expired: 1 });
});

test("an hour with an open verification is counted each time", async () => {
  const { clock, begin, counts, hours, deps } = await createWorld();
  const { verificationId } = await begin();
  const expiresAt = new Date("2026-03-10T20:00:00Z");
  await deps.db.orm.verification.update({ where: { id: verificationId }, data: { expiresAt } });
  clock.advance({ ms: 3 * 3_600_000 });
  expect(await counts()).toMatchObject({ started: 1, expired: 0 });
  expect(await hours()).toEqual([]);
  clock.advance({ ms: 10 * 3_600_000 });
  expect(await counts()).toMatchObject({ started: 1, expired: 1 });
  expect(await hours()).toEqual(["08:00"]);
});

test("a report reads the verifications of an ended hour once, and a day's row comes from them all", async () => {
  const { clock, fill, counts, hours, deps, tenantId } = await createWorld();
  await fill(new Date("2026-03-10T05:30:00Z"), 300);
  await fill(new Date("2026-03-10T06:30:00Z"), 200);
  expect(await counts()).toMatchObject({ started: 500, approved: 500 });
  expect(await hours()).toEqual(["05:00", "06:00"]);
  const { rows } = await deps.db.pool.query("select sum(started)::int as kept from verification_hour");
  expect(rows).toEqual([{ kept: 500 }]);

  // Where they are not read again, nobody notices that they are gone.
  await deps.db.pool.query("delete from verification");
  expect(await counts()).toMatchObject({ started: 500, approved: 500 });

  // Two days later the day is counted from its verifications again, and the hours go.
  await fill(new Date("2026-03-10T05:30:00Z"), 299);
  clock.advance({ ms: 3 * 86_400_000 });
  await rollDays(deps, tenantId, 10);
  expect(await hours()).toEqual([]);
  expect(await counts()).toMatchObject({ started: 299, approved: 299 });
});

test("every report is read from a replica, which takes no writes, also in an hour that was not counted yet", async () => {
  const clock = testClock(MORNING);
  const lines: string[] = [];
  const log = createLogger({ level: "info", now: clock.now, write: (line) => void lines.push(line) });
  await using database = await createDatabase();
  // As a standby refuses it: SQLSTATE 25006.
  const replica = new URL(database.url);
  replica.searchParams.set("options", "-c default_transaction_read_only=on -c timezone=UTC");
  const service = await createService({
    database: { url: database.url, [Symbol.asyncDispose]: async () => {} },
    env: { DATABASE_REPLICA_URL: replica.href },
    overrides: { now: clock.now, log },
  });
  try {
    const { id, liveKey } = await service.tenant({ plan: "scale" });
    const ctx = await ownerCtx(service.deps, id);
    await start(service.call, liveKey);
    clock.advance({ ms: 3 * 3_600_000 });
    await start(service.call, liveKey);

    const reads = await service.deps.replica.read(service.deps.db, async ({ pool }) => {
      await expect(pool.query("delete from verification")).rejects.toMatchObject({ code: "25006" });
      return pool === service.deps.db.pool;
    });
    expect(reads).toBe(false);
    expect((await overview(ctx, { mode: "live", days: 7 })).today).toMatchObject({ started: 2, expired: 1 });
    expect((await usageReport(ctx, { months: 2 })).billing.used).toBe(2);
    expect((await listAudit(ctx, { limit: 10 })).entries.length).toBeGreaterThan(0);
    expect((await ownLogs(ctx, { limit: 10 })).logs).toBeDefined();
    expect(lines.filter((line) => line.includes("replica is away"))).toEqual([]);
  } finally {
    await service.close();
  }
});
