import { cpus, loadavg } from "node:os";
import { BASELINE, OURS, type Side, startWorker } from "./webhooks/sides.ts";
import { type BenchEndpoint, createWorld, type World } from "./webhooks/world.ts";

// Webhooks end to end: Postgres, one worker process and a TLS receiver, each in a process of its own, beside
// graphile-worker with fetch in the same run. Lag is from the event's own timestamp to the request's arrival.

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const DRAIN = 20_000;
const RATE = 100;
const SECONDS = 15;
const BACKLOG = 100_000;
const PATIENCE_MS = 60_000;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** How many arrived, at most that many and within the time. */
const untilArrived = async (
  world: World,
  count: number,
  without: readonly string[] = [],
): Promise<number> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { count: arrived } = await world.receiver.report(without);
    if (arrived >= count || Date.now() > deadline) return arrived;
    await pause(50);
  }
};

type Rate = { perSecond: number; cpuMicros: number };

/** Empties a full queue: 50 tenants, one endpoint each. */
const drain = async (world: World, side: Side): Promise<Rate> => {
  const { runtime, env, endpoints } = await world.deployment(50);
  await side.prepare(runtime);
  await side.fill(runtime, endpoints, DRAIN);
  await world.receiver.reset();
  const worker = await startWorker(side, env, world.ca, false);
  const arrived = await untilArrived(world, DRAIN);
  const { seconds } = await world.receiver.report();
  const cpuSeconds = await worker.stop();
  await runtime.close();
  return { perSecond: arrived / seconds, cpuMicros: (cpuSeconds / arrived) * 1e6 };
};

type Lag = { p50: number; p99: number; arrived: number; sent: number };
type Scene = { endpoints: number; path?: (index: number) => string; backlog?: number };

/** 100 events a second for tenants that deserve better than to wait for the others. */
const lag = async (world: World, side: Side, scene: Scene): Promise<Lag> => {
  const { runtime, env, endpoints } = await world.deployment(scene.endpoints, scene.path);
  await side.prepare(runtime);
  const isBad = ({ url }: BenchEndpoint): boolean => url.endsWith("/hang");
  const big = endpoints.slice(0, scene.backlog === undefined ? 0 : 1);
  if (scene.backlog !== undefined) await side.fill(runtime, big, scene.backlog);
  const others = endpoints.slice(big.length);
  await world.receiver.reset();
  const worker = await startWorker(side, env, world.ca, true);
  await pause(1_000);
  const put = side.single(runtime);
  const writing: Promise<void>[] = [];
  let sent = 0;
  const startedMs = performance.now();
  for (let number = 0; number < RATE * SECONDS; number += 1) {
    const endpoint = others[number % others.length];
    if (!endpoint) throw new Error("there are no endpoints");
    if (!isBad(endpoint)) sent += 1;
    writing.push(put(endpoint, number));
    const waitMs = startedMs + (number * 1_000) / RATE - performance.now();
    if (waitMs > 0) await pause(waitMs);
  }
  await Promise.all(writing);
  const without = big.map(({ host }) => host);
  const arrived = await untilArrived(world, sent, without);
  const { lagsMs } = await world.receiver.report(without);
  const sorted = lagsMs.toSorted((a, b) => a - b);
  await worker.stop();
  await runtime.close();
  // What never came within the minute is worse than the worst that did.
  const all = [...sorted, ...Array<number>(sent - arrived).fill(PATIENCE_MS)];
  return { p50: quantile(all, 0.5), p99: quantile(all, 0.99), arrived, sent };
};

const SCENES: Record<string, Scene> = {
  "lag at 100 events/s": { endpoints: 50 },
  "the same, 5% of the receivers hang": {
    endpoints: 100,
    path: (index) => (index % 20 === 0 ? "/hang" : "/"),
  },
  "the same, one tenant with a backlog of 100,000": { endpoints: 50, backlog: BACKLOG },
};

const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;

const world = await createWorld();
console.log(`webhooks: signed deliveries over TLS, one worker process; ${load()}`);
const [ours, baseline] = [await drain(world, OURS), await drain(world, BASELINE)];
for (const [side, rate] of [
  [OURS, ours],
  [BASELINE, baseline],
] as const) {
  console.log(
    `  ${DRAIN} waiting: ${side.name}: ${rate.perSecond.toFixed(0)}/s, ` +
      `${rate.cpuMicros.toFixed(0)} µs of the worker's processor each (${(1e6 / rate.cpuMicros).toFixed(0)}/s per core)`,
  );
}
console.log(
  `  ratio: ${(ours.perSecond / baseline.perSecond).toFixed(2)} × as many per second, ` +
    `${(baseline.cpuMicros / ours.cpuMicros).toFixed(2)} × as many per core; ${load()}`,
);
for (const [name, scene] of Object.entries(SCENES)) {
  const [own, other] = [await lag(world, OURS, scene), await lag(world, BASELINE, scene)];
  for (const [side, { p50, p99, arrived, sent }] of [
    [OURS, own],
    [BASELINE, other],
  ] as const) {
    console.log(`  ${name}: ${side.name}: p50 ${p50} ms, p99 ${p99} ms (${arrived} of ${sent})`);
  }
  console.log(
    `  ratio: p50 ${(other.p50 / own.p50).toFixed(1)} ×, p99 ${(other.p99 / own.p99).toFixed(1)} × shorter; ${load()}`,
  );
}
await world.close();
