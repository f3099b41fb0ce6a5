import { expect, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { complete, start } from "../support/http/actions.ts";
import { copyEvents } from "../support/webhooks/copy-events.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld, type FaultWorld } from "../support/world/fault-world.ts";
import { type Seeded, seeded } from "../support/world/seeded.ts";

// Two deployments at a time: a worker is idle for most of its start.
const DEPLOYMENTS = 2;
const KILLS_EACH = 100;
const ENDPOINTS = 10;
const BACKLOG = 600;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const newEvent = async ({ service, tenant }: FaultWorld): Promise<void> => {
  const { verificationId } = await start(service.call, tenant.liveKey);
  await complete(service.call, tenant.liveKey, { verificationId, verifiedAge: 30 });
};

/** Starts one worker after the other and kills each at a random moment after its first request. Returns the attempts cut. */
const killOften = async ({ receiver, workers }: FaultWorld, chance: Seeded, under: () => number) => {
  let cut = 0;
  for (let kill = 0; kill < KILLS_EACH; kill += 1) {
    const before = receiver.requests.length;
    const worker = await workers.start();
    await eventually(() => receiver.requests.length, 60_000).toBeGreaterThan(before);
    await pause(chance.below(150));
    cut += under();
    worker.kill("SIGKILL");
    expect(await worker.ended).toBeNull();
  }
  return cut;
};

const prove = async (chance: Seeded) => {
  const world = await createFaultWorld();
  const { deps, receiver, workers } = world;
  let under = 0;
  receiver.answerWith((_request, response) => {
    under += 1;
    response.once("close", () => {
      under -= 1;
    });
    setTimeout(() => response.writeHead(204).end(), chance.below(60));
  });
  for (let i = 0; i < ENDPOINTS; i += 1) await world.endpoint(i);
  await newEvent(world);
  await copyEvents(deps, BACKLOG - 1);

  const over = new AbortController();
  const feed = async (): Promise<number> => {
    let count = 0;
    for (; !over.signal.aborted; count += 1) {
      await newEvent(world);
      await pause(300);
    }
    return count;
  };
  const feeding = feed();
  const cut = await killOften(world, chance, () => under);
  over.abort();
  const events = BACKLOG + (await feeding);
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
  const deliveries = events * ENDPOINTS;
  expect(received.size).toBe(deliveries);
  expect(await deps.db.orm.webhookDelivery.count({ where: { status: "delivered", scheduled: 1 } })).toBe(
    deliveries,
  );
  expect(await deps.db.orm.webhookAttempt.count({ where: { code: null } })).toBe(deliveries);
  expect(cut).toBeGreaterThan(0); // else the moments proved nothing
  return { cut, again, deliveries, seed: chance.seed };
};

test("workers that are killed 200 times at random moments of their work lose no event", async () => {
  const proofs = await Promise.all(Array.from({ length: DEPLOYMENTS }, () => prove(seeded())));
  const words = proofs.map(
    ({ cut, again, deliveries, seed }) =>
      `seed ${seed}: ${KILLS_EACH} workers killed at work, ${cut} attempts cut off; ` +
      `all ${deliveries} deliveries arrived, ${again} came again with the same bytes`,
  );
  writeFaultRow(import.meta.filename, {
    fault: "Workers are killed (-9) while they deliver",
    done: `${DEPLOYMENTS} deployments, ${KILLS_EACH} kills each at random moments, ${ENDPOINTS} endpoints`,
    expected: "no event lost; what comes again has the same bytes and id",
    got: words.join("; "),
  });
}, 480_000);
