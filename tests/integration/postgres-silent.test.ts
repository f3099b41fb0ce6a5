import { expect, onTestFinished, test } from "vitest";
import { listenForNotifications } from "#data/webhooks/notify.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { createDeliverer } from "#worker/deliver-webhooks.ts";
import { createNotifier } from "#worker/notifier.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { complete, start } from "../support/http/actions.ts";
import { callWith } from "../support/http/promises.ts";
import { createFakeSender } from "../support/webhooks/fake-sender.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService } from "../support/world/service.ts";
import { startSilentProxy } from "../support/world/silent-proxy.ts";

const PATIENCE_MS = 60_000;

/** A service whose database can go silent. */
const newWorld = async () => {
  const database = await createDatabase();
  const proxy = await startSilentProxy(database.url);
  const service = await createService({
    database,
    env: { DATABASE_URL: proxy.url, DATABASE_POOL_SIZE: "6" },
  });
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await service.close();
  });
  const tenant = await service.tenant({ plan: "scale" });
  return { service, proxy, tenant, call: callWith(service.deps, {}) };
};

test(
  "connections that go silent are given up by service and worker, and new ones take their place",
  async () => {
    const { service, proxy, tenant, call } = await newWorld();
    const { deps } = service;
    await createEndpoint(await ownerCtx(deps, tenant.id), { url: "https://hooks.example.com/" });
    const sender = createFakeSender(deps.now);
    const stopping = new AbortController();
    const wake = createNotifier();
    let rings = 0;
    const ring = (): void => {
      rings += 1;
      wake.notify();
    };
    const running = Promise.all([
      createDeliverer(deps, sender, wake).run(stopping.signal),
      listenForNotifications(proxy.url, ring, stopping.signal),
    ]);
    const end = async (): Promise<void> => {
      const { verificationId } = await start(call, tenant.liveKey);
      await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
    };
    await Promise.all(Array.from({ length: 6 }, end)); // every connection of the pool is open
    await eventually(() => sender.sent.length, PATIENCE_MS).toBe(6);
    await eventually(() => rings, PATIENCE_MS).toBeGreaterThan(0);

    // As its proxy asks all the time.
    expect(await call("GET", "/health/serving")).toMatchObject({ status: 200 });
    const ringsBefore = rings;
    proxy.freeze();
    const health = await call("GET", "/health");
    expect(health.body).toMatchObject({ status: "degraded", reasons: ["database_silent"] });
    expect(await call("GET", "/health/ready")).toMatchObject({ status: 503 });
    expect(await call("GET", "/health/serving")).toMatchObject({ status: 200 });
    const starting = () => call("POST", "/verify/start", { key: tenant.liveKey });
    await eventually(async () => (await starting()).status, PATIENCE_MS).toBe(200);
    await eventually(async () => (await call("GET", "/health/ready")).status, PATIENCE_MS).toBe(200);
    // A notification that comes before the worker listens again is lost, so one end is not enough.
    let ended = 6;
    const ringsAfterOneMore = async (): Promise<number> => {
      await end();
      ended += 1;
      return rings;
    };
    // The first ring says that it listens again; the second came by NOTIFY.
    await expect
      .poll(ringsAfterOneMore, { interval: 500, timeout: PATIENCE_MS })
      .toBeGreaterThan(ringsBefore + 1);
    await eventually(
      () => new Set(sender.sent.map((sent) => sent.headers["X-Event-Id"])).size,
      PATIENCE_MS,
    ).toBe(ended);
    stopping.abort();
    await running;
  },
  3 * PATIENCE_MS,
);

test(
  "every request to a server that has stopped gets its answer, with a key and without, and all is well afterwards",
  async () => {
    const { proxy, tenant, call } = await newWorld();
    await start(call, tenant.liveKey);
    proxy.mute();
    const post = (path: string, headers: Record<string, string>) =>
      call("POST", path, { key: tenant.liveKey, body: {}, headers });
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => post("/verify/start", {})),
      ...Array.from({ length: 8 }, (_, i) => post("/verify/start", { "idempotency-key": `order-${i}` })),
    ]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["500 DATABASE_ERROR"]),
    );
    expect((await call("GET", "/health")).body).toMatchObject({ database: "disconnected" });
    proxy.unmute();
    const again = () => post("/verify/start", { "idempotency-key": "order-0" });
    await eventually(async () => (await again()).status, PATIENCE_MS).toBe(200);
    await eventually(async () => (await call("GET", "/health")).body.status, PATIENCE_MS).toBe("ok");
  },
  3 * PATIENCE_MS,
);
