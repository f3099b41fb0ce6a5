import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";
import { createId, ID_RANDOM_BYTES } from "../../../src/core/ids.ts";
import { createWaker } from "../../../src/data/wake.ts";
import type { Runtime } from "../../../src/runtime.ts";
import { processEnv } from "../../../tests/support/worker-process.ts";
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

const bodyOf = (number: number): string =>
  JSON.stringify({
    event: "verification.completed",
    request_id: `req_${number}`,
    timestamp: new Date().toISOString(),
    verification: { status: "verified", verified_age: 34, confidence_score: 0.97, processing_time_ms: 1_830 },
    metadata: { order: `order-${number}`, customer: "c-0192" },
  });

// An event with its delivery, as the outbox writes them: $1 numbers, $2 bodies, $3 endpoints, $4 tenants, $5 the time as
// ids begin with it: retention takes lower ids for old ones.
const OUTBOX = `with given as (
    select $5 || lpad(number::text, 16, '0') as number, body, endpoint_id, tenant_id
    from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as g(number, body, endpoint_id, tenant_id)),
  verifications as (
    insert into verification (id, tenant_id, mode, status, request_id, secret_hash, minimum_age, methods,
      max_attempts, verified, method, created_at, completed_at, expires_at)
    select 'ver_' || number, tenant_id, 'live', 'completed', 'req_' || number, sha256(number::bytea), 18, '{}', 3,
      true, 'tenant', now(), now(), now() from given),
  events as (
    insert into event (id, tenant_id, verification_id, request_id, type, mode, body, created_at)
    select 'evt_' || number, tenant_id, 'ver_' || number, 'req_' || number, 'verification.completed', 'live', body,
      now() from given)
  insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, next_attempt_at, created_at)
  select 'dlv_' || number, tenant_id, endpoint_id, 'evt_' || number, now(), now() from given`;

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

const writeOutbox = (pool: Pool, rows: readonly Numbered[]) =>
  pool.query({
    name: "bench_outbox",
    text: OUTBOX,
    values: [
      rows.map(({ number }) => number),
      rows.map(({ number }) => bodyOf(number)),
      rows.map(({ endpoint }) => endpoint.id),
      rows.map(({ endpoint }) => endpoint.tenantId),
      createId("event", new Date(), new Uint8Array(ID_RANDOM_BYTES)).slice(4, 14),
    ],
  });

const writeJobs = (pool: Pool, rows: readonly Numbered[]) =>
  pool.query({
    name: "bench_jobs",
    text: JOBS,
    values: [
      rows.map(({ number, endpoint: { url, secret } }) =>
        JSON.stringify({ id: `evt_${number}`, url, secret, body: bodyOf(number) }),
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
