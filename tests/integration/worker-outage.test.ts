import { expect, onTestFinished, test } from "vitest";
import { isWorkerSeen } from "#data/operator/process-lives.ts";
import { createLogger } from "#platform/log.ts";
import { awaitMigrations } from "#worker/await-migrations.ts";
import { SAYS_ALL } from "#worker/outage.ts";
import { runWorker } from "#worker/run-worker.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { createDatabase, createEmptyDatabase } from "../support/world/database.ts";
import { freePort } from "../support/world/redis.ts";
import { createService } from "../support/world/service.ts";
import { startTlsPostgres } from "../support/world/tls-postgres.ts";

type Line = { time: string; level: string; message: string; code?: string; why?: string };

const AWAY = "the database is away: jobs and deliveries wait for it";
const BACK = "the database is back";
const PENDING = "migrations of this release are pending (npm run migrate): jobs and deliveries wait for them";
const BEGINS = "the migrations are there: jobs and deliveries begin";
const PATIENT = { timeout: 90_000 };
// A line is written a moment after the minute is counted from.
const ALMOST_A_MINUTE_MS = 59_000;
const UNHEARD = "no connection listens for new deliveries: each waits up to half a second";

/** A service of the test, and what it logs. */
const serviceOn = async (url: string, env: Record<string, string> = {}) => {
  const lines: Line[] = [];
  const log = createLogger({
    level: "info",
    now: () => new Date(),
    write: (line) => void lines.push(JSON.parse(line)),
  });
  const service = await createService({
    env,
    overrides: { log },
    database: { url, [Symbol.asyncDispose]: async () => {} },
  });
  onTestFinished(() => service.close());
  const said = (message: string): Line[] => lines.filter((line) => line.message === message);
  return { service, lines, said };
};

/** A worker that runs until the test is over, and what it logs. */
const runWorkerOn = async (...given: Parameters<typeof serviceOn>) => {
  const { service, lines, said } = await serviceOn(...given);
  const stop = new AbortController();
  const running = runWorker(service.runtime, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const isSeen = () => isWorkerSeen(service.deps.db.orm);
  return { lines, said, isSeen };
};

/** The same, once it has given its first sign of life. */
const startWorker = async (...given: Parameters<typeof runWorkerOn>) => {
  const worker = await runWorkerOn(...given);
  await expect.poll(worker.isSeen, { timeout: 20_000 }).toBe(true);
  return worker;
};

const databaseOfTest = async (create = createDatabase): Promise<string> => {
  const database = await create();
  onTestFinished(() => database[Symbol.asyncDispose]());
  return database.url;
};

/** The lines that came within a minute of the one before: a slow machine may take more than one. */
const tooSoon = (lines: readonly Line[]): Line[] =>
  lines.filter(({ time }, at) => {
    const before = lines[at - 1];
    return before !== undefined && Date.parse(time) - Date.parse(before.time) < ALMOST_A_MINUTE_MS;
  });

test("a worker whose database goes away says so once, and once that it is back", PATIENT, async () => {
  const server = await startTlsPostgres(await databaseOfTest(), null);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { lines, said } = await startWorker(server.url());
  server.cut();
  await expect.poll(() => said(AWAY).length, { timeout: 20_000 }).toBe(1);
  // Jobs, deliveries and the listener all go on asking.
  await expect.poll(() => server.refused(), { timeout: 30_000 }).toBeGreaterThan(40);
  expect(said(BACK)).toEqual([]);
  server.mend();
  await expect.poll(() => said(BACK).length, { timeout: 20_000 }).toBe(1);
  expect(said(AWAY)).toHaveLength(1);
  expect(said(AWAY)[0]).toMatchObject({ level: "warn", code: expect.any(String) });
  const others = lines.filter(({ message }) => /failed|could not|listens/.test(message));
  expect(others).toEqual([]);
});

test("a listener whose own address is wrong says so once, by the setting's name", PATIENT, async () => {
  const session = `postgresql://lintel:hunter2@127.0.0.1:${await freePort()}/lintel`;
  const { lines, said } = await startWorker(await databaseOfTest(), { DATABASE_SESSION_URL: session });
  await expect.poll(() => said(UNHEARD).length, { timeout: 20_000 }).toBe(1);
  expect(said(UNHEARD)[0]).toMatchObject({
    code: "ECONNREFUSED",
    why: "nothing listens at the host and port of DATABASE_SESSION_URL",
  });
  expect(said(AWAY)).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain("hunter2");
});

test(
  "a worker on a database without tables says so once a minute, and begins when they are there",
  PATIENT,
  async () => {
    const url = await databaseOfTest(createEmptyDatabase);
    const { lines, said, isSeen } = await runWorkerOn(url);
    await expect.poll(() => said(PENDING).length, { timeout: 20_000 }).toBe(1);
    // It takes seconds, in which its jobs and deliveries would ask dozens of times.
    await applyMigrations(url);
    await expect.poll(() => said(BEGINS).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(isSeen, { timeout: 20_000 }).toBe(true);
    expect(said(PENDING)[0]).toMatchObject({ level: "warn" });
    expect(tooSoon(said(PENDING))).toEqual([]);
    const others = lines.filter(({ message }) => /failed|could not|listens/.test(message));
    expect([...said(AWAY), ...others]).toEqual([]);
  },
);

test(
  "a worker whose database is away, and then has no tables, says both once a minute",
  PATIENT,
  async () => {
    const url = await databaseOfTest(createEmptyDatabase);
    const server = await startTlsPostgres(url, null);
    onTestFinished(() => server[Symbol.asyncDispose]());
    server.cut();
    const { lines, said, isSeen } = await runWorkerOn(server.url());
    await expect.poll(() => said(AWAY).length, { timeout: 20_000 }).toBe(1);
    server.mend();
    await expect.poll(() => said(PENDING).length, { timeout: 20_000 }).toBe(1);
    await applyMigrations(url);
    await expect.poll(isSeen, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => said(BACK).length, { timeout: 20_000 }).toBe(1);
    expect(said(AWAY)).toHaveLength(1);
    expect(tooSoon(said(PENDING))).toEqual([]);
    expect(lines.filter(({ message }) => /failed|could not|listens/.test(message))).toEqual([]);
  },
);

test("a wait for migrations that ends because their history cannot be read does not say that they are there", async () => {
  const url = await databaseOfTest(createEmptyDatabase);
  const { service, said } = await serviceOn(url);
  const waiting = awaitMigrations(service.deps, SAYS_ALL, new AbortController().signal);
  await expect.poll(() => said(PENDING).length, { timeout: 20_000 }).toBe(1);
  await withClient(url, (client) => client.query("create table _prisma_migrations (of_others text)"));
  await waiting;
  expect(said(BEGINS)).toEqual([]);
});
