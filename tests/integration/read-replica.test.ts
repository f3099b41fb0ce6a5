import { expect, onTestFinished, test } from "vitest";
import { monthOf } from "#core/billing/quota.ts";
import { connect } from "#data/service/client.ts";
import { createLogger } from "#platform/log.ts";
import { listAudit } from "#services/audit/console.ts";
import { newId } from "#services/ids.ts";
import { ownLogs } from "#services/logs/request-logs.ts";
import { overview } from "#services/overview/overview.ts";
import { usageStatement } from "#services/usage/statements.ts";
import { usageReport } from "#services/usage/usage.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { start, statusOf } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase, withoutDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService } from "../support/world/service.ts";

/**
 * A service whose reports come from a second database. It is no standby, so that it can differ: what only it holds is
 * what a report was read from.
 */
const createWorld = async () => {
  const clock = testClock(new Date());
  const standbyDatabase = await createDatabase();
  const lines: { level: string; message: string }[] = [];
  const log = createLogger({
    level: "info",
    now: clock.now,
    write: (line) => void lines.push(JSON.parse(line)),
  });
  const service = await createService({
    env: { DATABASE_REPLICA_URL: standbyDatabase.url },
    overrides: { now: clock.now, log },
  });
  const standby = connect({ url: standbyDatabase.url, poolSize: 2, onPoolError: () => {} });
  onTestFinished(async () => {
    await standby.close();
    await service.close();
    await standbyDatabase[Symbol.asyncDispose]();
  });
  const { deps } = service;
  const tenant = await service.tenant({ plan: "scale" });
  const row = await deps.db.orm.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  await standby.orm.tenant.create({ data: { ...row, overrides: {} } });
  const requestId = "req_only_there";
  const createdAt = clock.now();
  await standby.orm.usageMonth.create({
    data: { tenantId: tenant.id, month: monthOf(createdAt), mode: "live", started: 4_711 },
  });
  const audit = { tenantId: tenant.id, actor: "admin", target: tenant.id, requestId, createdAt };
  await standby.orm.auditEntry.create({ data: { ...audit, id: newId(deps, "audit"), action: "only.there" } });
  const line = { tenantId: tenant.id, requestId, method: "GET", url: "/only-there", status: 200 };
  const logs = { ...line, durationMs: 1, event: "request", time: createdAt, code: null };
  await standby.pool.query(
    "create table if not exists request_log_days.test partition of request_log default",
  );
  await standby.orm.requestLog.create({ data: { ...logs, id: "log_only_there" } });
  const ctx = await ownerCtx(deps, tenant.id);
  const reports = async () => ({
    overview: (await overview(ctx, { mode: "live", days: 7 })).billing.used,
    usage: (await usageReport(ctx, { months: 1 })).billing.used,
    audit: (await listAudit(ctx, { limit: 10 })).entries.map(({ action }) => action),
    logs: (await ownLogs(ctx, { limit: 10 })).logs.map(({ url }) => url),
  });
  const standbyName = new URL(standbyDatabase.url).pathname.slice(1);
  const said = (message: string) => lines.filter((each) => each.message.includes(message)).length;
  return { clock, service, tenant, ctx, reports, said, standbyName };
};

const THERE = { overview: 4_711, usage: 4_711, audit: ["only.there"], logs: ["/only-there"] };

test("reports, audit entries and logs are read from the replica; statements and tenants' calls never are", async () => {
  const { clock, service, tenant, ctx, reports } = await createWorld();
  const { verificationId } = await start(service.call, tenant.liveKey);
  await eventually(async () => {
    clock.advance({ seconds: 11 });
    return reports();
  }, 30_000).toEqual(THERE);
  expect(await statusOf(service.call, tenant.liveKey, verificationId)).toMatchObject({ verificationId });
  const month = service.deps.now().toISOString().slice(0, 7);
  // A bill: what is a second old would be wrong for good.
  expect((await usageStatement(ctx, month)).billing.used).toBe(1);
}, 60_000);

test("while the replica is away reports come from the database, which is said once, and then from the replica again", async () => {
  const { clock, service, tenant, reports, said, standbyName } = await createWorld();
  await start(service.call, tenant.liveKey);
  // On a busy machine the first connection may be late: then the replica counts as away, and is asked again.
  const there = () =>
    eventually(async () => {
      clock.advance({ seconds: 11 });
      return reports();
    }, 30_000).toEqual(THERE);
  await there();
  const before = { away: said("the replica is away"), back: said("the replica is back") };
  await withoutDatabase(standbyName, async () => {
    for (let i = 0; i < 3; i += 1) {
      const own = await reports();
      expect(own).toMatchObject({ overview: 1, usage: 1 });
      expect(own.audit).toContain("tenant.create");
      clock.advance({ seconds: 11 });
    }
    expect(said("the replica is away")).toBe(before.away + 1);
    expect(said("the replica is back")).toBe(before.back);
  });
  await there();
  expect(said("the replica is back")).toBeGreaterThan(before.back);
}, 90_000);

test("without a replica, reports are read from the database", async () => {
  const service = await createService();
  onTestFinished(() => service.close());
  const { id } = await service.tenant();
  const { entries } = await listAudit(await ownerCtx(service.deps, id), { limit: 10 });
  expect(entries.map(({ action }) => action)).toContain("tenant.create");
}, 60_000);
