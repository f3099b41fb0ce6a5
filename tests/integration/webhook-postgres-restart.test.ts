import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenForNotifications } from "#data/webhooks/notify.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { createDeliverer } from "#worker/deliver-webhooks.ts";
import { createNotifier } from "#worker/notifier.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { type RunningPostgres, startPostgres } from "../../scripts/local/postgres.ts";
import { complete, start } from "../support/http/actions.ts";
import { createFakeSender, response } from "../support/webhooks/fake-sender.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService, type TestService } from "../support/world/service.ts";

// A server of its own, in a folder of its own: only such a one is started again by its guard.
const folder = mkdtempSync(join(tmpdir(), "lintel-webhooks-"));
let postgres: RunningPostgres | undefined;
let service: TestService | undefined;

beforeAll(async () => {
  postgres = await startPostgres({ folder, settings: { fsync: "off", shared_buffers: "32MB" } });
  const url = postgres.url("postgres");
  await applyMigrations(url);
  service = await createService({ database: { url, [Symbol.asyncDispose]: async () => {} } });
}, 60_000);

afterAll(async () => {
  await service?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const EVENTS = 30;

test("Postgres is killed while webhooks are under way: the worker goes on by itself, and nothing is lost", async () => {
  if (!service || !postgres) throw new Error("there is no service");
  const { call, deps, tenant } = service;
  const { id: tenantId, liveKey } = await tenant({ plan: "scale" });
  await createEndpoint(await ownerCtx(deps, tenantId), { url: "https://hooks.example.com/" });
  for (let i = 0; i < EVENTS; i += 1) {
    const { verificationId } = await start(call, liveKey);
    await complete(call, liveKey, { verificationId, verifiedAge: 30 });
  }

  const sender = createFakeSender(deps.now);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  sender.answerWith(async () => {
    if (sender.sent.length > 10) await released;
    return response();
  });
  const stopping = new AbortController();
  const wake = createNotifier();
  const url = postgres.url("postgres");
  const running = Promise.all([
    createDeliverer(deps, sender, wake).run(stopping.signal),
    listenForNotifications(url, wake.notify, stopping.signal),
  ]);
  await eventually(() => sender.sent.length).toBeGreaterThan(10);
  const [pid = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
  process.kill(Number.parseInt(pid, 10), "SIGKILL");
  release(); // what was under way ends while the database is away

  const delivered = () =>
    deps.db.orm.webhookDelivery.count({ where: { status: "delivered" } }).catch(() => "away");
  await eventually(delivered, 40_000).toBe(EVENTS);
  stopping.abort();
  await running;
  const ids = new Set(sender.sent.map(({ headers }) => headers["X-Event-Id"]));
  expect(ids.size).toBe(EVENTS);
  expect(await deps.db.orm.webhookAttempt.count({ where: { code: null } })).toBe(EVENTS);
}, 60_000);
