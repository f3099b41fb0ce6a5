import { expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { expireVerifications } from "#services/check/end.ts";
import { purgeExpiredData } from "#services/erasure/retention.ts";
import { start } from "../support/http/actions.ts";
import { play } from "../support/http/hosted.ts";
import { failure, response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

/** One tenant with one delivered event, one that waits for its second attempt, and one that is due since a minute. */
const busyWorld = async () => {
  const world = await createWebhookWorld();
  const { clock, deps, sender } = world;
  const tenant = await world.tenant();
  await world.endpoint(tenant);
  await world.events(tenant);
  await world.deliverDue();
  sender.answerWith(() => failure("DNS"));
  await world.events(tenant);
  await world.deliverDue();
  const started = await start(world.service.call, tenant.testKey, { expiresInSeconds: 300 });
  clock.advance({ minutes: 5 });
  await expireVerifications(systemCtx(deps), 10);
  clock.advance({ minutes: 1 });
  return { ...world, tenant, started };
};

test("/admin/metrics counts attempts by result, what waits and since when, what expired and what was purged", async () => {
  const { clock, deps, service } = await busyWorld();
  const read = async () => (await service.call("GET", "/admin/metrics", { adminKey: ADMIN_KEY })).body;
  expect(await read()).toMatchObject({
    dbStatus: "connected",
    totalTenants: 1,
    verificationsExpired: 1,
    verificationsPurged: 0,
    eventsPurged: 0,
    // The retry is due since 5 minutes (jitter: a little less), the expiry's event since one.
    webhooks: { queueDepth: 2, attempts: { ok: 1, dns: 1 } },
  });
  clock.advance({ days: 91 });
  await purgeExpiredData(systemCtx(deps), 100);
  expect(await read()).toMatchObject({
    verificationsPurged: 2,
    eventsPurged: 3,
    webhooks: { queueDepth: 0 },
  });
});

test("/admin/metrics counts what was made to expire on the hosted page as well", async () => {
  const { deps, service } = await createWebhookWorld();
  const tenant = await service.tenant();
  const { sessionUrl } = await start(service.call, tenant.testKey);
  await play(deps, String(sessionUrl).split("/").at(-1) ?? "", "expire");
  const { body } = await service.call("GET", "/admin/metrics", { adminKey: ADMIN_KEY });
  expect(body).toMatchObject({ verificationsExpired: 1 });
});

test("/admin/metrics says how long the oldest due delivery has waited, and nothing of what is not due", async () => {
  const { clock, deps, service } = await createWebhookWorld().then(async (world) => {
    const tenant = await world.tenant();
    await world.endpoint(tenant);
    await world.events(tenant);
    return world;
  });
  const oldest = async () => {
    const { body } = await service.call("GET", "/admin/metrics", { adminKey: ADMIN_KEY });
    return body.webhooks;
  };
  clock.advance({ seconds: 90 });
  expect(await oldest()).toMatchObject({ queueDepth: 1, oldestDueSeconds: 90 });
  await deps.db.orm.webhookDelivery.updateMany({
    data: { nextAttemptAt: new Date(clock.now().getTime() + 1) },
  });
  expect(await oldest()).toMatchObject({ queueDepth: 1, oldestDueSeconds: 0 });
});

test("/admin/metrics speaks Prometheus to who asks for text, one family each, every sample a number", async () => {
  const { sender, deps, service, ...world } = await busyWorld();
  sender.answerWith(() => response());
  await world.deliverDue();
  const { headers, text } = await service.call("GET", "/admin/metrics", {
    adminKey: ADMIN_KEY,
    headers: { accept: "text/plain;version=0.0.4" },
  });
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.trimEnd().split("\n");
  const families = lines.filter((line) => line.startsWith("# TYPE ")).map((line) => line.split(" ")[2]);
  expect(new Set(families).size).toBe(families.length);
  const samples = lines.filter((line) => !line.startsWith("#"));
  const line = /^[a-z]\w+(?:\{[a-z]+="[\w.+]+"(?:,[a-z]+="[\w.+]+")*\})? -?\d+(?:\.\d+)?(?:e-?\d+)?$/;
  for (const sample of samples) expect(sample).toMatch(line);
  expect(samples).toContain('lintel_webhook_attempts_total{result="ok"} 3');
  expect(samples).toContain('lintel_webhook_attempts_total{result="dns"} 1');
  expect(samples).toContain("lintel_webhook_queue_depth 0");
  expect(samples).toContain("lintel_verifications_expired_total 1");
  expect(await deps.db.orm.webhookAttempt.count()).toBe(4);
});
