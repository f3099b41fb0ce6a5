import { describe, expect, test } from "vitest";
import { account } from "#contracts/public/endpoints.ts";
import { ensureRequestLogDays, insertRequestLogs } from "#data/service/request-logs.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { recordAudit } from "#services/audit-log.ts";
import { patchTenant, start } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

// A test holds a connection of its own.
const service = promisedServiceForFile({ env: { DATABASE_POOL_SIZE: "4" } });
const LINES = { accept: "application/x-ndjson" };

const read = async (key: string, query = "") =>
  account.audit.response.parse((await service.get().call("GET", `/audit?${query}`, { key })).body);

const readAll = async (query = "") =>
  account.allAudit.response.parse(
    (await service.get().call("GET", `/admin/audit?${query}`, { adminKey: ADMIN_KEY })).body,
  );

const linesAt = async (path: string, credential: { key: string } | { adminKey: string }) => {
  const answer = await service.get().call("GET", path, { ...credential, headers: LINES });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/x-ndjson; charset=utf-8",
  ]);
  return answer.text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
};

/** A tenant with as many changes of its name. */
const changed = async (times: number) => {
  const tenant = await service.get().tenant();
  for (let n = 1; n <= times; n += 1) await patchTenant(service.get().call, tenant.id, { name: `Shop ${n}` });
  return tenant;
};

const nameOf = ({ changes }: { changes?: unknown }): unknown => Object(changes).name;

/** The names that a collector sees that starts at a place and asks until there is no more. */
const collect = async (key: string, from = "0", limit = 2) => {
  const seen: unknown[] = [];
  let after = from;
  for (;;) {
    const page = await read(key, `after=${after}&limit=${limit}&action=tenant.update`);
    seen.push(...page.entries.map(nameOf));
    after = page.nextCursor ?? "";
    if (!page.hasMore) return { seen, after };
  }
};

