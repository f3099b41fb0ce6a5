import { beforeAll, describe, expect, test } from "vitest";
import { dayOf } from "#core/day.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { exportUsageCsv } from "#trpc/export-csv.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

// No list of the operator's is cut in silence: each says how many rows there are, and gives them all.

const service = consoleForFile({ env: { OPERATORS: "fay@people.test" } });

const TENANTS = 1_200;
const month = new Date().toISOString().slice(0, 7);

const ask = async (path: string, input?: unknown) => {
  const { deps, identity } = service.get();
  const answer = await consoleCall(deps, `operator.${path}`, input, { bearer: await identity.bearer("fay") });
  expect(answer, answer.message).toMatchObject({ httpStatus: 200 });
  return Object(answer.data);
};

const file = async (subject: string, body: object, headers: Record<string, string> = {}) => {
  const { deps, identity } = service.get();
  const request = new Request(`${BASE_URL}/api/console/export/operator-usage`, {
    method: "POST",
    headers: {
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      authorization: `Bearer ${await identity.bearer(subject)}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return exportUsageCsv(deps, request);
};

const idOf = (prefix: string, index: number): string => `${prefix}_${String(index).padStart(26, "0")}`;

beforeAll(async () => {
  await knownPerson(service.get(), "fay");
  await knownPerson(service.get(), "eve");
  const { orm } = service.get().deps.db;
  const createdAt = new Date();
  const tenantOf = (index: number) => ({
    ...{ id: idOf("ten", index), name: `Shop ${index}, "the" =${index}`, createdAt, updatedAt: createdAt },
    overrides: { overageAllowed: true, included: 10, hardLimit: 10_000, overagePriceMinor: 3 },
  });
  await orm.tenant.createMany({ data: Array.from({ length: TENANTS }, (_, index) => tenantOf(index)) });
  await orm.usageMonth.createMany({
    data: Array.from({ length: TENANTS }, (_, index) => ({
      ...{ tenantId: idOf("ten", index), month: new Date(`${month}-01T00:00:00Z`), mode: "live" as const },
      ...{ started: 10 + index, reused: 0 },
    })),
  });
});

describe("the month's file", () => {
  test("has every tenant once, in the order of the page, and adds up to the page's totals", async () => {
    const { totals, tenants } = await ask("usage", { month, limit: 10 });
    expect(tenants).toHaveLength(10);
    expect(totals.tenants).toBe(TENANTS);
    const response = await file("fay", { month });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await response.text()).trimEnd().split("\r\n");
    // A name with commas and quotes is one cell; the numbers are after it.
    const rows = lines.slice(1).map((line) => {
      const [, id = "", , live, overage, due] =
        /^(\w+),"Shop \d+, ""the"" =(\d+)",\w+,(\d+),(\d+),\d+,(\d+),EUR,no$/.exec(line) ?? [];
      return { id, live: Number(live), overage: Number(overage), due: Number(due) };
    });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(TENANTS);
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    expect(sum(({ live }) => live)).toBe(totals.used);
    expect(sum(({ overage }) => overage)).toBe(totals.overage);
    expect(totals.amounts).toEqual([{ currency: "EUR", amountDue: sum(({ due }) => due) }]);
    expect(rows.slice(0, 10).map(({ id }) => id)).toEqual(
      tenants.map(({ tenantId }: { tenantId: string }) => tenantId),
    );
  });

  test("is for operators: to all others, and to other sites, it does not exist", async () => {
    const stranger = await file("eve", { month }, { [TENANT_HEADER]: idOf("ten", 1) });
    expect(stranger.status).toBe(404);
    expect(await stranger.text()).not.toContain("Shop");
    expect((await file("fay", { month }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  test("needs a month that has begun", async () => {
    for (const wrong of [{}, { month: "2999-01" }, { month: "2026-13" }, { month, limit: 3 }])
      expect((await file("fay", wrong)).status).toBe(400);
  });
});

test("usage: a longer page holds all tenants", async () => {
  const { tenants } = await ask("usage", { month, limit: 2_000 });
  expect(new Set(tenants.map(({ tenantId }: { tenantId: string }) => tenantId)).size).toBe(TENANTS);
});

test("rates: a tenant whose every request fails is listed although nothing was started, and all are counted", async () => {
  const { db } = service.get().deps;
  await ensureRequestLogDays(db, [dayOf(new Date())]);
  await db.orm.requestLog.createMany({
    data: [0, 1, 2].flatMap((index) =>
      Array.from({ length: 3 - index }, (_, line) => ({
        ...{ id: `line-${index}-${line}`, time: new Date(), requestId: `req-${index}-${line}` },
        ...{ tenantId: idOf("ten", index), method: "POST", url: "/verify/start", status: 500 },
        ...{ durationMs: 1, event: "verify.start" },
      })),
    ),
  });
  const all = await ask("rates", { days: 7 });
  expect(all.total).toBe(3);
  expect(all.tenants).toMatchObject([
    { tenantId: idOf("ten", 0), started: 0, requests: { requests: 3, broken: 3, errorRate: 1 } },
    { tenantId: idOf("ten", 1), requests: { requests: 2 } },
    { tenantId: idOf("ten", 2), requests: { requests: 1 } },
  ]);
  expect(await ask("rates", { days: 7, limit: 1 })).toMatchObject({ total: 3, tenants: [all.tenants[0]] });
});

test("webhooks: endpoints in trouble and tenants with a backlog are counted, listed or not", async () => {
  const { orm } = service.get().deps.db;
  const now = new Date();
  await orm.webhookEndpoint.createMany({
    data: Array.from({ length: 130 }, (_, index) => ({
      ...{ id: idOf("whe", index), tenantId: idOf("ten", index), url: "https://hooks.example/a" },
      ...{ events: [], modes: ["live" as const], secretSealed: "sealed", createdAt: now, updatedAt: now },
      ...(index < 20
        ? { isEnabled: false, disabledReason: "failing" }
        : { failingSince: new Date(now.getTime() - index * 1_000) }),
    })),
  });
  await orm.event.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      ...{ id: idOf("evt", index), tenantId: idOf("ten", index), mode: "live" as const },
      ...{ type: "ping", body: "{}", requestId: "req_1", createdAt: now, aboutTenantId: idOf("ten", index) },
    })),
  });
  await orm.webhookDelivery.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      ...{ id: idOf("dlv", index), tenantId: idOf("ten", index), endpointId: idOf("whe", index) },
      ...{ eventId: idOf("evt", index), createdAt: now, nextAttemptAt: now },
    })),
  });
  const first = await ask("webhooks", {});
  expect(first.totals).toEqual({ backlog: 120, failing: 110, off: 20 });
  expect([first.endpoints.length, first.backlog.length]).toEqual([100, 100]);
  const all = await ask("webhooks", { endpoints: 200, backlog: 200 });
  expect([all.endpoints.length, all.backlog.length]).toEqual([130, 120]);
});

test("certificates: those of all tenants are counted, and those that end soon", async () => {
  const { orm } = service.get().deps.db;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await orm.readerCertificate.createMany({
    data: Array.from({ length: 230 }, (_, index) => ({
      ...{ id: idOf("rdr", index), tenantId: idOf("ten", index), fingerprint: "ab".repeat(32) },
      ...{ domain: "shop.example", signerSealed: "sealed", createdAt: new Date() },
      validUntil: inDays(index < 210 ? 10 : 90),
    })),
  });
  const first = await ask("certificates", {});
  expect(first.totals).toEqual({ tenants: 230, ending: 210 });
  expect(first.tenants).toHaveLength(100);
  expect((await ask("certificates", { limit: 400 })).tenants).toHaveLength(230);
});

test("admin keys: those that work come before the revoked ones, and all are counted", async () => {
  const { orm } = service.get().deps.db;
  const at = (seconds: number) => new Date(Date.now() - 1_000_000 + seconds * 1_000);
  await orm.adminKey.createMany({
    data: Array.from({ length: 620 }, (_, index) => ({
      ...{ id: idOf("adk", index), name: `Key ${index}`, scope: "read", lastFour: "a1B2" },
      ...{ hash: new Uint8Array(Buffer.from(idOf("adk", index))), madeBy: null, createdAt: at(index) },
      revokedAt: index === 0 ? null : at(index + 1),
    })),
  });
  const { keys, total } = await ask("adminKeys", {});
  expect(total).toBe(620);
  expect(keys).toHaveLength(100);
  expect(keys[0]).toMatchObject({ id: idOf("adk", 0), state: "active" });
  expect((await ask("adminKeys", { limit: 1_000 })).keys).toHaveLength(620);
});
