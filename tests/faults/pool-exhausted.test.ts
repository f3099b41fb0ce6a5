import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { databaseOn } from "../support/faults/debian.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { expectNothingLost, moreAnswers, startLoad } from "../support/faults/load.ts";
import { startApi } from "../support/http/api-process.ts";
import { eventually } from "../support/world/eventually.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

const CONNECTIONS = 30;
const CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'lintel%'";

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Another program takes every connection of the server, also those that the service had. */
const takeAll = async (url: string): Promise<pg.Client[]> => {
  const held: pg.Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url, application_name: "greedy" });
    client.on("error", () => {});
    return client.connect().then(
      () => held.push(client) > 0,
      () => false,
    );
  };
  while (held.length < CONNECTIONS) {
    if ((await Promise.all(Array.from({ length: 5 }, take))).includes(true)) continue;
    await held[0]?.query(CUT);
  }
  return held;
};

test("no connection is left, in Postgres and then in the pool: refused with DATABASE_ERROR, nothing half done, back by itself", {
  timeout: 240_000,
}, async () => {
  const settings = { max_connections: CONNECTIONS, superuser_reserved_connections: 0, fsync: "off" };
  const postgres = await startPostgres({ settings: { ...settings, shared_buffers: "32MB" } });
  onTestFinished(() => postgres.stop());
  const database = await databaseOn(postgres.url("postgres"), "lintel");
  const world = await createFaultWorld(database);
  await world.endpoint(0);
  const api = await startApi({ ...world.env, DATABASE_POOL_SIZE: "4" });
  onTestFinished(() => void api.child.kill("SIGKILL"));
  const worker = await world.workers.start({ DATABASE_POOL_SIZE: "4" });
  const load = startLoad({ url: () => api.url, tenant: world.tenant });
  const isReady = async () => (await fetch(`${api.url}/health/ready`)).status;
  const refusals = () => load.refused.length;
  await moreAnswers(load, 100);

  const held = await takeAll(database.url);
  const taken = refusals();
  await eventually(refusals, 60_000).toBeGreaterThan(taken + 30);
  expect(await isReady()).toBe(503);
  const freedMs = performance.now();
  await Promise.all(held.map((client) => client.end()));
  await eventually(() => load.firstAnswerTo(freedMs), 60_000).not.toBeNull();
  await moreAnswers(load, 100);
  const backMs = Math.max(load.firstAnswerTo(freedMs) ?? 0, load.lastRefusalMs()) - freedMs;
  expect(await isReady()).toBe(200);

  const before = refusals();
  const unlockedMs = await withClient(database.url, async (client) => {
    await client.query("begin");
    await client.query("lock table verification in access exclusive mode");
    await eventually(refusals, 60_000).toBeGreaterThan(before + 8);
    await client.query("rollback");
    return performance.now();
  });
  await eventually(() => load.firstAnswerTo(unlockedMs), 60_000).not.toBeNull();
  await moreAnswers(load, 100);
  const backAgainMs = Math.max(load.firstAnswerTo(unlockedMs) ?? 0, load.lastRefusalMs()) - unlockedMs;
  await load.stop();
  const kinds = new Set(load.refused.map(({ what }) => what));
  expect([...kinds]).toEqual(["500 DATABASE_ERROR"]);
  const proof = await expectNothingLost(world, load, 1);
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  writeFaultRow(import.meta.filename, {
    fault: "No database connection is left",
    done: `under load: another program takes all ${CONNECTIONS} connections of Postgres; then a locked table holds all 4 of the pool`,
    expected: "DATABASE_ERROR and not ready; nothing lost or half done; back by itself",
    got: `${proof}; last refusal ${seconds(Math.max(0, backMs))} and ${seconds(Math.max(0, backAgainMs))} s after the end of the fault; refused and sent again: ${load.refusals()}`,
  });
});
