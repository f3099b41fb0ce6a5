import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createId } from "#core/ids.ts";
import { rollAllDays } from "#services/usage/usage.ts";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { testClock } from "../support/world/clock.ts";

// The provider's bearers are of today, and good for weeks: the clock is at noon of tomorrow.
const clock = testClock(new Date());
const service = consoleForFile({ overrides: { now: clock.now }, accessTokenSeconds: 40 * 86_400 });
const DAY_MS = 86_400_000;
const overview = z.looseObject({
  today: z.looseObject({ started: z.number() }),
  period: z.looseObject({ started: z.number() }),
  funnel: z.object({
    started: z.number(),
    opened: z.number(),
    tried: z.number(),
    completed: z.number(),
    approved: z.number(),
    rejected: z.number(),
    failed: z.number(),
    expired: z.number(),
    ownChecks: z.number(),
  }),
  methods: z.array(
    z.object({ method: z.string(), decided: z.number(), approved: z.number(), failed: z.number() }),
  ),
  days: z.array(z.looseObject({ day: z.string(), live: z.number(), test: z.number() })),
  latest: z.array(z.looseObject({ verificationId: z.string() })),
});

let tenant = { id: "", liveKey: "", testKey: "" };
let bearer = "";

const ask = (path: string, input: unknown) =>
  consoleCall(service.get().deps, path, input, { bearer, tenantId: tenant.id });

const PER_DAY = 4;

/** On each of the last days: one approved, one rejected, one failed after an attempt, one nobody opened. */
const rowsOfDay = (daysAgo: number, tenantId: string) =>
  Array.from({ length: PER_DAY }, (_, n) => {
    const createdAt = new Date(clock.now().getTime() - daysAgo * DAY_MS - n * 1_000);
    const isOpened = n < 3;
    return {
      id: createId("verification", createdAt, new Uint8Array(10).fill(daysAgo * PER_DAY + n)),
      tenantId,
      mode: "live" as const,
      status: (["completed", "completed", "failed", "pending"] as const)[n] ?? "pending",
      requestId: "req_x",
      secretHash: new TextEncoder().encode(`${tenantId}${daysAgo}.${n}`),
      minimumAge: 18,
      methods: ["document"],
      maxAttempts: 3,
      attempts: isOpened ? 1 : 0,
      verified: n < 2 ? n === 0 : null,
      method: isOpened ? "document" : null,
      errorCode: n === 2 ? "DOCUMENT_UNREADABLE" : null,
      createdAt,
      openedAt: isOpened ? createdAt : null,
      completedAt: isOpened ? createdAt : null,
      expiresAt: new Date(createdAt.getTime() + 1_800_000),
    };
  });

beforeAll(async () => {
  const { deps, identity, tenant: newTenant } = service.get();
  clock.set(`${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`);
  tenant = await newTenant();
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "owner" });
  bearer = await identity.bearer("ada");
  for (let daysAgo = 1; daysAgo <= 10; daysAgo += 1) {
    await deps.db.orm.verification.createMany({ data: rowsOfDay(daysAgo, tenant.id) });
  }
});

describe("the overview", () => {
  const read = async (days: number) =>
    overview.parse((await ask("reports.overview", { mode: "live", days })).data);

  test("counts the funnel of the chosen days, ended ones and today's", async () => {
    const { call } = service.get();
    const { verificationId } = await start(call, tenant.liveKey);
    await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
    clock.advance({ ms: 1 }); // within a millisecond ids have no order
    await start(call, tenant.testKey);
    const eleven = await read(11);
    expect(eleven.funnel).toEqual({
      started: 40,
      opened: 30,
      tried: 30,
      completed: 20,
      approved: 10,
      rejected: 10,
      failed: 10,
      expired: 10,
      ownChecks: 1,
    });
    expect(eleven.period).toMatchObject({ started: 41, approved: 11 });
    expect(eleven.today.started).toBe(1);
    expect(eleven.methods).toEqual([
      { method: "document", decided: 20, approved: 10, failed: 10 },
      { method: "tenant", decided: 1, approved: 1, failed: 0 },
    ]);
    expect(eleven.days).toHaveLength(11);
    expect(eleven.days.at(-1)).toMatchObject({ live: 1, test: 1 });
    expect(eleven.latest[0]).toMatchObject({ mode: "live" });
    expect(await read(3)).toMatchObject({
      period: { started: 2 * PER_DAY + 1, approved: 3 },
      funnel: { started: 2 * PER_DAY, completed: 4, ownChecks: 1 },
      methods: [{ method: "document", decided: 4 }, { method: "tenant" }],
    });
  });

  test("says the same before and after the ended days are counted for good, and when they are counted twice", async () => {
    const { deps } = service.get();
    const before = await read(11);
    const counted = () => deps.db.orm.verificationDay.findMany({ where: { tenantId: tenant.id } });
    const first = await counted();
    expect(new Set(first.map(({ day }) => day.getTime())).size).toBe(9); // not yesterday: it may still run
    await deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { daysRolledThrough: null } });
    while ((await rollAllDays(deps, 10, 3)) > 0);
    expect(await counted()).toEqual(first);
    expect(await read(11)).toEqual(before);
  });

  test("counts no other tenant's", async () => {
    const { deps, identity, tenant: newTenant } = service.get();
    const other = await newTenant();
    await knownPerson({ deps }, "ben", { tenantId: other.id, role: "viewer" });
    const options = { bearer: await identity.bearer("ben"), tenantId: other.id };
    const answer = await consoleCall(deps, "reports.overview", { mode: "live", days: 30 }, options);
    expect(overview.parse(answer.data)).toMatchObject({ funnel: { started: 0 }, latest: [], methods: [] });
  });
});

