// npm run bench -- telemetry [--rounds 7] [--seconds 3] [--connections 16]: the interface's three hot addresses without
// telemetry, with it as it is by default, and with a trace of every request, interleaved in one run.
import { freshDatabase } from "../../scripts/lib/fresh-database.ts";
import { nodeOptionsOf } from "../../scripts/lib/run.ts";
import { medianOf, medianRatio } from "./figures.ts";
import { columns, load, options } from "./program.ts";
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

const { seconds, connections, ...asked } = options({ rounds: 7, seconds: 3, connections: 16 });

await using stack = new AsyncDisposableStack();
const { env, requests } = await prepareTraffic(await freshDatabase(stack));
const start = startSide.bind(null, stack);
const collector = await start("collector", "lab/bench/telemetry/collector.ts", {}, { path: "/" });
const SERVE = "lab/bench/telemetry/serve.ts";
const on = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` };
const health = { path: "/health", nodeOptions: nodeOptionsOf("serve") };
const off = await start("off", SERVE, env, health);
const sides = [
  off,
  await start("off again", SERVE, env, health),
  await start("on", SERVE, on, health),
  await start("on, every request", SERVE, { ...on, OTEL_TRACES_SAMPLER: "always_on" }, health),
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
for (let round = 0; round < asked.rounds; round += 1) {
  // Each side is first, and last, as often as the others.
  for (const operation of OPERATIONS) {
    const own = turns.filter((turn) => turn.operation === operation);
    for (let i = 0; i < own.length; i += 1) {
      const turn = own[(i + round) % own.length];
      turn?.rounds.push(await measure(turn));
    }
  }
}

const row = columns(28, 12);

console.log(
  `${connections} connections; medians of ${asked.rounds} interleaved rounds of ${seconds} s; ${load()}`,
);
console.log(row("", "req/s", "p50 ms", "p99 ms", "CPU µs", "req/s ÷ off", "CPU ÷ off"));
let isMissed = false;
for (const { side, operation, rounds } of turns) {
  const base = turns.find((turn) => turn.side === off && turn.operation === operation)?.rounds ?? [];
  const [speed, cost] = [medianRatio(rounds, base, "perSecond"), medianRatio(rounds, base, "processorUs")];
  const isOver = side.name === "on" && (speed < 1 - BAR || cost > 1 + BAR);
  isMissed ||= isOver;
  const ratios = side === off ? [] : [speed.toFixed(3), cost.toFixed(3) + (isOver ? " ✗" : "")];
  console.log(
    row(
      `${operation}, ${side.name}`,
      medianOf(rounds, "perSecond").toFixed(0),
      medianOf(rounds, "p50").toFixed(2),
      medianOf(rounds, "p99").toFixed(2),
      medianOf(rounds, "processorUs").toFixed(0),
      ...ratios,
    ),
  );
}
const counted = await fetch(`http://127.0.0.1:${collector.port}/`).then((response) => response.text());
console.log(`the collector took ${counted}`);
console.log(
  isMissed ? "✗: by default, telemetry costs more than 3%" : "by default, telemetry costs at most 3%",
);
process.exitCode = isMissed ? 1 : 0;
