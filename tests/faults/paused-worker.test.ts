import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { complete, start } from "../support/http/actions.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

const words: string[] = [];

test("a worker that is stopped in the middle of an attempt, past its lease, changes nothing when it goes on", async () => {
  const world = await createFaultWorld();
  const { deps, receiver, service, tenant, workers } = world;
  const held: ServerResponse[] = [];
  // Both requests are attempt 1: what was never written down does not count.
  receiver.answerWith((_request, response) => {
    if (held.length === 0) held.push(response);
    else response.writeHead(204).end();
  });
  await world.endpoint(0);
  const { verificationId } = await start(service.call, tenant.liveKey);
  await complete(service.call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  const paused = await workers.start();
  await eventually(() => held.length).toBe(1);
  paused.kill("SIGSTOP");
  const successor = await workers.start();
  const row = () => deps.db.orm.webhookDelivery.findFirstOrThrow({ include: { attempts: true } });
  await eventually(async () => (await row()).status, 30_000).toBe("delivered");
  const before = await row();

  held[0]?.writeHead(500).end("too late"); // it would count as a failure and be tried again
  paused.kill("SIGCONT");
  paused.kill("SIGTERM"); // it settles what it has before it ends
  expect(await paused.ended).toBe(0);
  expect(await row()).toEqual(before);
  expect(before).toMatchObject({ attempt: 2, scheduled: 1, attempts: [{ number: 1, status: 204 }] });
  expect(receiver.requests.map(({ headers }) => headers["x-delivery-attempt"])).toEqual(["1", "1"]);
  successor.kill("SIGTERM");
  expect(await successor.ended).toBe(0);
  words.push(`fenced out: ${receiver.requests.length} requests, ${before.attempts.length} recorded attempt`);
});

test("SIGTERM under load: what is under way is finished, nothing is held back until its lease ends", async () => {
  const world = await createFaultWorld();
  const { deps, receiver, service, tenant, workers } = world;
  receiver.answerWith((_request, response) => {
    setTimeout(() => response.writeHead(204).end(), 20);
  });
  for (let i = 0; i < 5; i += 1) await world.endpoint(i);
  for (let i = 0; i < 60; i += 1) {
    const { verificationId } = await start(service.call, tenant.liveKey);
    await complete(service.call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  }
  const worker = await workers.start();
  await eventually(() => receiver.requests.length).toBeGreaterThan(20);
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  const rows = await deps.db.orm.webhookDelivery.findMany();
  const delivered = rows.filter(({ status }) => status === "delivered").length;
  expect(receiver.requests).toHaveLength(delivered); // each request was answered, and its answer written
  const leased = rows.filter(
    ({ status, nextAttemptAt }) => status === "pending" && nextAttemptAt > new Date(),
  );
  expect(leased).toEqual([]);
  words.push(`drained: ${delivered} of ${rows.length} delivered before the end, none left under a lease`);
  writeFaultRow(import.meta.filename, {
    fault: "A worker is stopped past its lease (SIGSTOP); SIGTERM under load",
    done: "a second worker takes over, then the first goes on; a worker with 300 waiting deliveries is asked to end",
    expected: "the late answer changes nothing; what is under way is finished, nothing waits for a lease",
    got: words.join("; "),
  });
});
