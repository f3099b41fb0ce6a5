import { describe, expect, test } from "vitest";
import { BREAKER_OPEN_MS } from "#core/webhooks/backoff.ts";
import { failure, firstAtOnce, response } from "../support/webhooks/fake-sender.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { eventually } from "../support/world/eventually.ts";
import { SOME_CONNECTIONS } from "../support/world/service.ts";

/** An endpoint with so many events, all of which fail, and another that works. */
const newWorld = async (count: number) => {
  const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
  const tenant = await world.tenant();
  const broken = await world.endpoint(tenant, "broken.example.com");
  await world.events(tenant, count);
  const healthy = await world.tenant();
  await world.endpoint(healthy, "healthy.example.com");
  let isBroken = true;
  world.sender.answerWith(({ url }) => response(isBroken && url === broken.url ? 500 : 200));
  const sentTo = (): number => world.sender.sent.filter(({ url }) => url === broken.url).length;
  const rows = () =>
    world.deps.db.orm.webhookDelivery.findMany({ where: { endpointId: broken.id }, orderBy: { id: "asc" } });
  /** Somebody else's event comes through: the deliverer has looked at all that is due. */
  const passTurns = async (): Promise<void> => {
    await world.events(healthy);
    const delivered = () =>
      world.deps.db.orm.webhookDelivery.count({ where: { tenantId: healthy.id, status: "pending" } });
    await eventually(delivered).toBe(0);
  };
  const endpointRow = () => world.deps.db.orm.webhookEndpoint.findUniqueOrThrow({ where: { id: broken.id } });
  const heal = (): void => {
    isBroken = false;
  };
  return { ...world, broken, sentTo, rows, passTurns, heal, endpointRow };
};

/** Runs until the breaker is open and everything that was under way is written. */
const openBreaker = async (world: Awaited<ReturnType<typeof newWorld>>): Promise<number> => {
  const running = world.deliverer();
  await eventually(async () => (await world.endpointRow()).breakerOpenUntil).not.toBeNull();
  await running.stop();
  return world.sentTo();
};

describe("an endpoint that keeps failing", () => {
  test("is left alone for a minute: the rest waits, due, with no attempt used up", async () => {
    const world = await newWorld(60);
    const tried = await openBreaker(world);
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThan(60);
    expect((await world.endpointRow()).breakerOpenUntil).toEqual(
      new Date(world.clock.now().getTime() + BREAKER_OPEN_MS),
    );
    world.clock.advance({ ms: BREAKER_OPEN_MS - 1 });
    world.deliverer();
    await world.passTurns();
    expect(world.sentTo()).toBe(tried);
    const untried = (await world.rows()).filter(({ scheduled }) => scheduled === 0);
    expect(untried).toHaveLength(60 - tried);
    for (const row of untried) expect(row).toMatchObject({ status: "pending", firstAttemptAt: null });
  });

  test("is probed by one delivery after the pause; when that fails, the pause begins again", async () => {
    const world = await newWorld(60);
    const tried = await openBreaker(world);
    world.clock.advance({ ms: BREAKER_OPEN_MS });
    world.deliverer();
    const until = new Date(world.clock.now().getTime() + BREAKER_OPEN_MS);
    await eventually(async () => (await world.endpointRow()).breakerOpenUntil).toEqual(until);
    await world.passTurns();
    expect(world.sentTo()).toBe(tried + 1);
  });

  test("gets everything as soon as a probe succeeds", async () => {
    const world = await newWorld(60);
    await openBreaker(world);
    world.heal();
    world.clock.advance({ ms: BREAKER_OPEN_MS + 10_000 }); // those that failed are due again as well
    world.deliverer();
    await eventually(async () => (await world.rows()).every(({ status }) => status === "delivered")).toBe(
      true,
    );
    expect(await world.endpointRow()).toMatchObject({ breakerOpenUntil: null, failingSince: null });
    expect(world.sender.most.get(world.broken.url)).toBeGreaterThan(1);
  });

  test("is not left alone for a second time because a success was written beside the failures", async () => {
    const world = await newWorld(60);
    await openBreaker(world);
    // As when another worker's success cleared the failing time just before the breaker opened.
    await world.deps.db.orm.webhookEndpoint.update({
      where: { id: world.broken.id },
      data: { failingSince: null },
    });
    world.heal();
    world.clock.advance({ ms: BREAKER_OPEN_MS + 10_000 });
    await world.deliverDue();
    expect(await world.endpointRow()).toMatchObject({ breakerOpenUntil: null });
  });
});

describe("many endpoints that hang", () => {
  test("hold one place each after their first time-out", async () => {
    const world = await createWebhookWorld({ env: SOME_CONNECTIONS });
    const tenant = await world.tenant();
    const { url } = await world.endpoint(tenant, "hanging.example.com");
    await world.events(tenant, 9);
    const answers: (() => void)[] = [];
    world.sender.answerWith(
      firstAtOnce(() => new Promise((resolve) => answers.push(() => resolve(failure("TIMEOUT"))))),
    );
    const running = world.deliverer();
    await eventually(() => answers.length).toBe(4);
    for (const answer of answers.splice(0)) answer();
    await eventually(() => world.sender.sent.length).toBe(1 + 4 + 1);
    await eventually(running.idleTurns).toBeGreaterThan(1);
    expect(world.sender.inFlight.get(url)).toBe(1);
    for (const answer of answers.splice(0)) answer();
    await running.stop();
  });
});
