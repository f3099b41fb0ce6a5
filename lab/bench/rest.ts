// npm run bench -- rest [--rounds 5] [--seconds 3] [--connections 16,64] [--processes 1] [--redis]: the interface's three
// hot addresses beside (a) the same work on bare node:http and pg and (b) a bare Next route that answers a constant.
import { spawnSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../scripts/lib/build.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { median } from "./figures.ts";
import {
  measureSide,
  OPERATIONS,
  type Operation,
  prepareTraffic,
  type Round,
  type Side,
  startSide,
} from "./rest/world.ts";
import { startRedis } from "./webhooks/world.ts";

const BARS = { ofBare: 0.7, ofNext: 2.5, tail: 4 };

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "16,64" },
    processes: { type: "string", default: "1" },
    redis: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
const { processes } = values;
const seconds = Number(values.seconds);

await ensureBuilt();
const NEXT = "lab/bench/rest/bare-next/main.js";
spawnSync(process.execPath, [join(ROOT, NEXT), "--build"], { stdio: "ignore" });

const postgres = await startPostgres();
const url = postgres.url("postgres");
await applyMigrations(url);
const { env, requests } = await prepareTraffic(url);
const redis = values.redis ? await startRedis() : null;
const more = { PROCESSES: processes, ...(redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {}) };
const ours = await startSide(
  "ours",
  "src/server/main.ts",
  { ...env, ...more },
  {
    path: "/health",
    args: ["--processes", processes],
  },
);
const bare = await startSide("bare", "lab/bench/rest/bare.ts", { ...env, ...more }, { path: "/" });
const next = await startSide("next", NEXT, {}, { path: "/constant" });
const constant = [Buffer.from("GET /constant HTTP/1.1\r\nhost: age.test\r\n\r\n")];

type Turn = { side: Side; operation: Operation | "constant"; bytes: readonly Buffer[]; rounds: Round[] };

const measureTurn = ({ side, bytes }: Turn, connections: number): Promise<Round> =>
  measureSide(side, bytes, { connections, seconds });

const of = (rounds: readonly Round[], pick: (round: Round) => number): number => median(rounds.map(pick));

let isMissed = false;
const mark = (isMet: boolean): string => {
  if (!isMet) isMissed = true;
  return isMet ? "" : " ✗";
};

for (const connections of values.connections.split(",").map(Number)) {
  const operations = OPERATIONS.filter((operation) => operation.includes(values.only));
  const turns: Turn[] = [
    ...operations.flatMap((operation) =>
      [ours, bare].map((side) => ({ side, operation, bytes: requests[operation], rounds: [] })),
    ),
    { side: next, operation: "constant", bytes: constant, rounds: [] },
  ];
  for (const turn of turns) await measureTurn(turn, connections); // warm, and not counted
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const turn of turns) turn.rounds.push(await measureTurn(turn, connections));

  const limiter = redis ? `Redis ${redis.version}` : "memory";
  console.log(
    `\n${connections} connections, ${processes} process(es), limiter: ${limiter}; medians of ${values.rounds} interleaved rounds of ${seconds} s; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
  );
  console.log(
    ["", "req/s", "p50 ms", "p99 ms", "CPU µs", "÷ bare", "÷ Next"]
      .map((cell, i) => cell.padStart(i ? 12 : 20))
      .join(""),
  );
  const roundsOf = (name: string, operation: Turn["operation"]): Round[] =>
    turns.find((turn) => turn.side.name === name && turn.operation === operation)?.rounds ?? [];
  for (const { side, operation, rounds } of turns) {
    const perSecond = of(rounds, (round) => round.perSecond);
    const [p50, p99] = [of(rounds, (round) => round.p50), of(rounds, (round) => round.p99)];
    const ratios =
      side === ours
        ? [
            median(
              rounds.map(
                (round, i) => round.perSecond / (roundsOf("bare", operation)[i]?.perSecond ?? Number.NaN),
              ),
            ),
            median(
              rounds.map(
                (round, i) => round.perSecond / (roundsOf("next", "constant")[i]?.perSecond ?? Number.NaN),
              ),
            ),
          ]
        : [];
    const [ofBare = Number.NaN, ofNext = Number.NaN] = ratios;
    const cells = [
      `${side.name} ${operation}`,
      perSecond.toFixed(0),
      p50.toFixed(2),
      p99.toFixed(2) + (side === ours && connections === 16 ? mark(p99 <= BARS.tail * p50) : ""),
      of(rounds, (round) => round.processorUs).toFixed(0),
      ...(ratios.length === 0
        ? []
        : [ofBare.toFixed(2) + mark(ofBare >= BARS.ofBare), ofNext.toFixed(2) + mark(ofNext >= BARS.ofNext)]),
    ];
    console.log(cells.map((cell, i) => cell.padStart(i ? 12 : 20)).join(""));
    const failures = rounds.reduce((sum, round) => sum + round.failures, 0);
    if (failures > 0) throw new Error(`${side.name} ${operation}: ${failures} answers were not 200`);
  }
  const plain = roundsOf("ours", "start");
  const pinned = roundsOf("ours", "policy start");
  const ratio = median(pinned.map((round, i) => round.perSecond / (plain[i]?.perSecond ?? Number.NaN)));
  if (pinned.length > 0 && plain.length > 0)
    console.log(`start with a policy ÷ without: ${ratio.toFixed(2)}`);
}
console.log(isMissed ? "\n✗: a bar was missed" : "\nall bars met");
process.exitCode = isMissed ? 1 : 0;
await Promise.all([ours, bare, next].map((side) => side.stop()));
await redis?.stop();
await postgres.stop();
