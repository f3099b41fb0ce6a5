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

/** Until the code of an operation is compiled. */
const WARM_SECONDS = 2;

const { seconds, connections, ...asked } = options({ rounds: 7, seconds: 3, connections: 16 });

await using stack = new AsyncDisposableStack();
const { env, requests } = await prepareTraffic(await freshDatabase(stack));
const collector = await startSide(stack, "collector", "lab/bench/telemetry/collector.ts", {}, { path: "/" });
const on = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` };
const SIDES: [name: string, env: Readonly<Record<string, string>>][] = [
  ["off", env],
  ["off again", env],
  ["on", on],
  ["on, every request", { ...on, OTEL_TRACES_SAMPLER: "always_on" }],
];
const serve = { path: "/health", nodeOptions: nodeOptionsOf("serve") };

const turns = OPERATIONS.flatMap((operation) =>
  SIDES.map(([name]) => ({ name, operation, rounds: [] as Round[] })),
);

const measure = async (side: Side, operation: Operation, forSeconds: number): Promise<Round> => {
  const result = await measureSide(side, requests[operation], { connections, seconds: forSeconds });
  if (result.failures > 0) throw new Error(`${side.name} ${operation}: ${result.failures} were not 200`);
  return result;
};

// The same program started twice differs by up to 17% in processor time, for as long as both run. So each round starts
// new processes: the medians are of as many as rounds.
for (let round = 0; round < asked.rounds; round += 1) {
  await using processes = new AsyncDisposableStack();
  const sides: Side[] = [];
  for (const [name, itsEnv] of SIDES) {
    sides.push(await startSide(processes, name, "lab/bench/telemetry/serve.ts", itsEnv, serve));
  }
  for (const operation of OPERATIONS) for (const side of sides) await measure(side, operation, WARM_SECONDS);
  // Each side is first, and last, as often as the others.
  for (const operation of OPERATIONS) {
    for (let i = 0; i < sides.length; i += 1) {
      const side = sides[(i + round) % sides.length];
      const turn = turns.find((one) => one.operation === operation && one.name === side?.name);
      if (side) turn?.rounds.push(await measure(side, operation, seconds));
    }
  }
}

const row = columns(28, 12);

console.log(
  `${connections} connections; medians of ${asked.rounds} interleaved rounds of ${seconds} s; ${load()}`,
);
console.log(row("", "req/s", "p50 ms", "p99 ms", "CPU µs", "req/s ÷ off", "CPU ÷ off"));
let isMissed = false;
for (const { name, operation, rounds } of turns) {
  const base = turns.find((turn) => turn.name === "off" && turn.operation === operation)?.rounds ?? [];
  const [speed, cost] = [medianRatio(rounds, base, "perSecond"), medianRatio(rounds, base, "processorUs")];
  const isOver = name === "on" && (speed < 1 - BAR || cost > 1 + BAR);
  isMissed ||= isOver;
  const ratios = name === "off" ? [] : [speed.toFixed(3), cost.toFixed(3) + (isOver ? " ✗" : "")];
  console.log(
    row(
      `${operation}, ${name}`,
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
