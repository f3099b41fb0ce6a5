import { expect, test } from "vitest";
import { complete, start } from "../support/actions.ts";
import { copyEvents } from "../support/copy-events.ts";
import { eventually } from "../support/eventually.ts";
import { createFaultWorld, type FaultWorld } from "../support/fault-world.ts";
import { seeded } from "../support/seeded.ts";

const KILLS = 200;
const KILLERS = 2;
const BACKLOG = 15_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A tenant's backend that ends one verification after the other until told otherwise. Returns how many. */
const feed = async ({ service, tenant }: FaultWorld, isOver: () => boolean): Promise<number> => {
  let count = 0;
  for (; !isOver(); count += 1) {
    const { verificationId } = await start(service.call, tenant.liveKey);
    await complete(service.call, tenant.liveKey, { verificationId, verifiedAge: 30 });
    await pause(50);
  }
  return count;
};

test("a worker that is killed 200 times at random moments loses no event", async () => {
  const chance = seeded();
  const world = await createFaultWorld();
  const { deps, receiver, workers } = world;
  receiver.answerWith((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), chance.below(150));
  });
  for (let i = 0; i < 10; i += 1) await world.endpoint(i);
  const { verificationId } = await start(world.service.call, world.tenant.liveKey);
  await complete(world.service.call, world.tenant.liveKey, { verificationId, verifiedAge: 30 });
  await copyEvents(deps, BACKLOG / 10);

  let isOver = false;
  const feeding = feed(world, () => isOver);
  let kills = 0;
  const lives: number[] = [];
  const killer = async (): Promise<void> => {
    while (kills < KILLS) {
      kills += 1;
      const worker = await workers.start();
      const life = chance.below(400);
      lives.push(life);
      await pause(life);
      worker.kill("SIGKILL");
      expect(await worker.ended).toBeNull();
    }
  };
  await Promise.all(Array.from({ length: KILLERS }, killer));
  isOver = true;
  const events = BACKLOG / 10 + 1 + (await feeding);
  const survivor = await workers.start();
  const left = () => deps.db.orm.webhookDelivery.count({ where: { status: { not: "delivered" } } });
  await eventually(left, 120_000).toBe(0);
  survivor.kill("SIGTERM");
  expect(await survivor.ended).toBe(0);

  const received = new Map<string, string>();
  let again = 0;
  for (const { headers, body } of receiver.requests) {
    const key = `${headers.host} ${headers["x-event-id"]}`;
    const text = body.toString();
    if (received.has(key)) again += 1;
    expect(received.get(key) ?? text).toBe(text); // a duplicate has the same bytes
    received.set(key, text);
  }
  expect(received.size).toBe(events * 10);
  expect(await deps.db.orm.webhookDelivery.count({ where: { scheduled: 1 } })).toBe(events * 10);
  expect(await deps.db.orm.webhookAttempt.count({ where: { code: null } })).toBe(events * 10);
  console.log(
    `seed ${chance.seed}: ${lives.length} workers killed, each after up to ${Math.max(...lives)} ms of work; ` +
      `${events} events to 10 endpoints: all ${received.size} arrived, ${again} of them more than once`,
  );
});
