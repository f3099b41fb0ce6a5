import { expect, test } from "vitest";
import { type RecordedResult, recordDeliveryResults } from "#data/webhooks/delivery-results.ts";
import { type ClaimedDelivery, claimInOrder, refreshClaim } from "#data/webhooks/webhook-claims.ts";
import { toDeliveryResult } from "#services/webhooks/attempt-delivery.ts";
import { disableEndpoint } from "#services/webhooks/endpoints.ts";
import { LEASE_MS } from "#worker/deliver-webhooks.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { firstAtOnce, response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld, startDeliverer, type WebhookWorld } from "../support/webhooks/world.ts";
import { eventually } from "../support/world/eventually.ts";
import { SOME_CONNECTIONS } from "../support/world/service.ts";

const newWorld = async (count = 1) => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const tenant = await world.tenant();
  const endpoint = await world.endpoint(tenant);
  await world.events(tenant, count);
  return { ...world, newEndpoint: world.endpoint, tenant, endpoint };
};

const claimAll = ({ deps, clock }: Pick<WebhookWorld, "deps" | "clock">): Promise<ClaimedDelivery[]> => {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  return claimInOrder(deps.db, { now, leaseUntil, limit: 100, skipEndpoints: [] });
};

const claimOne = async (world: Pick<WebhookWorld, "deps" | "clock">): Promise<ClaimedDelivery> => {
  const [claimed] = await claimAll(world);
  if (!claimed) throw new Error("nothing is due");
  return claimed;
};

const recordedOf = (claimed: ClaimedDelivery, at: Date, status = 200): RecordedResult =>
  toDeliveryResult(claimed, response(status), { startedAt: at, now: at }, 0).toRecord;

test("what one worker has claimed no other claims until the lease is over", async () => {
  const world = await newWorld();
  const first = await claimOne(world);
  world.clock.advance({ ms: LEASE_MS - 1 });
  expect(await claimAll(world)).toEqual([]);
  world.clock.advance({ ms: 1 });
  const second = await claimOne(world);
  expect([first.attempt, second.attempt]).toEqual([1, 2]);
});

test("a worker that lost its lease changes nothing, whatever it found out", async () => {
  const world = await newWorld();
  const { clock, deps, deliveries } = world;
  const paused = await claimOne(world);
  clock.advance({ ms: LEASE_MS });
  const successor = await claimOne(world);
  const before = await deliveries();
  for (const status of [200, 500, 410]) {
    expect(await recordDeliveryResults(deps.db, [recordedOf(paused, clock.now(), status)])).toEqual(
      new Set(),
    );
  }
  expect(await deliveries()).toEqual(before);
  expect(await deps.db.orm.webhookAttempt.count()).toBe(0);
  expect(await refreshClaim(deps.db, paused)).toBeNull();
  // Both in one statement, as when one worker claimed the delivery again that it had sent too late.
  const late = recordedOf(paused, clock.now());
  const current = recordedOf(successor, clock.now());
  expect(await recordDeliveryResults(deps.db, [late, current])).toEqual(new Set([current]));
  expect(await deps.db.orm.webhookAttempt.findMany({ select: { number: true } })).toEqual([{ number: 1 }]);
  expect(await deliveries()).toMatchObject([{ status: "delivered", attempt: 2, scheduled: 1 }]);
});

test("a result that is written twice, because the first answer was lost, records and counts once", async () => {
  const world = await newWorld();
  const { clock, deps, deliveries } = world;
  const recorded = recordedOf(await claimOne(world), clock.now(), 500);
  await recordDeliveryResults(deps.db, [recorded]);
  const before = await deliveries();
  await recordDeliveryResults(deps.db, [recorded]);
  expect(await deliveries()).toEqual(before);
  expect(await deps.db.orm.webhookAttempt.count()).toBe(1);
  expect(await deps.db.orm.serviceCounter.findMany()).toEqual([
    { name: "webhook_attempts_status", value: 1n },
  ]);
});

