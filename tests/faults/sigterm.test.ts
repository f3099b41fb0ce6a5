import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ensureBuilt } from "../../scripts/lib/build.ts";
import { startApp } from "../../scripts/local/app.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

// `npm run test:faults -- sigterm`: two processes of the production build behind a balancer that asks whether they
// serve once a second. Clients send nothing twice: a request without its answer is lost.

const CLIENTS = 20;
const RESTARTS = 10;
const CHECK_EVERY_MS = 1_000;

const SERVING = "/health/serving";

type Sent = { status: number } | { error: string };

const send = (
  method: string,
  port: number,
  path: string,
  headers: Record<string, string>,
  agent: Agent | false,
) =>
  new Promise<Sent>((resolve) => {
    const sending = request({ host: "127.0.0.1", port, path, method, headers, agent }, (answer) => {
      answer
        .resume()
        .once("end", () => resolve({ status: answer.statusCode ?? 0 }))
        .once("error", (error) => resolve({ error: `${error}` }));
    });
    sending.once("error", (error) => resolve({ error: `${error}` })).end();
  });

/** A process of the service that can be restarted, and what the balancer thinks of it. */
const createInstance = async (env: Readonly<Record<string, string>>) => {
  const logFolder = await mkdtemp(join(tmpdir(), "lintel-sigterm-"));
  const port = await anyPort();
  const settings = processEnv({ LOG_LEVEL: "warn", HOST: "127.0.0.1", ...env, PORT: `${port}` });
  const start = () => startApp({ env: settings, logFolder, hasWorker: false });
  let app = await start();
  let isReady = true;
  const checking = setInterval(async () => {
    const answer = await send("GET", port, SERVING, {}, false);
    isReady = "status" in answer && answer.status === 200;
  }, CHECK_EVERY_MS);
  onTestFinished(async () => {
    clearInterval(checking);
    await app.stop();
    await rm(logFolder, { recursive: true, force: true });
  });
  return {
    port,
    isReady: () => isReady,
    restart: async () => {
      const startedAtMs = performance.now();
      await app.stop();
      const tookMs = performance.now() - startedAtMs;
      app = await start();
      while (!isReady) await pause(50);
      return tookMs;
    },
  };
};

test(`${CLIENTS} clients lose no request over ${RESTARTS} restarts`, { timeout: 600_000 }, async () => {
  await ensureBuilt();
  const { env, tenant } = await createFaultWorld();
  const settings = { ...env, SHUTDOWN_GRACE_SECONDS: "3" };
  const instances = [await createInstance(settings), await createInstance(settings)];
  const counts = { sent: 0, keptAlive: 0, lost: [] as string[] };
  let isOver = false;

  const client = async (number: number): Promise<void> => {
    const isKept = number % 2 === 0;
    const agents = new Map(
      instances.map(({ port }) => [port, new Agent({ keepAlive: true, maxSockets: 1 })]),
    );
    for (let turn = number; !isOver; turn += 1) {
      const ready = instances.filter(({ isReady }) => isReady());
      const chosen = ready[turn % ready.length];
      if (!chosen) throw new Error("No process is ready.");
      const headers = { "x-tenant-api-key": tenant.liveKey };
      const agent = isKept ? (agents.get(chosen.port) ?? false) : false;
      const answer = await send("POST", chosen.port, "/verify/start", headers, agent);
      counts.sent += 1;
      if (isKept) counts.keptAlive += 1;
      if (!("status" in answer) || answer.status !== 200)
        counts.lost.push(JSON.stringify(answer).replace(/:\d+"/, '"'));
      await pause(100);
    }
    for (const agent of agents.values()) agent.destroy();
  };

  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  const tookMs: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    tookMs.push((await instances[restart % 2]?.restart()) ?? 0);
    await pause(CHECK_EVERY_MS);
  }
  isOver = true;
  await Promise.all(clients);
  const seconds = tookMs.map((ms) => (ms / 1000).toFixed(1)).join(" ");
  const kinds = Object.entries(Object.groupBy(counts.lost, (kind) => kind));
  console.log(`lost: ${counts.lost.length}; seconds from SIGTERM to the end: ${seconds}`);
  console.log(kinds.map(([kind, all]) => `  ${all?.length} × ${kind}`).join("\n"));
  expect(counts.sent).toBeGreaterThanOrEqual(2_000);
  expect(counts.lost).toHaveLength(0);
  writeFaultRow(import.meta.filename, {
    fault: "SIGTERM under load",
    done: `two processes of the production build behind a balancer that asks for readiness once a second, ${CLIENTS} clients that send nothing twice, ${RESTARTS} restarts`,
    expected: "no request lost",
    got: `${counts.sent} requests, ${counts.keptAlive} of them on kept-alive connections; ${counts.lost.length} lost; from SIGTERM to the end ${seconds} s`,
  });
});
