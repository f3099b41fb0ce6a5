import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { KEPT_OF_TENANT } from "#core/practice/of-tenant.ts";
import { insertMembership } from "#data/members/members.ts";
import { inTransaction } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { createRest } from "#server/rest.ts";
import { queueMail } from "#services/mail/queue.ts";
import { signIn } from "#services/members/identify.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession } from "#services/sessions/sessions.ts";
import { deleteTenants } from "#services/tenants/deletion.ts";
import { JOBS } from "#worker/jobs.ts";
import { complete, patchTenant, start } from "../support/http/actions.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { makeThings } from "../support/world/make-things.ts";
import { ADMIN_KEY, createService, sharedEnv, type TestService } from "../support/world/service.ts";

// A tenant is deleted for good, and nothing of another one is.

const MAIL_ENV = { SMTP_URL: "smtp://127.0.0.1:25", SMTP_TLS: "off", MAIL_FROM: "Lintel <lintel@age.test>" };
const LIMITS = { erased: 2, rows: 3 };

const newWorld = async () => {
  const clock = testClock(new Date());
  const service = await createService({ env: MAIL_ENV, overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  const things = await makeThings(service, "Shop to delete", "ada", "hal");
  return { clock, service, things };
};

const sql = async <Row>({ deps }: TestService, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await deps.db.pool.query(text, values)).rows;

const idsOf = async (service: TestService, tenantId: string): Promise<string[]> =>
  (await sql<{ id: string }>(service, "select id from verification where tenant_id = $1", [tenantId])).map(
    ({ id }) => id,
  );

const asAdmin = ({ call }: TestService, method: "GET" | "DELETE" | "PATCH", path: string, body?: object) =>
  call(method, path, { adminKey: ADMIN_KEY, ...(body && { body }) });

const remove = (service: TestService, tenantId: string, name: string) =>
  asAdmin(service, "DELETE", `/admin/tenants/${tenantId}?name=${encodeURIComponent(name)}`);

const begin = async ({ clock, service, things }: Awaited<ReturnType<typeof newWorld>>) => {
  await patchTenant(service.call, things.tenantId, { isActive: false });
  const answer = await remove(service, things.tenantId, things.tenantName);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  clock.advance({ minutes: 1 });
  return answer;
};

/** Runs pieces until there is no more to do. */
const finish = async ({ deps }: TestService): Promise<void> => {
  while ((await deleteTenants(systemCtx(deps), LIMITS)) > 0);
};

type Column = { schema: string; table: string; column: string; type: string };

/** Where one of the texts stands, as table.column. */
const namedIn = async (service: TestService, texts: string[]): Promise<string[]> => {
  const columns = await sql<Column>(
    service,
    `select c.table_schema as schema, c.table_name as "table", c.column_name as column, c.data_type as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'ARRAY')`,
  );
  expect(columns.length).toBeGreaterThan(200);
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const is = type === "ARRAY" ? `"${column}"::text[] && $1` : `"${column}" = any($1)`;
    const rows = await sql(service, `select from "${table}" where ${is} limit 1`, [texts]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
};

/** Every table with a column for the tenant: how many rows of this one, and what is in them. */
const ownRows = async (service: TestService, tenantId: string): Promise<unknown> => {
  const tables = await sql<{ table: string }>(
    service,
    `select c.table_name as "table" from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'tenant_id'
     union select 'tenant'`,
  );
  const found: Record<string, unknown> = {};
  for (const { table } of tables) {
    // What a process counts of calls that are over is written some time later.
    if (table === "key_hour" || table === "request_log") continue;
    const column = table === "tenant" ? "id" : "tenant_id";
    const [row] = await sql(
      service,
      `select count(*)::int as rows, md5(string_agg(r::text, ';' order by r::text)) as hash from (
         select to_jsonb(t) - 'last_used_at' as r from "${table}" t where ${column} = $1) rows`,
      [tenantId],
    );
    found[table] = row;
  }
  return found;
};

const SCRIPT = fileURLToPath(new URL("../../docs/examples/verify-erasure-log.mjs", import.meta.url));

/** What the published script says about the public log. */
const checked = async ({ deps }: TestService): Promise<string> => {
  const answer = createRest(deps);
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (await promisify(execFile)(process.execPath, [SCRIPT, url])).stdout.trim();
};

test("after the deletion no column names the tenant or its checks but those that are listed; another tenant's rows are as they were", async () => {
  const world = await newWorld();
  const { service, things } = world;
  const { deps, call } = service;
  const { tenantId, tenantName } = things;
  const { liveKey, testKey, id: otherId } = await service.tenant({ name: "Other" });
  const other = await start(call, liveKey, { metadata: { order: "1" } });
  await complete(call, liveKey, { verificationId: other.verificationId, verifiedAge: 30 });
  await start(call, testKey);
  await inTransaction(deps.db, (db) =>
    queueMail(systemCtx(deps), db, {
      ...{ to: "zoe@people.test", kind: "alert_resolved", tenantId, subject: "S", paragraphs: ["P"] },
    }),
  );
  const ids = await idsOf(service, tenantId);
  await begin(world);
  expect(await sql(service, "select 1 from mail where tenant_id = $1", [tenantId])).toEqual([]);
  const before = await ownRows(service, otherId);
  await finish(service);

  const kept = Object.entries(KEPT_OF_TENANT).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const named = await namedIn(service, [tenantId, `${tenantId}:live`, `${tenantId}:test`, ...ids]);
  expect(named.filter((place) => !kept.includes(place))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(["statement.tenant_id", "erasure_receipt.verification_id"]));
  // Of the tenant's trail, what operators did.
  const actors = await sql<{ actor: string }>(
    service,
    "select distinct actor from audit_entry where tenant_id = $1",
    [tenantId],
  );
  for (const { actor } of actors) expect(actor).toMatch(/^(admin|operator:)/);
  expect(await ownRows(service, otherId)).toEqual(before);
  expect(await asAdmin(service, "GET", `/admin/tenants/${tenantId}`)).toMatchObject({ status: 404 });
  const done = await deps.db.orm.auditEntry.findMany({
    where: { tenantId: null, target: tenantId },
    orderBy: { id: "asc" },
    select: { action: true, changes: true },
  });
  const changes = { name: tenantName, verifications: ids.length };
  expect(done).toEqual([
    { action: "tenant.delete", changes },
    { action: "tenant.finish_deletion", changes },
  ]);
  // One for each check, and one for the tenant.
  expect(await checked(service)).toBe(`${ids.length + 1} receipts, unbroken`);
  // The name is free.
  expect(await service.tenant({ name: tenantName })).toMatchObject({ id: expect.stringMatching(/^ten_/) });
});

test("at once its keys are unknown, its checks have ended, and nobody can open it again", async () => {
  const clock = testClock(new Date());
  const service = await createService({ overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  const { call, deps } = service;
  const { id, liveKey, testKey } = await service.tenant({ name: "Shop" });
  const { verificationId } = await start(call, liveKey);
  expect(await remove(service, id, "Shop")).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  await patchTenant(call, id, { isActive: false });
  expect(await remove(service, id, "shop")).toMatchObject({
    status: 400,
    body: { code: "INVALID_PARAMETERS" },
  });
  const answer = await remove(service, id, "Shop");
  expect(answer).toMatchObject({ status: 200, body: { id, deletion: { left: 1 } } });
  const unknown = await call("GET", `/verify/status?verificationId=${verificationId}`, {
    key: `${liveKey}x`,
  });
  for (const key of [liveKey, testKey])
    expect(await call("GET", `/verify/status?verificationId=${verificationId}`, { key })).toMatchObject({
      status: unknown.status,
      body: { code: Object(unknown.body).code },
    });
  const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
  expect(row.expiresAt.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  for (const body of [{ isActive: true }, { name: "Other" }])
    expect(await asAdmin(service, "PATCH", `/admin/tenants/${id}`, body)).toMatchObject({ status: 409 });
  await expect(sql(service, "update tenant set is_active = true where id = $1", [id])).rejects.toThrow(
    "is being deleted",
  );
  // A repeat says how far it is, and so does the tenant's own answer.
  expect((await remove(service, id, "Shop")).body).toEqual(answer.body);
  expect((await asAdmin(service, "GET", `/admin/tenants/${id}`)).body).toMatchObject({
    isActive: false,
    deletion: { askedAt: clock.now().toISOString(), left: 1 },
  });
  // Until every process has forgotten the tenant, the worker leaves it alone.
  expect(await deleteTenants(systemCtx(deps), LIMITS)).toBe(0);
  expect(await idsOf(service, id)).toEqual([verificationId]);
});

test("two workers at once delete each check once, and the receipts are one chain", async () => {
  const world = await newWorld();
  const { service, things } = world;
  const issued = await service.deps.db.orm.apiKey.count({ where: { tenantId: things.tenantId } });
  expect(issued).toBeGreaterThan(0);
  await begin(world);
  const ids = await idsOf(service, things.tenantId);
  await Promise.all([finish(service), finish(service)]);
  await finish(service);
  const row = await service.deps.db.orm.tenantDeletion.findUniqueOrThrow({
    where: { tenantId: things.tenantId },
  });
  expect(row).toMatchObject({ verifications: ids.length, doneAt: expect.any(Date) });
  expect(await checked(service)).toBe(`${ids.length + 1} receipts, unbroken`);
});

test("what a tenant used is on its way to Stripe before its counters go, and its last month has a statement", async () => {
  const world = await newWorld();
  const { service, things, clock } = world;
  const { deps } = service;
  const metered = {
    ...deps,
    settings: {
      ...deps.settings,
      meters: { secretKey: "rk", baseUrl: "https://stripe.test", eventNames: { checks: "c", reused: null } },
    },
  } as typeof deps;
  await asAdmin(service, "PATCH", `/admin/tenants/${things.tenantId}`, { stripeCustomerId: "cus_1" });
  await begin(world);
  const run = async () => {
    while ((await deleteTenants(systemCtx(metered), LIMITS)) > 0);
  };
  await run();
  expect(await deps.db.orm.tenant.count({ where: { id: things.tenantId } })).toBe(1);
  clock.advance({ hours: 2 });
  await JOBS.find(({ name }) => name === "close-meter-hours")?.run({ ...service.runtime, deps: metered });
  await run();
  expect(await deps.db.orm.tenant.count({ where: { id: things.tenantId } })).toBe(0);
  expect(await deps.db.orm.meterEvent.findMany({ where: { tenantId: things.tenantId } })).toMatchObject([
    { kind: "checks", value: 1, status: "pending" },
  ]);
  expect(await deps.db.orm.statement.findMany({ where: { tenantId: things.tenantId } })).toMatchObject([
    { content: { tenantName: things.tenantName, billing: { used: 1 } } },
  ]);
});

test("a worker that is killed in the middle is followed by one that goes on", async () => {
  const database = await createDatabase();
  const env = sharedEnv(database.url);
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  const workers = workerStarter(env, "");
  onTestFinished(() => workers.close());
  const { call, deps } = service;
  const { id, testKey } = await service.tenant({ name: "Shop", plan: "scale" });
  const total = 40;
  for (let i = 0; i < total; i += 1) await start(call, testKey, { metadata: { order: String(i) } });
  await patchTenant(call, id, { isActive: false });
  await remove(service, id, "Shop");
  await sql(service, "update tenant_deletion set asked_at = asked_at - interval '1 minute'");
  const first = await workers.start();
  const receipts = () => deps.db.orm.erasureReceipt.count({ where: { tenantId: id } });
  await eventually(receipts).toBeGreaterThan(3);
  first.kill("SIGKILL");
  await first.ended;
  expect(await deps.db.orm.tenant.count({ where: { id } })).toBe(1);
  await workers.start();
  await eventually(() => deps.db.orm.tenant.count({ where: { id } }), 60_000).toBe(0);
  expect(await deps.db.orm.tenantDeletion.findUnique({ where: { tenantId: id } })).toMatchObject({
    verifications: total,
  });
  expect(await checked(service)).toBe(`${total + 1} receipts, unbroken`);
}, 120_000);

test("its people go with it, with their sessions, but not those who belong to another tenant or operate the service", async () => {
  const service = await createService({ env: { OPERATORS: "olga@people.test" } });
  onTestFinished(() => service.close());
  const { deps, call } = service;
  const { id: tenantId } = await service.tenant({ name: "Shop" });
  const { id: otherId } = await service.tenant({ name: "Other" });
  const person = async (name: string, ...tenants: string[]): Promise<string> => {
    const email = `${name}@people.test`;
    const member = await signIn(systemCtx(deps), { issuer: "i", subject: name, name, email });
    for (const id of tenants)
      await insertMembership(
        deps.db.orm,
        { tenantId: id, memberId: member.id, role: "admin", consent: "made_up" },
        deps.now(),
      );
    const secret = newSessionSecret(deps);
    const bearerExpiresAt = Date.now() / 1000 + 600;
    const grant = { subject: name, bearer: name, bearerExpiresAt, refreshToken: null, idToken: null };
    await beginSession(systemCtx(deps), { memberId: member.id, secret, grant, client: "Firefox on Linux" });
    return member.id;
  };
  const alone = [await person("ada", tenantId), await person("ben", tenantId)];
  const staying = [
    await person("cyd", tenantId, otherId),
    await person("olga", tenantId),
    // Somebody who has signed in and belongs nowhere yet is no business of this tenant's.
    await person("dee"),
  ];
  await patchTenant(call, tenantId, { isActive: false });
  await remove(service, tenantId, "Shop");
  const left = await deps.db.orm.member.findMany({ select: { id: true } });
  expect(left.map(({ id }) => id).toSorted()).toEqual(staying.toSorted());
  expect(await deps.db.orm.consoleSession.count({ where: { memberId: { in: alone } } })).toBe(0);
  expect(await deps.db.orm.consoleSession.count({ where: { memberId: { in: staying } } })).toBe(3);
});
