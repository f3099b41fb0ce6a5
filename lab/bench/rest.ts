// npm run bench -- rest [--rounds 5] [--seconds 3] [--connections 16,64] [--processes 1] [--redis]: the interface's three
// hot addresses beside (a) the same work on bare node:http and pg and (b) a bare Next route that answers a constant.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "../../scripts/lib/build.ts";
import { freshDatabase } from "../../scripts/lib/fresh-database.ts";
import { nodeOptionsOf, ROOT } from "../../scripts/lib/run.ts";
import { medianOf, medianRatio } from "./figures.ts";
import { columns, conclude, load, mark, options } from "./program.ts";
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

const { seconds, processes, only, ...asked } = options({
  rounds: 5,
  seconds: 3,
  connections: "16,64",
  processes: "1",
  redis: false,
  only: "",
});

await ensureBuilt();
const NEXT = "lab/bench/rest/bare-next/main.js";
spawnSync(process.execPath, [join(ROOT, NEXT), "--build"], { stdio: "ignore" });

await using stack = new AsyncDisposableStack();
const { env, requests } = await prepareTraffic(await freshDatabase(stack));
const redis = asked.redis ? await startRedis() : null;
stack.defer(() => redis?.stop());
const more = { PROCESSES: processes, ...(redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {}) };
const start = startSide.bind(null, stack);
const served = { path: "/health", args: ["--processes", processes], nodeOptions: nodeOptionsOf("serve") };
const ours = await start("ours", "src/server/main.ts", { ...env, ...more }, served);
const bare = await start("bare", "lab/bench/rest/bare.ts", { ...env, ...more }, { path: "/" });
const next = await start("next", NEXT, {}, { path: "/constant" });
const constant = [Buffer.from("GET /constant HTTP/1.1\r\nhost: age.test\r\n\r\n")];

type Turn = { side: Side; operation: Operation | "constant"; bytes: readonly Buffer[]; rounds: Round[] };

const measureTurn = ({ side, bytes }: Turn, connections: number): Promise<Round> =>
  measureSide(side, bytes, { connections, seconds });

const cells = columns(20, 12, "padStart");

for (const connections of asked.connections.split(",").map(Number)) {
  const operations = OPERATIONS.filter((operation) => operation.includes(only));
  const turns: Turn[] = [
    ...operations.flatMap((operation) =>
      [ours, bare].map((side) => ({ side, operation, bytes: requests[operation], rounds: [] })),
    ),
    { side: next, operation: "constant", bytes: constant, rounds: [] },
  ];
  for (const turn of turns) await measureTurn(turn, connections); // warm, and not counted
  for (let round = 0; round < asked.rounds; round += 1)
    for (const turn of turns) turn.rounds.push(await measureTurn(turn, connections));

  const limiter = redis ? `Redis ${redis.version}` : "memory";
  console.log(
    `\n${connections} connections, ${processes} process(es), limiter: ${limiter}; medians of ${asked.rounds} interleaved rounds of ${seconds} s; ${load()}`,
  );
  console.log(cells("", "req/s", "p50 ms", "p99 ms", "CPU µs", "÷ bare", "÷ Next"));
  const roundsOf = (name: string, operation: Turn["operation"]): Round[] =>
    turns.find((turn) => turn.side.name === name && turn.operation === operation)?.rounds ?? [];
  for (const { side, operation, rounds } of turns) {
    const isOurs = side === ours;
    const [p50, p99] = [medianOf(rounds, "p50"), medianOf(rounds, "p99")];
    const beside = (others: readonly Round[], least: number): string => {
      const ratio = medianRatio(rounds, others, "perSecond");
      return ratio.toFixed(2) + mark(ratio >= least, " ✗");
    };
    console.log(
      cells(
        `${side.name} ${operation}`,
        medianOf(rounds, "perSecond").toFixed(0),
        p50.toFixed(2),
        p99.toFixed(2) + (isOurs && connections === 16 ? mark(p99 <= BARS.tail * p50, " ✗") : ""),
        medianOf(rounds, "processorUs").toFixed(0),
        ...(isOurs ? [beside(roundsOf("bare", operation), BARS.ofBare)] : []),
        ...(isOurs ? [beside(roundsOf("next", "constant"), BARS.ofNext)] : []),
      ),
    );
    const failures = rounds.reduce((sum, round) => sum + round.failures, 0);
    if (failures > 0) throw new Error(`${side.name} ${operation}: ${failures} answers were not 200`);
  }
  const plain = roundsOf("ours", "start");
  const pinned = roundsOf("ours", "policy start");
  if (pinned.length > 0 && plain.length > 0)
    console.log(`start with a policy ÷ without: ${medianRatio(pinned, plain, "perSecond").toFixed(2)}`);
}
conclude();
