import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { processEnv } from "../../../tests/support/webhooks/worker-process.ts";
import { lagsOfAll, quantile } from "../figures.ts";
import { processorSeconds } from "./processor-time.ts";
import type { Side, Turn } from "./sides.ts";
import type { Deployment, Layout, World } from "./world.ts";

const POLL_MS = 50;

type Worker = Awaited<ReturnType<typeof startWorker>>;

/** Starts a side's worker in a separate process, and waits until it says that it runs. */
const startWorker = async (world: World, side: Side, env: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-bench-"));
  const caFile = join(folder, "ca.pem");
  writeFileSync(caFile, world.ca);
  const child = spawn(process.execPath, [side.worker], {
    env: processEnv({ ...env, WEBHOOK_EXTRA_CA_FILE: caFile, CA_FILE: caFile }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        if (output.length < 10_000) output += String(text);
        if (output.includes("the worker is running")) resolve();
      });
    }
    exit.then(() => reject(new Error(`${side.name}: the worker ended:\n${output}`)), reject);
  });
  return {
    seconds: () => processorSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await exit;
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Waits for that many webhooks or until time is up, and returns the report. */
const untilArrived = async (world: World, count: number, patienceMs: number, without: readonly string[]) => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const report = await world.receiver.report(without);
    if (report.count >= count || performance.now() > deadline) return report;
    await pause(POLL_MS);
  }
};

/** One turn of a side: a deployment, the webhooks filled in beforehand, and its worker. */
const inTurn = async <Result>(
  world: World,
  side: Side,
  scene: { layout: Layout; forLag: boolean; fill(turn: Turn, deployment: Deployment): Promise<void> },
  measure: (turn: Turn, deployment: Deployment, worker: Worker) => Promise<Result>,
): Promise<Result> => {
  const deployment = await world.deployment(scene.layout);
  const turn = await side.open(world, deployment, scene.forLag);
  await scene.fill(turn, deployment);
  await world.receiver.reset();
  const worker = await startWorker(world, side, { ...deployment.env, ...turn.workerEnv });
  const result = await measure(turn, deployment, worker).finally(worker.stop);
  await turn.close();
  await deployment.close();
  return result;
};

/** `workerMicros`, `storeMicros`: processor time for each webhook. */
export type Drain = { perSecond: number; workerMicros: number; storeMicros: number };

/** Empties a full queue. Processor time counts until the store has nothing left, so it includes all book-keeping. */
export const drain = (
  world: World,
  side: Side,
  scene: { layout: Layout; count: number; patienceMs: number },
): Promise<Drain> =>
  inTurn(
    world,
    side,
    {
      layout: scene.layout,
      forLag: false,
      fill: (turn, { endpoints }) => turn.fill(endpoints, scene.count),
    },
    async (turn, _deployment, worker) => {
      const [workerBefore, storeBefore] = [worker.seconds(), turn.storeSeconds()];
      const { count, seconds } = await untilArrived(world, scene.count, scene.patienceMs, []);
      if (count < scene.count) throw new Error(`${side.name}: ${count} of ${scene.count} came`);
      while (!(await turn.isEmpty())) await pause(POLL_MS);
      return {
        perSecond: count / seconds,
        workerMicros: ((worker.seconds() - workerBefore) / count) * 1e6,
        storeMicros: ((turn.storeSeconds() - storeBefore) / count) * 1e6,
      };
    },
  );

type LagScene = {
  layout: Layout;
  ratePerSecond: number;
  seconds: number;
  /** Waiting for the first endpoint before the rest is put in, whose lags alone are counted. */
  backlog: number;
  patienceMs: number;
};

/** Lags in milliseconds, Infinity for what did not come; `backlogPerSecond` is how fast the backlog went in the meantime. */
export type Lag = { p50: number; p99: number; arrived: number; sent: number; backlogPerSecond: number };

/** So many events a second, and how long each takes from its own timestamp to the receiver. */
export const lag = (world: World, side: Side, scene: LagScene): Promise<Lag> =>
  inTurn(
    world,
    side,
    {
      layout: scene.layout,
      forLag: true,
      fill: async (turn, { endpoints }) => {
        if (scene.backlog > 0) await turn.fill(endpoints.slice(0, 1), scene.backlog);
      },
    },
    async (turn, { endpoints }) => {
      const big = endpoints.slice(0, scene.backlog > 0 ? 1 : 0);
      const others = endpoints.slice(big.length);
      const without = big.map(({ host }) => host);
      await pause(1_000); // for the worker to connect
      const writing: Promise<void>[] = [];
      let sent = 0;
      const startedMs = performance.now();
      for (let number = 0; number < scene.ratePerSecond * scene.seconds; number += 1) {
        const endpoint = others[number % others.length];
        if (!endpoint) throw new Error("there are no endpoints");
        if (!endpoint.hangs) sent += 1;
        writing.push(turn.put(endpoint, number));
        const waitMs = startedMs + (number * 1_000) / scene.ratePerSecond - performance.now();
        if (waitMs > 0) await pause(waitMs);
      }
      await Promise.all(writing);
      const { count: arrived, lagsMs } = await untilArrived(world, sent, scene.patienceMs, without);
      const all = await world.receiver.report();
      const lags = lagsOfAll(lagsMs, sent);
      return {
        p50: quantile(lags, 0.5),
        p99: quantile(lags, 0.99),
        arrived,
        sent,
        backlogPerSecond: all.seconds > 0 ? (all.count - arrived) / all.seconds : 0,
      };
    },
  );
