import { once } from "node:events";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { start } from "../support/http/actions.ts";
import { startApi } from "../support/http/api-process.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { tenantRows } from "../support/world/rows.ts";
import { ADMIN_KEY, type Answer, createService, sharedEnv } from "../support/world/service.ts";

const GATE = 4_711;

/** A service, and the same one in a process of its own that stops where an answer is about to be kept. */
const newWorld = async () => {
  const database = await createDatabase();
  const env = sharedEnv(database.url);
  const service = await createService({ env, database });
  const sql = (text: string) => service.deps.db.pool.query(text);
  await sql(`create function wait_at_gate() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(${GATE}); return new; end $$`);
  await sql(`create trigger wait_at_gate before insert or update on idempotency_record
    for each row when (new.answer is not null) execute function wait_at_gate()`);
  const api = await startApi(env);
  onTestFinished(async () => {
    api.child.kill("SIGKILL");
    await service.close();
  });
  const tenant = await service.tenant({ plan: "scale" });
  return { database, service, sql, api, tenant };
};

type World = Awaited<ReturnType<typeof newWorld>>;

/** Kills the API when its work is done and its answer is on the way; then sends the request again. */
const dieAndRepeat = async (
  { database, service, sql, api, tenant }: World,
  path: string,
  body: unknown,
): Promise<Answer> => {
  const isAdmin = path.startsWith("/admin");
  const headers = { "idempotency-key": "order-1" };
  const gate = new Client({ connectionString: database.url });
  await gate.connect();
  await gate.query("select pg_advisory_lock($1)", [GATE]);
  const credential = isAdmin ? { "x-admin-key": ADMIN_KEY } : { "x-tenant-api-key": tenant.liveKey };
  const lost = fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { ...headers, ...credential, "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => "lost");
  const waiting = async () =>
    (
      await sql(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
    ).rows.length;
  await eventually(waiting, 30_000).toBe(1);
  api.child.kill("SIGKILL");
  await once(api.child, "exit");
  await gate.end();
  expect(await lost).toBe("lost");
  const repeat = () =>
    service.call("POST", path, {
      body,
      headers,
      ...(isAdmin ? { adminKey: ADMIN_KEY } : { key: tenant.liveKey }),
    });
  await eventually(async () => (await repeat()).status, 30_000).toBe(200);
  return repeat();
};

test("a start that dies before its answer is one verification, counted once", async () => {
  const world = await newWorld();
  const answer = await dieAndRepeat(world, "/verify/start", {});
  const { deps } = world.service;
  expect(await tenantRows(deps, world.tenant.id)).toMatchObject({ verifications: 1, counted: 1 });
  const kept = await deps.db.orm.verification.findFirstOrThrow();
  expect(answer.body).toMatchObject({ verificationId: kept.id });
});

test("a completion that dies before its answer gives its token to the repeat", async () => {
  const world = await newWorld();
  const { verificationId } = await start(world.service.call, world.tenant.liveKey);
  const answer = await dieAndRepeat(world, "/verify/complete", { verificationId, verifiedAge: 30 });
  expect(answer.body).toMatchObject({ verificationId, token: expect.any(String) });
  expect(await tenantRows(world.service.deps, world.tenant.id)).toMatchObject({ tokens: 1 });
});

test("a tenant whose creation dies before its answer is one tenant, and its key is not lost", async () => {
  const world = await newWorld();
  const answer = await dieAndRepeat(world, "/admin/tenants", { name: "Shop of the crash" });
  const { orm } = world.service.deps.db;
  expect(await orm.tenant.count({ where: { name: "Shop of the crash" } })).toBe(1);
  const used = await world.service.call("POST", "/verify/start", {
    key: String(answer.body.apiKey),
    body: {},
  });
  expect(used.status).toBe(200);
});
