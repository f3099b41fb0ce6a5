// npm run bench -- telemetry [--rounds 7] [--seconds 3] [--connections 16]: the interface's three hot addresses without
// telemetry, with it as it is by default, and with a trace of every request, interleaved in one run.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
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

/** What telemetry may cost by default: 3% of the requests per second, and of the processor time of each. */
const BAR = 0.03;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "16" },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const postgres = await startPostgres();
const url = postgres.url("postgres");
await applyMigrations(url);
const { env, requests } = await prepareTraffic(url);
const collector = await startSide("collector", "lab/bench/telemetry/collector.ts", {}, { path: "/" });
const SERVE = "lab/bench/telemetry/serve.ts";
const on = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` };
const health = { path: "/health" };
const off = await startSide("off", SERVE, env, health);
const sides = [
  off,
  await startSide("off again", SERVE, env, health),
  await startSide("on", SERVE, on, health),
  await startSide("on, every request", SERVE, { ...on, OTEL_TRACES_SAMPLER: "always_on" }, health),
];

type Turn = { side: Side; operation: Operation; rounds: Round[] };

const measure = async ({ side, operation }: Turn): Promise<Round> => {
  const result = await measureSide(side, requests[operation], { connections, seconds });
  if (result.failures > 0) throw new Error(`${side.name} ${operation}: ${result.failures} were not 200`);
  return result;
};

const turns: Turn[] = OPERATIONS.flatMap((operation) =>
  sides.map((side) => ({ side, operation, rounds: [] })),
);
for (const turn of turns) await measure(turn); // warm, and not counted
for (let round = 0; round < Number(values.rounds); round += 1) {
  // Each side is first, and last, as often as the others.
  for (const operation of OPERATIONS) {
    const own = turns.filter((turn) => turn.operation === operation);
    for (let i = 0; i < own.length; i += 1) {
      const turn = own[(i + round) % own.length];
      turn?.rounds.push(await measure(turn));
    }
  }
}

const row = (cells: readonly string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(28) : cell.padStart(12))).join("");

console.log(
  `${connections} connections; medians of ${values.rounds} interleaved rounds of ${seconds} s; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
);
console.log(row(["", "req/s", "p50 ms", "p99 ms", "CPU µs", "req/s ÷ off", "CPU ÷ off"]));
let isMissed = false;
for (const { side, operation, rounds } of turns) {
  const base = turns.find((turn) => turn.side === off && turn.operation === operation)?.rounds ?? [];
  const ratioOf = (pick: (round: Round) => number): number =>
    median(rounds.map((round, i) => pick(round) / pick(base[i] ?? round)));
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const [speed, cost] = [ratioOf((round) => round.perSecond), ratioOf((round) => round.processorUs)];
  const isOver = side.name === "on" && (speed < 1 - BAR || cost > 1 + BAR);
  isMissed ||= isOver;
  const ratios = side === off ? [] : [speed.toFixed(3), cost.toFixed(3) + (isOver ? " ✗" : "")];
  const figures = [of((round) => round.perSecond).toFixed(0), of((round) => round.p50).toFixed(2)];
  console.log(
    row([
      `${operation}, ${side.name}`,
      ...figures,
      of((round) => round.p99).toFixed(2),
      of((round) => round.processorUs).toFixed(0),
      ...ratios,
    ]),
  );
}
const counted = await fetch(`http://127.0.0.1:${collector.port}/`).then((response) => response.text());
console.log(`the collector took ${counted}`);
console.log(
  isMissed ? "✗: by default, telemetry costs more than 3%" : "by default, telemetry costs at most 3%",
);
process.exitCode = isMissed ? 1 : 0;
await Promise.all([...sides, collector].map((side) => side.stop()));
await postgres.stop();
