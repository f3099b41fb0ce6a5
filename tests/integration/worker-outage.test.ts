import { expect, onTestFinished, test } from "vitest";
import { isWorkerSeen } from "#data/operator/process-lives.ts";
import { createLogger } from "#platform/log.ts";
import { runWorker } from "#worker/run-worker.ts";
import { createDatabase } from "../support/world/database.ts";
import { freePort } from "../support/world/redis.ts";
import { createService } from "../support/world/service.ts";
import { startTlsPostgres } from "../support/world/tls-postgres.ts";

type Line = { level: string; message: string; code?: string; why?: string };

const AWAY = "the database is away: jobs and deliveries wait for it";
const BACK = "the database is back";
const PATIENT = { timeout: 90_000 };
const UNHEARD = "no connection listens for new deliveries: each waits up to half a second";

/** A worker that runs until the test is over, and what it logs. */
const startWorker = async (url: string, env: Record<string, string> = {}) => {
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
  const stop = new AbortController();
  const running = runWorker(service.runtime, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    await service.close();
  });
  const said = (message: string): Line[] => lines.filter((line) => line.message === message);
  await expect.poll(() => isWorkerSeen(service.deps.db.orm), { timeout: 20_000 }).toBe(true);
  return { lines, said };
};

const databaseOfTest = async (): Promise<string> => {
  const database = await createDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  return database.url;
};

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
