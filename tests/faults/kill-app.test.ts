import { once } from "node:events";
import { expect, test } from "vitest";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { start } from "../support/http/actions.ts";
import { startApi } from "../support/http/api-process.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";
import { seeded } from "../support/world/seeded.ts";

const KILLS = 30;
const CLIENTS = 12;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("an app that is killed between the state and the answer leaves both state and event, or neither", async () => {
  const chance = seeded();
  const { deps, endpoint, env, service, tenant } = await createFaultWorld();
  await endpoint(0);
  await endpoint(1);
  const answered = new Set<string>();
  const asked = new Set<string>();
  let refused = 0;

  /** A client that completes one verification after the other until the app is gone. */
  const client = async (url: string): Promise<void> => {
    for (;;) {
      const { verificationId } = await start(service.call, tenant.liveKey);
      asked.add(verificationId);
      const response = await fetch(`${url}/verify/complete`, {
        method: "POST",
        headers: { "x-tenant-api-key": tenant.liveKey, "content-type": "application/json" },
        body: JSON.stringify({ verificationId, verifiedAge: 30 }),
      }).catch(() => null);
      if (response === null) return;
      const text = await response.text().catch(() => null);
      if (text === null) return;
      if (response.status === 200) answered.add(verificationId);
      else {
        // A machine that is too busy to begin a transaction within its limit; what was written is looked at below.
        expect(text).toContain("DATABASE_ERROR");
        refused += 1;
      }
    }
  };

  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, url } = await startApi(env);
    const before = answered.size;
    const clients = Array.from({ length: CLIENTS }, () => client(url));
    while (answered.size < before + 5) await pause(1);
    await pause(chance.below(60));
    child.kill("SIGKILL");
    await Promise.all([...clients, once(child, "exit")]);
  }

  const { rows } = await deps.db.pool.query<{
    id: string;
    status: string;
    tokens: number;
    events: number;
    sends: number;
  }>(
    `select v.id, v.status, (select count(*)::int from token t where t.verification_id = v.id) as tokens,
      (select count(*)::int from event e where e.verification_id = v.id) as events,
      (select count(*)::int from event e join webhook_delivery d on d.event_id = e.id
        where e.verification_id = v.id) as sends
    from verification v`,
  );
  const done = rows.filter(({ status }) => status === "completed");
  for (const row of done) expect(row).toMatchObject({ tokens: 1, events: 1, sends: 2 });
  for (const row of rows.filter(({ status }) => status !== "completed")) {
    expect(row).toMatchObject({ status: "pending", tokens: 0, events: 0, sends: 0 });
  }
  const completed = new Set(done.map(({ id }) => id));
  expect([...answered].filter((id) => !completed.has(id))).toEqual([]); // no answer without its state
  const unanswered = [...completed].filter((id) => !answered.has(id)).length;
  expect(unanswered).toBeGreaterThan(0); // kills did hit between state and answer
  // Every request is in one of four shares, and a kill can leave no more open than there are clients.
  const unwritten = rows.length - done.length;
  expect(rows.map(({ id }) => id).sort()).toEqual([...asked].sort());
  expect(answered.size).toBeGreaterThanOrEqual(KILLS * 5);
  expect(unanswered + unwritten - refused).toBeLessThanOrEqual(KILLS * CLIENTS);
  expect(refused).toBeLessThan(asked.size / 10);
  writeFaultRow(import.meta.filename, {
    fault: "The service is killed (-9) between state and answer",
    done: `${CLIENTS} clients complete verifications; ${KILLS} kills at random moments`,
    expected: "state, token, event and deliveries are all there, or none; no answer without its state",
    got:
      `seed ${chance.seed}: ${KILLS} kills, ${asked.size} requests, ${answered.size} answered, ${refused} refused, ` +
      `${unanswered} written without an answer, ${unwritten} not written at all; none half done`,
  });
});
