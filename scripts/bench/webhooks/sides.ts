import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { createWaker } from "../../../src/data/wake.ts";
import type { Runtime } from "../../../src/runtime.ts";
import { processEnv } from "../../../tests/support/worker-process.ts";
import { eventBodyOf, writeOutbox } from "../../../tests/support/write-outbox.ts";
import type { BenchEndpoint } from "./world.ts";

export type Side = {
  name: string;
  prepare(runtime: Runtime): Promise<void>;
  /** Puts so many webhooks in, dealt out to the endpoints in turn. */
  fill(runtime: Runtime, endpoints: readonly BenchEndpoint[], count: number): Promise<void>;
  /** A function that puts one in, in one transaction, and wakes the worker as the product does. */
  single(runtime: Runtime): (endpoint: BenchEndpoint, number: number) => Promise<void>;
  main: string;
  env(forLag: boolean): Record<string, string>;
};

const JOBS = `select count(*) from graphile_worker.add_jobs(array(
  select ('deliver', payload, null, now(), 7, null, null, null)::graphile_worker.job_spec
  from unnest($1::json[]) payload))`;

const CHUNK = 2_000;
let used = 0;

type Numbered = { number: number; endpoint: BenchEndpoint };

const inChunks = async (
  endpoints: readonly BenchEndpoint[],
  count: number,
  write: (chunk: Numbered[]) => Promise<unknown>,
): Promise<void> => {
  const all = Array.from({ length: count }, (_, i) => {
    const endpoint = endpoints[i % endpoints.length];
    if (!endpoint) throw new Error("there are no endpoints");
    used += 1;
    return { number: used, endpoint };
  });
  for (let i = 0; i < all.length; i += CHUNK) await write(all.slice(i, i + CHUNK));
};

const writeJobs = (pool: Pool, rows: readonly Numbered[]) =>
  pool.query({
    name: "bench_jobs",
    text: JOBS,
    values: [
      rows.map(({ number, endpoint: { url, secret } }) =>
        JSON.stringify({ id: `evt_${number}`, url, secret, body: eventBodyOf(number) }),
      ),
    ],
  });

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export const OURS: Side = {
  name: "lintel",
  prepare: () => Promise.resolve(),
  fill: async ({ deps }, endpoints, count) => {
    await inChunks(endpoints, count, (chunk) => writeOutbox(deps.db.pool, chunk));
    await deps.db.pool.query("analyze");
  },
  single: ({ deps }) => {
    const wake = createWaker(deps.db);
    return async (endpoint, number) => {
      await writeOutbox(deps.db.pool, [{ number: 500_000_000 + number, endpoint }]);
      wake();
    };
  },
  main: pathOf("../../../src/worker/main.ts"),
  env: () => ({}),
};

export const BASELINE: Side = {
  name: "graphile-worker + fetch",
  prepare: async ({ config }) => runMigrations({ connectionString: config.DATABASE_URL }),
  fill: async ({ deps }, endpoints, count) => {
    await inChunks(endpoints, count, (chunk) => writeJobs(deps.db.pool, chunk));
    await deps.db.pool.query("analyze");
  },
  single:
    ({ deps }) =>
    async (endpoint, number) =>
      void (await writeJobs(deps.db.pool, [{ number: 500_000_000 + number, endpoint }])),
  main: pathOf("./baseline-worker.ts"),
  env: (forLag) => ({ LOCAL_QUEUE: forLag ? "0" : "1" }),
};

/** A side's worker in a process of its own; `stop` returns the processor time that it has used, in seconds. */
export const startWorker = async (
  side: Side,
  env: Record<string, string>,
  ca: string,
  forLag: boolean,
): Promise<{ stop(): Promise<number> }> => {
  const caFile = join(mkdtempSync(join(tmpdir(), "lintel-bench-")), "ca.pem");
  writeFileSync(caFile, ca);
  const child = spawn(process.execPath, [side.main], {
    env: processEnv({ ...env, ...side.env(forLag), WEBHOOK_EXTRA_CA_FILE: caFile, CA_FILE: caFile }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => String(text).includes("the worker is running") && resolve());
    }
  });
  const cpuSeconds = (): number => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100; // utime + stime: proc(5)
  };
  const atStart = cpuSeconds();
  return {
    stop: async () => {
      const spent = cpuSeconds() - atStart;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await exit;
      clearTimeout(timer);
      return spent;
    },
  };
};
