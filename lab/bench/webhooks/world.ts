import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withClient } from "../../../scripts/lib/database.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { newEnv } from "../../../scripts/lib/script-runtime.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { startPostgres } from "../../../scripts/local/postgres.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { createRuntime, type Runtime, systemCtx } from "../../../src/runtime/runtime.ts";
import { createTenant } from "../../../src/services/tenants/tenants.ts";
import { createEndpoint } from "../../../src/services/webhooks/endpoints.ts";
import { createAuthority } from "../../../tests/support/world/certificates.ts";
import { endWithUs } from "../program.ts";
import { parentOf, processorSeconds } from "./processor-time.ts";
import type { ReceiverReport } from "./receiver.ts";

/** A redis-server as BullMQ's documentation wants it in production: append-only file, synced every second, no eviction. */
export const startRedis = async () => {
  const found = spawnSync("redis-server", ["--version"], { encoding: "utf8" });
  if (found.error !== undefined) return null;
  const port = await anyPort();
  const folder = mkdtempSync(join(tmpdir(), "lintel-bench-redis-"));
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: folder,
    appendonly: "yes",
    appendfsync: "everysec",
    save: "",
    "maxmemory-policy": "noeviction",
  };
  const server = spawn(
    "redis-server",
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const stop = endWithUs(server);
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (text) => String(text).includes("Ready to accept connections") && resolve());
    server.once("exit", (code) => reject(new Error(`redis-server ended with ${code} before it was ready.`)));
  });
  return {
    port,
    pid: server.pid ?? 0,
    version: /v=([\d.]+)/.exec(found.stdout)?.[1] ?? "",
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type BenchEndpoint = {
  id: string;
  tenantId: string;
  url: string;
  host: string;
  secret: string;
  hangs: boolean;
};

/** Endpoints are assigned to tenants and hosts in turn; every `hangsEvery`-th never answers. */
export type Layout = { endpoints: number; tenants: number; hosts: number; hangsEvery?: number };

const RECEIVER = fileURLToPath(new URL("./receiver.ts", import.meta.url));

const startReceiver = async (certificate: { cert: string; key: string }) => {
  const child = fork(RECEIVER, { stdio: "inherit" });
  const ask = async (order: object): Promise<unknown> => {
    const answer = once(child, "message");
    child.send(order);
    return (await answer)[0];
  };
  const isReport = (answer: unknown): answer is ReceiverReport =>
    typeof answer === "object" && answer !== null && "lagsMs" in answer;
  const started = await ask({ start: certificate });
  const port =
    typeof started === "object" && started !== null && "port" in started ? Number(started.port) : 0;
  return {
    port,
    reset: async () => void (await ask({ reset: true })),
    report: async (without: readonly string[] = []) => {
      const answer = await ask({ report: { without } });
      if (!isReport(answer)) throw new Error("the receiver gave no report");
      return answer;
    },
    close: () => child.disconnect(),
  };
};

export type World = Awaited<ReturnType<typeof createWorld>>;
export type Deployment = Awaited<ReturnType<World["deployment"]>>;

const MAX_HOSTS = 100;

/** PostgreSQL with its usual settings, Redis where there is one, and a TLS receiver with 100 host names. */
export const createWorld = async () => {
  const postgres = await startPostgres();
  const admin = postgres.url("postgres");
  await withClient(admin, (client) => client.query("create database template_lintel"));
  await applyMigrations(postgres.url("template_lintel"));
  const [postmaster, postgresVersion] = await withClient(admin, async (client) => {
    const { rows } = await client.query("select pg_backend_pid() pid, current_setting('server_version') v");
    return [parentOf(Number(rows[0].pid)), String(rows[0].v)] as const;
  });
  const redis = await startRedis();
  const authority = createAuthority();
  const hosts = Array.from({ length: MAX_HOSTS }, (_, i) => `h${i}.localhost`);
  const receiver = await startReceiver(authority.issue(hosts));
  let databases = 0;

  const endpointsOf = async (runtime: Runtime, layout: Layout): Promise<BenchEndpoint[]> => {
    const ctx = systemCtx(runtime.deps);
    const tenants: string[] = [];
    for (let i = 0; i < layout.tenants; i += 1) {
      tenants.push((await createTenant(ctx, { name: `tenant ${i}`, plan: "scale" })).id);
    }
    const endpoints: BenchEndpoint[] = [];
    for (let i = 0; i < layout.endpoints; i += 1) {
      const tenantId = tenants[i % layout.tenants];
      const host = hosts[i % layout.hosts];
      if (tenantId === undefined || host === undefined) throw new Error("there is no such tenant or host");
      const hangs = layout.hangsEvery !== undefined && i % layout.hangsEvery === 0;
      const url = `https://${host}:${receiver.port}/${hangs ? "hang" : "hook"}/${i}`;
      const { endpoint, secret } = await createEndpoint(await ownerCtx(runtime.deps, tenantId), { url });
      endpoints.push({ id: endpoint.id, tenantId, url, host, secret, hangs });
    }
    return endpoints;
  };

  return {
    receiver,
    ca: authority.ca,
    redis,
    postgresVersion,
    /** Processor time of the whole of PostgreSQL so far, in seconds. */
    postgresSeconds: () => processorSeconds(postmaster),
    /** A fresh migrated database with its endpoints, and an empty Redis. */
    deployment: async (layout: Layout) => {
      databases += 1;
      const name = `bench_${databases}`;
      await withClient(admin, (client) => client.query(`create database ${name} template template_lintel`));
      const env = {
        ...(await newEnv(postgres.url(name))),
        WEBHOOK_ALLOW_LOOPBACK: "true",
        LOG_LEVEL: "info",
      };
      const runtime = await createRuntime(loadConfig(env));
      const endpoints = await endpointsOf(runtime, layout);
      /** So that the next turn starts clean. */
      const close = async (): Promise<void> => {
        await runtime.close();
        await withClient(admin, (client) => client.query(`drop database ${name} with (force)`));
      };
      return { runtime, env, endpoints, close };
    },
    close: async () => {
      receiver.close();
      await redis?.stop();
      await postgres.stop();
    },
  };
};
