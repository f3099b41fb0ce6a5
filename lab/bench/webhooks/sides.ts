import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { createDeliveryNotifier } from "../../../src/data/webhooks/notify.ts";
import { eventBodyOf, writeOutbox } from "../../../tests/support/webhooks/write-outbox.ts";
import type { BaselineJob } from "./baseline-send.ts";
import { processorSeconds } from "./processor-time.ts";
import type { BenchEndpoint, Deployment, World } from "./world.ts";

/** One turn of a side, in a fresh deployment. */
export type Turn = {
  /** Queues so many webhooks before the worker runs, spread over the endpoints in turn. */
  fill(endpoints: readonly BenchEndpoint[], count: number): Promise<void>;
  /** Queues one, in one transaction where the store has them, and notifies the worker as the product does. */
  put(endpoint: BenchEndpoint, number: number): Promise<void>;
  /** Whether nothing is left to do. */
  isEmpty(): Promise<boolean>;
  /** Processor time that its store has used so far, in seconds. */
  storeSeconds(): number;
  workerEnv: Record<string, string>;
  close(): Promise<void>;
};

export type Side = {
  name: string;
  worker: string;
  /** @param forLag whether single webhooks have to come soon, rather than many of them in a short time */
  open(world: World, deployment: Deployment, forLag: boolean): Promise<Turn>;
};

type Numbered = { number: number; endpoint: BenchEndpoint };

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const CHUNK = 2_000;
const SINGLE_FROM = 500_000_000;

const inChunks =
  (write: (chunk: Numbered[]) => Promise<unknown>) =>
  async (endpoints: readonly BenchEndpoint[], count: number): Promise<void> => {
    const all = Array.from({ length: count }, (_, number) => {
      const endpoint = endpoints[number % endpoints.length];
      if (!endpoint) throw new Error("there are no endpoints");
      return { number, endpoint };
    });
    for (let i = 0; i < all.length; i += CHUNK) await write(all.slice(i, i + CHUNK));
  };

const jobOf = ({ number, endpoint: { url, secret } }: Numbered): BaselineJob => ({
  id: `evt_${number}`,
  url,
  secret,
  body: eventBodyOf(number),
});

/** Tidies up before the measurement what was written for it. Tables that are still empty stay unknown to the planner. */
const settle = async (pool: Pool, tables: readonly string[]): Promise<void> => {
  await pool.query(`vacuum (analyze) ${tables.join(", ")}`);
  await pool.query("checkpoint");
};

const findsNothing = async (pool: Pool, query: string): Promise<boolean> =>
  (await pool.query(query)).rowCount === 0;

const OURS: Side = {
  name: "lintel",
  worker: pathOf("../../../src/worker/main.ts"),
  open: async (world, { runtime: { deps } }) => {
    const { pool } = deps.db;
    const wake = createDeliveryNotifier(deps.db);
    const fill = inChunks((chunk) => writeOutbox(pool, chunk));
    return {
      fill: async (endpoints, count) => {
        await fill(endpoints, count);
        await settle(pool, ["verification", "event", "webhook_delivery"]);
      },
      put: async (endpoint, number) => {
        await writeOutbox(pool, [{ number: SINGLE_FROM + number, endpoint }]);
        wake();
      },
      isEmpty: () => findsNothing(pool, "select from webhook_delivery where status = 'pending' limit 1"),
      storeSeconds: world.postgresSeconds,
      workerEnv: {},
      close: async () => {},
    };
  },
};

const JOBS = `select count(*) from graphile_worker.add_jobs(array(
  select ('deliver', payload, $2, now(), 7, null, null, null)::graphile_worker.job_spec
  from unnest($1::json[]) payload))`;

/** @param backlogQueue the named queue that `fill` uses; such a queue runs one job after the other */
const graphile = (name: string, concurrency: number, backlogQueue: string | null): Side => ({
  name,
  worker: pathOf("./graphile-worker-main.ts"),
  open: async (world, { runtime: { config, deps } }, forLag) => {
    const { pool } = deps.db;
    await runMigrations({ connectionString: config.DATABASE_URL });
    const write = (rows: readonly Numbered[], queue: string | null) =>
      pool.query({
        name: "bench_jobs",
        text: JOBS,
        values: [rows.map((row) => JSON.stringify(jobOf(row))), queue],
      });
    const fill = inChunks((chunk) => write(chunk, backlogQueue));
    return {
      fill: async (endpoints, count) => {
        await fill(endpoints, count);
        await settle(pool, ["graphile_worker._private_jobs"]);
      },
      put: async (endpoint, number) => void (await write([{ number: SINGLE_FROM + number, endpoint }], null)),
      isEmpty: () => findsNothing(pool, "select from graphile_worker._private_jobs limit 1"),
      storeSeconds: world.postgresSeconds,
      workerEnv: { CONCURRENCY: `${concurrency}`, LOCAL_QUEUE: forLag ? "0" : "1" },
      close: async () => {},
    };
  },
});

const QUEUE = "webhooks";
// As many attempts as the others have; a job that is done is removed, as graphile-worker's are.
const JOB = { attempts: 7, backoff: { type: "exponential", delay: 60_000 }, removeOnComplete: true };

/** @param backlogQueue the queue that `fill` uses; the process has a Worker for each queue */
const bullmq = (name: string, concurrency: number, backlogQueue: string): Side => ({
  name,
  worker: pathOf("./bullmq-main.ts"),
  open: async ({ redis }) => {
    if (!redis) throw new Error("there is no Redis");
    const names = [...new Set([QUEUE, backlogQueue])];
    const open = (queue: string) => new Queue(queue, { connection: { host: "127.0.0.1", port: redis.port } });
    const queues = names.map(open);
    const [main, backlog] = [queues.at(0), queues.at(-1)];
    for (const queue of queues) await queue.obliterate({ force: true });
    return {
      fill: inChunks(async (chunk) =>
        backlog?.addBulk(chunk.map((row) => ({ name: "deliver", data: jobOf(row), opts: JOB }))),
      ),
      put: async (endpoint, number) =>
        void (await main?.add("deliver", jobOf({ number: SINGLE_FROM + number, endpoint }), JOB)),
      isEmpty: async () => {
        const counts = await Promise.all(
          queues.map((queue) => queue.getJobCounts("wait", "active", "delayed")),
        );
        return counts.flatMap(Object.values).every((count) => count === 0);
      },
      storeSeconds: () => processorSeconds(redis.pid),
      workerEnv: { CONCURRENCY: `${concurrency}`, REDIS_PORT: `${redis.port}`, QUEUES: names.join(",") },
      close: async () => {
        for (const queue of queues) await queue.obliterate({ force: true });
        await Promise.all(queues.map((queue) => queue.close()));
      },
    };
  },
});

/**
 * All that can run here.
 * @param concurrency jobs that a baseline's worker has in hand at once
 * @param apart also with the backlog in a separate queue, as if it had been known in advance
 */
export const sidesFor = (world: World, concurrency: number, apart: boolean): Side[] => [
  OURS,
  graphile("graphile-worker + fetch", concurrency, null),
  ...(apart
    ? [graphile("graphile-worker + fetch, backlog in a separate queue", concurrency, "backlog")]
    : []),
  ...(world.redis ? [bullmq("BullMQ + fetch", concurrency, QUEUE)] : []),
  ...(world.redis && apart
    ? [bullmq("BullMQ + fetch, backlog in a separate queue", concurrency, "backlog")]
    : []),
];