describe("usage", () => {
  test("tells months, days and what plans would cost, and the statement says the same", async () => {
    const month = clock.now().toISOString().slice(0, 7);
    const usage = await ask("reports.usage", { months: 2 });
    const { months, days, plans } = z
      .object({
        months: z.array(z.object({ month: z.string(), live: z.number(), test: z.number() })),
        days: z.array(z.looseObject({ live: z.number() })),
        plans: z.array(z.looseObject({ plan: z.string(), isCurrent: z.boolean() })),
      })
      .parse(usage.data);
    // Counted when they were started by the API; the rows above were not.
    expect(months.at(-1)).toEqual({ month, live: 1, test: 1 });
    expect(days).toHaveLength(clock.now().getUTCDate());
    expect(plans.map(({ plan }) => plan)).toEqual(["free", "growth", "scale"]);
    expect(plans.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ plan: "free" }]);
    const statement = await ask("reports.statement", { month });
    expect(statement.data).toMatchObject({ month, isFinal: false, billing: { used: 1, plan: "free" } });
    const { csv } = z.object({ csv: z.string() }).parse(statement.data);
    expect(csv).toContain(`\r\n${clock.now().toISOString().slice(0, 10)},1,1\r\n`);
  });

  test.each(["2026-13", "2026", "x", "1969-01"])("no statement for %s", async (month) => {
    expect(await ask("reports.statement", { month })).toMatchObject({ errorCode: "INVALID_REQUEST_BODY" });
  });
});

describe("logs and the audit trail", () => {
  test("show the own tenant's requests, page by page", async () => {
    const { deps, call } = service.get();
    const before = await call("GET", "/verify/status?verificationId=ver_none", { key: tenant.liveKey });
    const requestId = before.headers.get("x-request-id") ?? "";
    const line = {
      time: clock.now(),
      requestId: "req_of_mine_1",
      method: "POST",
      url: "/verify/start",
      status: 200,
      durationMs: 1,
      event: "verify.start",
      code: null,
      verificationId: null,
    };
    const { ensureRequestLogDays } = await import("#data/service/request-logs.ts");
    await ensureRequestLogDays(deps.db, [clock.now()]);
    const id = (n: number) => `log_${String(n).padStart(26, "0")}`;
    await deps.db.orm.requestLog.createMany({
      data: [1, 2, 3].map((n) => ({ ...line, id: id(n), tenantId: n === 3 ? "ten_other" : tenant.id })),
    });
    const mine = await ask("reports.request", { requestId: "req_of_mine_1" });
    expect(mine.data).toHaveLength(2);
    const first = await ask("reports.logs", { limit: 1, event: "verify.start" });
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(first.data);
    expect(await ask("reports.logs", { limit: 1, event: "verify.start", cursor: nextCursor })).toMatchObject({
      httpStatus: 200,
    });
    expect(await ask("reports.logs", { limit: 1, cursor: "nonsense" })).toMatchObject({ httpStatus: 400 });
    expect(requestId).not.toBe("");
  });

  test("tells who did what, by name, and by kind of thing", async () => {
    clock.advance({ ms: 1 });
    await ask("keys.create", { mode: "test", name: "A" });
    const all = await ask("reports.audit", { limit: 100, action: "api_key" });
    expect(all.data).toMatchObject({ entries: [{ action: "api_key.create", actorName: "Ada" }, {}, {}] });
    const paged = await ask("reports.audit", { limit: 1 });
    const { nextCursor } = z.object({ nextCursor: z.string() }).parse(paged.data);
    expect((await ask("reports.audit", { limit: 1, cursor: nextCursor })).data).not.toEqual(paged.data);
  });
});