test("an attempt that runs while its endpoint is switched off stays cancelled", async () => {
  const world = await newWorld();
  const { clock, deps, deliveries, tenant, endpoint } = world;
  const claimed = await claimOne(world);
  await disableEndpoint(await ownerCtx(deps, tenant.id), { endpointId: endpoint.id });
  await recordDeliveryResults(deps.db, [recordedOf(claimed, clock.now())]);
  expect(await deliveries()).toMatchObject([{ status: "cancelled", lastStatus: null }]);
});

test("three deliverers on one database send 300 deliveries once each", async () => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const { clock, deps, sender } = world;
  const tenants = await Promise.all(Array.from({ length: 3 }, () => world.tenant()));
  for (const [i, tenant] of tenants.entries()) {
    await world.endpoint(tenant, `a${i}.example.com`);
    await world.endpoint(tenant, `b${i}.example.com`);
    await world.events(tenant, 50);
  }
  const present = new Set<string>();
  const overlapping: string[] = [];
  sender.answerWith(async ({ url, body }) => {
    const key = `${url} ${body}`;
    if (present.has(key)) overlapping.push(key);
    present.add(key);
    await new Promise((resolve) => setImmediate(resolve));
    return response();
  });
  const running = Array.from({ length: 3 }, () => startDeliverer(deps, sender));
  await eventually(() => deps.db.orm.webhookDelivery.count({ where: { status: "delivered" } })).toBe(300);
  await Promise.all(running.map(({ stop }) => stop()));
  expect(overlapping).toEqual([]);
  expect(sender.sent).toHaveLength(300);
  expect(await deps.db.orm.webhookAttempt.count({ where: { at: clock.now() } })).toBe(300);
});

test("on SIGTERM what is under way is finished, and what was claimed but not tried is due again at once", async () => {
  const world = await newWorld(9);
  const { clock, sender, deliverer, deliveries } = world;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  sender.answerWith(firstAtOnce(() => answered.then(() => response())));
  const running = deliverer();
  await eventually(() => sender.sent.length).toBe(1 + 4); // what an endpoint that answers gets at once
  const stopped = running.stop();
  answer();
  await stopped;
  expect(sender.sent).toHaveLength(5);
  const rows = await deliveries();
  expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(5);
  const left = rows.filter(({ status }) => status === "pending");
  expect(left).toHaveLength(4);
  for (const row of left) expect(row).toMatchObject({ nextAttemptAt: clock.now(), scheduled: 0 });
});

test("a delivery that waited for its place is sent to where its endpoint is by then, or not at all", async () => {
  const world = await newWorld(9);
  const { clock, deps, sender, deliverer, endpoint, tenant } = world;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  sender.answerWith(firstAtOnce(() => answered.then(() => response())));
  deliverer();
  await eventually(() => sender.sent.length).toBe(1 + 4);
  await disableEndpoint(await ownerCtx(deps, tenant.id), { endpointId: endpoint.id });
  clock.advance({ seconds: 3 });
  answer();
  const other = await world.newEndpoint(tenant, "other.example.com");
  await world.events(tenant);
  await eventually(() => sender.sent.some(({ url }) => url === other.url)).toBe(true);
  expect(sender.sent.filter(({ url }) => url === endpoint.url)).toHaveLength(5);
});

test("a delivery whose lease is nearly over when its turn comes is not sent under it", async () => {
  const world = await newWorld(6);
  const { clock, sender, deliverer, deliveries } = world;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  sender.answerWith(firstAtOnce(() => answered.then(() => response())));
  deliverer();
  await eventually(() => sender.sent.length).toBe(1 + 4);
  clock.advance({ ms: LEASE_MS - 2_000 });
  answer();
  await eventually(async () => (await deliveries()).every(({ status }) => status === "delivered")).toBe(true);
  const attempts = sender.sent.map(({ headers }) => headers["X-Delivery-Attempt"]);
  expect(attempts).toEqual(["1", "1", "1", "1", "1", "1"]); // what was not sent is no attempt
});
