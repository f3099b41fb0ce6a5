// npm run bench -- memory [--requests 10000] [--minutes 30] [--connections 8] [--start]: resident memory of the service and
// its worker after so many requests, and whether it grows under mixed load. With --start also how long `npm start` takes
// the second time.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { newPage, openWorld } from "./hosted/world.ts";
import { growthOf, type Reading } from "./memory/slope.ts";
import { timeStart } from "./memory/start.ts";
import { load, mark, options } from "./program.ts";

const BARS = { grownMib: 16, startSeconds: 6 };

const asked = options({ requests: 10_000, minutes: 30, connections: 8, start: false });
const { minutes } = asked;

if (asked.start) {
  const first = await timeStart();
  const second = await timeStart();
  console.log(`npm start: ${first.seconds.toFixed(1)} s, and at once again; ${load()}`);
  for (const line of second.lines) console.log(line);
  console.log(`  second time: ${second.seconds.toFixed(1)} s${mark(second.seconds < BARS.startSeconds)}`);
}

await using stack = new AsyncDisposableStack();
const world = await openWorld(stack, { hasWorker: true });
const { baseUrl, key, ctx } = world;

// VmRSS of proc_pid_status(5), for the process alone: the scan processes that serve starts have their own bounds.
const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1_024;

const json = async (method: string, path: string, body?: object) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { "x-tenant-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
};
const textOf = (answer: unknown, field: string): string =>
  String(Object.entries(answer ?? {}).find(([name]) => name === field)?.[1]);
const page = async (path: string): Promise<void> => {
  const response = await fetch(baseUrl + path);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
};

/** One end user's check as the service sees it: eight requests. */
const visit = async (): Promise<number> => {
  const started = await json("POST", "/verify/start", { minimumAge: 18, metadata: { order: "A-17" } });
  const verificationId = textOf(started, "verificationId");
  await json("GET", `/verify/status?verificationId=${verificationId}`);
  const { secret } = await newPage(ctx);
  await page(`/v/${secret}`);
  await page(`/v/${secret}/state`);
  await page(`/v/${secret}?method=document`);
  const completed = await json("POST", "/verify/complete", { verificationId, verifiedAge: 30 });
  await json("POST", "/tokens/validate", { token: textOf(completed, "token") });
  await json("GET", `/verify/status?verificationId=${verificationId}`);
  return 8;
};

let requests = 0;
const drive = async (isOver: () => boolean): Promise<void> => {
  const one = async (): Promise<void> => {
    while (!isOver()) requests += await visit();
  };
  await Promise.all(Array.from({ length: asked.connections }, one));
};

const [serve = 0, worker = 0] = world.pids();
const processes: { name: string; pid: number; readings: Reading[] }[] = [
  { name: "serve", pid: serve, readings: [] },
  { name: "worker", pid: worker, readings: [] },
];
const shown = (): string =>
  processes.map(({ name, pid }) => `${name} ${residentMib(pid).toFixed(0)} MiB`).join(", ");
await visit();
console.log(`memory: after the first requests ${shown()}; ${load()}`);
await drive(() => requests >= asked.requests);
console.log(`after ${requests.toLocaleString("en")} requests ${shown()}; ${load()}`);

const startedMs = performance.now();
const passed = (): number => (performance.now() - startedMs) / 60_000;
const before = requests;
const watching = (async () => {
  while (passed() < minutes) {
    await pause(Math.min(5_000, (minutes * 60_000) / 60));
    for (const { pid, readings } of processes) readings.push({ minutes: passed(), mib: residentMib(pid) });
  }
})();
await drive(() => passed() >= minutes);
await watching;
console.log(
  `after ${minutes} minutes of mixed load, ${(requests - before).toLocaleString("en")} requests more: ${shown()}; ${load()}`,
);
for (const { name, readings } of processes) {
  const { slope, grownMib } = growthOf(readings);
  console.log(
    `  ${name}: ${slope.toFixed(2)} MiB a minute after the first third; its second half is ${grownMib.toFixed(1)} MiB above its first${mark(grownMib <= BARS.grownMib)}`,
  );
}
