import { expect, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { complete, start } from "../support/http/actions.ts";
import { copyEvents } from "../support/webhooks/copy-events.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

const ENDPOINTS = 10;
const EVENTS = 1_000;

test("three workers and 10,000 deliveries: each is attempted once, no two attempts of one overlap", async () => {
  const world = await createFaultWorld();
  const { deps, receiver, service, tenant, workers } = world;
  const present = new Set<string>();
  const overlapping: string[] = [];
  receiver.answerWith(({ headers }, response) => {
    const key = `${headers.host} ${headers["x-event-id"]}`;
    if (present.has(key)) overlapping.push(key);
    present.add(key);
    setTimeout(() => {
      present.delete(key);
      response.writeHead(204).end();
    }, 3);
  });
  for (let i = 0; i < ENDPOINTS; i += 1) await world.endpoint(i);
  const { verificationId } = await start(service.call, tenant.liveKey);
  await complete(service.call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  await copyEvents(deps, EVENTS - 1);
  const running = await Promise.all([workers.start(), workers.start(), workers.start()]);
  const left = () => deps.db.orm.webhookDelivery.count({ where: { status: { not: "delivered" } } });
  await eventually(left, 120_000).toBe(0);
  for (const worker of running) worker.kill("SIGTERM");
  expect(await Promise.all(running.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(overlapping).toEqual([]);
  const keys = receiver.requests.map(({ headers }) => `${headers.host} ${headers["x-event-id"]}`);
  expect(keys).toHaveLength(ENDPOINTS * EVENTS);
  expect(new Set(keys).size).toBe(ENDPOINTS * EVENTS);
  expect(await deps.db.orm.webhookAttempt.count()).toBe(ENDPOINTS * EVENTS);
  writeFaultRow(import.meta.filename, {
    fault: "Three workers at once",
    done: `${ENDPOINTS * EVENTS} deliveries that wait`,
    expected: "each is attempted once, no two attempts of one overlap",
    got: `${keys.length} requests, none twice, none overlapping`,
  });
});
