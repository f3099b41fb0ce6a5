import { expect, test } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import { ARCHIVED, archiveRows, NOT_ARCHIVED } from "#data/service/archive.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { complete, patchTenant, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import { ADMIN_KEY, BASE_URL } from "../support/world/service.ts";

const service = consoleForFile();

type Line = Record<string, unknown> & { type: string };

const archive = async (tenantId: string): Promise<{ text: string; lines: Line[] }> => {
  const answer = await service
    .get()
    .call("GET", `/admin/tenants/${tenantId}/archive`, { adminKey: ADMIN_KEY });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/x-ndjson; charset=utf-8",
  ]);
  return {
    text: answer.text,
    lines: answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
};

test("an archive has everything of one tenant, live and test, with a beginning and an end that count it", async () => {
  const { call } = service.get();
  const things = await makeThings(service.get(), "Archived Shop", "arda", "arno");
  await makeThings(service.get(), "Other Shop", "olga", "otto");
  const { lines, text } = await archive(things.tenantId);
  expect(lines[0]).toMatchObject({ type: "manifest", format: "lintel-archive/1", tenantId: things.tenantId });
  const counts = Object.fromEntries(
    ARCHIVED.map(({ type }) => [type, lines.filter((line) => line.type === type).length]),
  );
  expect(lines.at(-1)).toEqual({ type: "end", counts });
  for (const type of [
    "tenant",
    "member",
    "verification",
    "attempt",
    "event",
    "voucher",
    "policy",
    "audit_entry",
  ])
    expect([type, (counts[type] ?? 0) > 0 || type === "attempt"]).toEqual([type, true]);
  expect(text).toContain("Archived Shop");
  expect(text).not.toContain("Other Shop");
  expect((await call("GET", "/admin/tenants/ten_x/archive", { adminKey: ADMIN_KEY })).body).toMatchObject({
    code: "TENANT_NOT_FOUND",
  });
});

test("both modes are in it, and an erased verification says only that it was", async () => {
  const { call, tenant } = service.get();
  const { id, liveKey, testKey } = await tenant();
  const { verificationId } = await start(call, liveKey, { metadata: { orderId: "A-1042" } });
  await complete(call, liveKey, { verificationId, verifiedAge: 30 });
  await start(call, testKey);
  expect((await archive(id)).text).toContain("A-1042");
  await call("POST", "/verify/redact", { key: liveKey, body: { verificationId } });
  const { lines, text } = await archive(id);
  const found = lines.filter(({ type }) => type === "verification");
  expect(found.map(({ mode }) => mode).toSorted()).toEqual(["live", "test"]);
  expect(found.find((line) => line.id === verificationId)).toMatchObject({
    verifiedAge: null,
    metadata: null,
  });
  expect(text).not.toContain("A-1042");
  expect(lines.filter(({ type }) => type === "erasure_receipt")).toHaveLength(1);
});

test("no column of it is a secret, a sealed text or a hash, and every table of tenants is in it or has a reason", async () => {
  const { rows } = await service.get().deps.db.pool.query<{ table: string }>(
    `select table_name as "table" from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id'`,
  );
  const tables = ARCHIVED.map(({ table }) => table).filter((table) => table !== "tenant");
  expect(rows.map(({ table }) => table).toSorted()).toEqual(
    [...tables, ...Object.keys(NOT_ARCHIVED)].toSorted(),
  );
  for (const { columns } of ARCHIVED)
    for (const column of columns.split(" ")) expect(column).not.toMatch(/hash|sealed|secret|salt|logo/i);
});

test("it is as of one moment: what is written while it is read is not in it", async () => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey } = await tenant();
  await start(call, liveKey);
  const pieces = archiveRows(deps.db, id);
  expect((await pieces.next()).value).toMatchObject({ type: "tenant" });
  await start(call, liveKey);
  await patchTenant(call, id, { name: "Later" });
  let verifications = 0;
  for await (const { type, rows } of pieces) {
    if (type === "verification") verifications += rows.length;
    expect(JSON.stringify(rows)).not.toContain("Later");
  }
  expect(verifications).toBe(1);
});

test("a reader that goes away leaves no connection and no snapshot behind", async () => {
  const { deps, tenant } = service.get();
  const { id } = await tenant();
  const pieces = archiveRows(deps.db, id);
  await pieces.next();
  await pieces.return(undefined);
  const open = async () => {
    const { rows } = await deps.db.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    );
    return rows[0]?.n;
  };
  await expect.poll(open).toBe(0);
});

test("only an owner exports everything in the console, also of a closed tenant, and it is in the audit trail", async () => {
  const { deps, identity, tenant, call } = service.get();
  const { id } = await tenant({ name: "Closing Shop" });
  for (const role of ["owner", "admin", "developer", "support", "viewer"] as const)
    await knownPerson({ deps }, `${role} of closing`, { tenantId: id, role });
  const exported = async (role: string) =>
    consoleResponse(
      deps,
      new Request(`${BASE_URL}/api/console/export/archive`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "sec-fetch-site": "same-origin",
          authorization: `Bearer ${await identity.bearer(`${role} of closing`)}`,
          [TENANT_HEADER]: id,
        },
        body: "{}",
      }),
    );
  await patchTenant(call, id, { isActive: false });
  for (const role of ["admin", "developer", "support", "viewer"])
    expect((await exported(role)).status).toBe(403);
  const answer = await exported("owner");
  expect(answer.headers.get("content-disposition")).toContain("tenant-archive.jsonl");
  expect(await answer.text()).toContain("Closing Shop");
  const entries = await deps.db.orm.auditEntry.findMany({ where: { tenantId: id, action: "tenant.export" } });
  expect(entries.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^member:mem_/)]);
});