describe("GET /audit", () => {
  test("has the tenant's own entries by id, newest first, page by page, and no names", async () => {
    const { id, liveKey } = await changed(5);
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await read(liveKey, `limit=2&action=tenant.update${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...page.entries.map(nameOf));
      for (const entry of page.entries) expect(entry).toMatchObject({ actor: "admin", target: id });
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(["Shop 5", "Shop 4", "Shop 3", "Shop 2", "Shop 1"]);
    expect(Object.keys((await read(liveKey)).entries[0] ?? {})).not.toContain("tenantId");
  });

  test("a collector that keeps its cursor gets each entry once, in the order of their commits", async () => {
    const { id, liveKey } = await changed(5);
    const first = await collect(liveKey);
    expect(first.seen).toEqual(["Shop 1", "Shop 2", "Shop 3", "Shop 4", "Shop 5"]);
    expect((await collect(liveKey, first.after)).seen).toEqual([]);
    await patchTenant(service.get().call, id, { name: "Shop 6" });
    expect((await collect(liveKey, first.after)).seen).toEqual(["Shop 6"]);
  });

  test("an entry whose transaction commits late is not skipped by a collector that has passed its id", async () => {
    const { id, liveKey } = await changed(0);
    const { deps } = service.get();
    const held = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = deps.db.transaction(async (db) => {
      await recordAudit(systemCtx(deps), db, {
        tenantId: id,
        action: "tenant.update",
        target: id,
        before: { name: "earlier" },
        after: { name: "late" },
      });
      written.resolve();
      await held.promise;
    });
    await written.promise;
    await patchTenant(service.get().call, id, { name: "early" });
    const before = await collect(liveKey);
    expect(before.seen).toEqual(["early"]);
    held.resolve();
    await late;
    expect((await collect(liveKey, before.after)).seen).toEqual(["late"]);
  });

  test("as JSON lines it is everything from a place on, each line with the place behind it", async () => {
    const { liveKey } = await changed(3);
    const all = await linesAt("/audit?action=tenant.update", { key: liveKey });
    expect(all.map(nameOf)).toEqual(["Shop 1", "Shop 2", "Shop 3"]);
    const rest = await linesAt(`/audit?action=tenant.update&after=${all[0].cursor}`, { key: liveKey });
    expect(rest).toEqual(all.slice(1));
    const { cursor: _place, ...entry } = all[2];
    expect((await read(liveKey, "limit=1&action=tenant.update")).entries).toEqual([entry]);
  });

  test("filters by action, kind of thing, actor and time", async () => {
    const { liveKey } = await changed(2);
    const [last, first] = (await read(liveKey, "action=tenant.update")).entries;
    const count = async (query: string) => (await read(liveKey, query)).entries.length;
    expect(await count("action=api_key")).toBe(2);
    expect(await count("actor=admin&action=tenant")).toBe(2);
    expect(await count(`action=tenant.update&from=${last?.at}`)).toBe(1);
    expect(await count(`action=tenant.update&to=${first?.at}`)).toBe(1);
    expect(await count(`after=0&action=tenant.update&from=${last?.at}`)).toBe(1);
  });

  test("shows nothing of another tenant's, and takes no cursor of another's", async () => {
    const [one, other] = [await changed(1), await changed(1)];
    const { after } = await collect(one.liveKey);
    const { call } = service.get();
    for (const place of [after, "A".repeat(22), "B".repeat(22)])
      expectRefused(
        await call("GET", `/audit?after=${place}`, { key: other.liveKey }),
        "after",
        /begin again/,
      );
    expectRefused(await call("GET", "/audit?after=1", { key: one.liveKey }), "after");
    expectRefused(await call("GET", "/audit?cursor=ver_x", { key: one.liveKey }), "cursor");
    const both = `/audit?after=0&cursor=${(await read(one.liveKey)).entries[0]?.id}`;
    expectRefused(await call("GET", both, { key: one.liveKey }), "after", /either/);
    expectRefused(await call("GET", "/audit?tenantId=ten_x", { key: one.liveKey }), "tenantId");
  });

  test("a cursor tells nothing about how much the others do", async () => {
    const { liveKey } = await changed(2);
    const [one, two] = await linesAt("/audit?action=tenant.update", { key: liveKey });
    const bytes = (cursor: string) => [...Buffer.from(cursor, "base64url")];
    const same = bytes(one.cursor).filter((byte, at) => byte === bytes(two.cursor)[at]);
    expect(bytes(one.cursor)).toHaveLength(16);
    expect(same.length).toBeLessThan(8);
  });

  test("a cursor that is ahead, as after a restored backup, is refused and not waited for", async () => {
    const { liveKey } = await changed(1);
    const { after } = await collect(liveKey);
    const { db } = service.get().deps;
    const { last } = await db.orm.exportOrder.findUniqueOrThrow({ where: { stream: "audit" } });
    await db.orm.auditEntry.updateMany({ data: { number: null } });
    await db.orm.exportOrder.update({ where: { stream: "audit" }, data: { last: 0n } });
    await db.orm.auditEntry.deleteMany({ where: { action: "tenant.update" } });
    const answer = await service.get().call("GET", `/audit?after=${after}`, { key: liveKey });
    expect(last).toBeGreaterThan(0n);
    expectRefused(answer, "after", /restored backup/);
  });

  test("a test key is refused", async () => {
    const { testKey } = await changed(0);
    const answer = await service.get().call("GET", "/audit", { key: testKey });
    expect(answer.body).toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("GET /admin/audit", () => {
  test("has every tenant's entries and the deployment's own, by tenant where asked", async () => {
    const [one, other] = [await changed(1), await changed(1)];
    const ids = (await linesAt("/admin/audit", { adminKey: ADMIN_KEY })).map(({ tenantId }) => tenantId);
    expect(ids).toEqual(expect.arrayContaining([one.id, other.id]));
    const own = await readAll(`tenantId=${one.id}&after=0&action=tenant`);
    expect(own.entries.map(({ tenantId, action }) => [tenantId, action])).toEqual([
      [one.id, "tenant.create"],
      [one.id, "tenant.update"],
    ]);
    expect((await readAll(`after=${own.nextCursor}&tenantId=${one.id}`)).entries).toEqual([]);
  });
});

describe("GET /logs and /admin/logs from a place on", () => {
  test("have each line once, in the order in which they were written", async () => {
    const { call, deps, tenant } = service.get();
    const { id, liveKey, testKey } = await tenant();
    for (let n = 0; n < 3; n += 1) await start(call, liveKey);
    await start(call, testKey);
    const count = () => deps.db.orm.requestLog.count({ where: { tenantId: id } });
    await expect.poll(count).toBe(4);
    const seen: string[] = [];
    let after = "0";
    for (let more = true; more; ) {
      const { body } = await call("GET", `/logs?event=verify.start&limit=2&after=${after}`, { key: liveKey });
      const page = body as { logs: { id: string }[]; nextCursor: string; hasMore: boolean };
      seen.push(...page.logs.map((line) => line.id));
      ({ nextCursor: after, hasMore: more } = page);
    }
    const written = await deps.db.orm.requestLog.findMany({
      where: { tenantId: id, event: "verify.start" },
      orderBy: { number: "asc" },
    });
    expect(seen).toEqual(written.map((line) => line.id));
    const lines = await linesAt("/logs?event=verify.start", { key: liveKey });
    expect(lines.map((line) => line.id)).toEqual(seen);
    expect(lines.filter(({ mode }) => mode === "test")).toHaveLength(1);
    expect(await linesAt("/logs?event=verify.start", { key: testKey })).toEqual([
      { ...lines.find(({ mode }) => mode === "test"), cursor: expect.any(String) },
    ]);
    const operators = await linesAt(`/admin/logs?tenantId=${id}&event=verify.start`, { adminKey: ADMIN_KEY });
    expect(operators.map((line) => [line.id, line.tenantId])).toEqual(seen.map((lineId) => [lineId, id]));
  });

  test("lines that processes write at once have numbers without gaps or doubles", async () => {
    const { deps } = service.get();
    const time = deps.now();
    const lineOf = (id: string) => ({
      ...{ id, time, requestId: id, tenantId: null, method: "GET", url: "/x", status: 200, durationMs: 1 },
      ...{ event: "numbered", code: null, verificationId: null, keyId: null },
    });
    await ensureRequestLogDays(deps.db, [time]);
    await Promise.all(
      Array.from({ length: 8 }, (_, batch) =>
        insertRequestLogs(
          deps.db,
          Array.from({ length: 25 }, (_, n) => lineOf(`log_${batch}_${n}`)),
        ),
      ),
    );
    const rows = await deps.db.orm.requestLog.findMany({ where: { event: "numbered" } });
    expect(new Set(rows.map(({ number }) => number)).size).toBe(200);
    for (let batch = 0; batch < 8; batch += 1) {
      const own = rows.filter(({ id }) => id.startsWith(`log_${batch}_`)).map(({ number }) => Number(number));
      expect(Math.max(...own) - Math.min(...own)).toBe(24);
    }
  });
});
