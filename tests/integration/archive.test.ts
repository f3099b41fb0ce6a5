import { expect, test } from "vitest";
import { TENANT_HEADER } from "#core/member.ts";
import { TENANTS_TABLES } from "#core/practice/of-tenant.ts";
import { ARCHIVED, archiveRows, LEFT_OUT } from "#data/service/archive.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { complete, patchTenant, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import { ADMIN_KEY, BASE_URL, SOME_CONNECTIONS } from "../support/world/service.ts";

const service = consoleForFile({ env: SOME_CONNECTIONS });

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
  expect(lines[0]).toMatchObject({
    ...{ type: "manifest", format: "lintel-archive/1", tenantId: things.tenantId },
    leftOut: LEFT_OUT,
  });
  // Every one of the tenant's tables is a type of line, or among what is left out.
  const said = JSON.stringify(lines[0]);
  for (const { table, archive: how } of TENANTS_TABLES)
    expect(said).toContain(typeof how === "string" ? `"what":"${table}"` : `"${how.type}"`);
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

test("hosts, directory, alerts, preferences, visits, requests and the uses of keys are in it, without names and secrets", async () => {
  const { deps, tenant } = service.get();
  const db = deps.db.orm;
  const { id: tenantId } = await tenant({ name: "Whole Shop" });
  const { id: memberId } = await knownPerson({ deps }, "ada", { tenantId, role: "owner" });
  const at = new Date();
  const key = await db.apiKey.findFirstOrThrow({ where: { tenantId } });
  await db.apiKey.update({ where: { id: key.id }, data: { networks: ["192.0.2.0/24"] } });
  await db.keyHour.create({ data: { keyId: key.id, tenantId, hour: at, uses: 7, errors: 0 } });
  await db.tenantHost.create({
    data: { id: "hst_1", tenantId, host: "age.whole.test", txtToken: "a-token", createdAt: at },
  });
  const hash = new Uint8Array([1, 2, 3]);
  await db.directory.create({
    data: { id: "dir_1", tenantId, tokenHash: hash, lastFour: "abcd", role: "viewer", createdAt: at },
  });
  const sealed = { userNameSealed: "sealed-name", userNameHash: hash };
  const ids = { id: "dpn_1", directoryId: "dir_1", tenantId };
  await db.directoryPerson.create({
    data: { ...ids, ...sealed, isActive: true, createdAt: at, updatedAt: at },
  });
  await db.alertChannel.create({
    data: { tenantId, slackSealed: "sealed-slack", rulesOff: ["key_unused"], updatedAt: at },
  });
  const quiet = { mails: true, rulesOff: [], zone: "Europe/Berlin", urgentPasses: true };
  await db.alertPreference.create({ data: { tenantId, memberId, ...quiet, updatedAt: at } });
  await db.alert.create({
    data: {
      ...{ id: "alt_1", tenantId, rule: "quota_80", subject: "2026-11", detail: {} },
      ...{ raisedAt: at, lastSeenAt: at },
    },
  });
  const visitor = await knownPerson({ deps }, "ben");
  const asked = { reason: "a question", hours: 1, askedAt: at, expiresAt: at };
  await db.operatorVisit.create({ data: { id: "vst_1", tenantId, memberId: visitor.id, ...asked } });
  await db.operatorVisitPage.create({ data: { visitId: "vst_1", page: "usage", hour: at } });
  const { lines, text } = await archive(tenantId);
  const of = (type: string) => lines.filter((line) => line.type === type);
  expect(of("host")).toMatchObject([{ host: "age.whole.test" }]);
  expect(of("directory")).toMatchObject([{ lastFour: "abcd" }]);
  expect(of("directory_person")).toMatchObject([{ id: "dpn_1", isActive: true }]);
  expect(of("alert_channel")).toMatchObject([{ rulesOff: ["key_unused"] }]);
  expect(of("alert_preference")).toMatchObject([{ memberId, zone: "Europe/Berlin" }]);
  expect(of("alert")).toMatchObject([{ rule: "quota_80" }]);
  expect(of("operator_visit")).toMatchObject([{ reason: "a question" }]);
  expect(of("operator_visit_page")).toMatchObject([{ page: "usage" }]);
  expect(of("key_hour")).toMatchObject([{ uses: 7 }]);
  expect(of("api_key").find(({ id }) => id === key.id)).toMatchObject({ networks: ["192.0.2.0/24"] });
  for (const never of ["sealed-", "a-token", visitor.id, "ada@people.test"])
    expect(text).not.toContain(never);
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
  // Those without a tenant's id hang on one that has it.
  const listed = TENANTS_TABLES.map(({ table }) => table);
  expect(rows.map(({ table }) => table).filter((table) => !listed.includes(table))).toEqual([]);
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
