import { expect, test } from "vitest";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import { copyEvents } from "../support/webhooks/copy-events.ts";
import { failure, response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { eventually } from "../support/world/eventually.ts";
import { SOME_CONNECTIONS } from "../support/world/service.ts";

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("an endpoint gets at most four deliveries at once, and the fifth as soon as one is done", async () => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const tenant = await world.tenant();
  const { url } = await world.endpoint(tenant);
  await world.events(tenant, 40);
  world.sender.answerWith(async () => {
    await tick();
    return response();
  });
  await world.deliverDue();
  expect(world.sender.sent).toHaveLength(40);
  expect(world.sender.most.get(url)).toBe(4);
});

test("other tenants are served beside one tenant's backlog of 5,000, each within a few of its deliveries", async () => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const { deps, sender, clock } = world;
  const big = await world.tenant();
  const backlog = await world.endpoint(big, "big.example.com");
  await world.events(big);
  await copyEvents(deps, 5_000);
  clock.advance({ seconds: 1 });
  const small = await Promise.all(Array.from({ length: 20 }, () => world.tenant()));
  for (const [i, tenant] of small.entries()) {
    await world.endpoint(tenant, `small${i}.example.com`);
    await world.events(tenant, 2);
  }
  sender.answerWith(async () => {
    await tick();
    return response();
  });
  const running = world.deliverer();
  const ofSmall = (): number => sender.sent.filter(({ url }) => url !== backlog.url).length;
  await eventually(ofSmall).toBe(40);
  await running.stop();
  const lastSmall = sender.sent.findLastIndex(({ url }) => url !== backlog.url);
  // All 40 came before a twentieth of the backlog had gone.
  expect(lastSmall).toBeLessThan(240);
});

test("hanging endpoints of one tenant keep nobody else waiting", async () => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const { sender } = world;
  const tenant = await world.tenant();
  for (let i = 0; i < 20; i += 1) await world.endpoint(tenant, `hang${i}.example.com`);
  await world.events(tenant, 20); // 400 deliveries
  const other = await world.tenant();
  const { url } = await world.endpoint(other, "quick.example.com");
  await world.events(other, 10);
  let hanging = 0;
  const { promise: timeOver, resolve: endTime } = Promise.withResolvers<void>();
  sender.answerWith(async (webhook) => {
    if (webhook.url === url) return response();
    hanging += 1;
    await timeOver;
    return failure("TIMEOUT");
  });
  const running = world.deliverer();
  await eventually(() => sender.sent.filter((sent) => sent.url === url).length).toBe(10);
  expect(hanging).toBeLessThanOrEqual(20 * 4);
  const stopped = running.stop();
  endTime();
  await stopped;
});

test("what one worker cannot reach it does not keep: endpoints take turns when there are more than places", async () => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const tenants = await Promise.all(Array.from({ length: 8 }, () => world.tenant()));
  for (const [i, tenant] of tenants.entries()) {
    for (let j = 0; j < 20; j += 1) await world.endpoint(tenant, `t${i}e${j}.example.com`);
    await world.events(tenant, 3);
  }
  const served = new Set<string>();
  const slow: WebhookSender = {
    post: async ({ url }) => {
      served.add(url);
      await tick();
      return response();
    },
    close: () => Promise.resolve(),
  };
  world.deliverer(slow);
  await eventually(async () => (await world.deliveries()).every(({ status }) => status === "delivered")).toBe(
    true,
  );
  expect(served.size).toBe(160);
});
