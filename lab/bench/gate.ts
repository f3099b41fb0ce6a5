// npm run bench -- gate [--rounds 5] [--seconds 2] [--connections 16]: requests of visitors who have proof. Our check beside
// a constant answer of the same server; and, where Debian's nginx and HAProxy are installed, the configurations as they are
// printed beside the same server in front of the same site without a gate, and a constant answer of it. Without TLS.
import { freshDatabase } from "../../scripts/lib/fresh-database.ts";
import { newEnv } from "../../scripts/lib/script-runtime.ts";
import { haproxyMissing, startHaproxy } from "../../tests/gates/support/haproxy.ts";
import { nginxMissing, njsMissing, startAskingNginx, startNginx } from "../../tests/gates/support/nginx.ts";
import { goodCookie, type TestGate } from "../../tests/gates/support/test-gate.ts";
import { medianOf, medianRatio } from "./figures.ts";
import { CONSTANT, newBenchGate, PAGE, serverBefore, startApplication } from "./gate/world.ts";
import { columns, conclude, load, mark, options } from "./program.ts";
import { measureSide, type Round, type Side, startSide } from "./rest/world.ts";

/** Of the same server's constant answer. */
const CHECK_BAR = 0.9;
/** Of the same site without a gate, where the server verifies proofs itself by a script. */
const NGINX_BAR = 0.85;

const { rounds, seconds, connections } = options({ rounds: 5, seconds: 2, connections: 16 });

type Turn = { group: string; name: string; side: Side; bytes: Buffer; rounds: Round[] };
const turns: Turn[] = [];

const addTurn = (group: string, name: string, at: Omit<Side, "name">, request: string): void =>
  void turns.push({
    group,
    name,
    side: { ...at, name },
    bytes: Buffer.from(`${request}\r\n\r\n`),
    rounds: [],
  });

await using stack = new AsyncDisposableStack();
const env = await newEnv(await freshDatabase(stack));
const service = await startSide(stack, "service", "lab/bench/gate/serve.ts", env, { path: CONSTANT });
const newGate = () => newBenchGate(env, `http://localhost:${service.port}`);
const headersOf = (gate: TestGate): string =>
  `Host: ${gate.host}\r\nCookie: theme=dark; ${goodCookie(gate)}; session=0123456789abcdef`;

const ours = await newGate();
addTurn("service", "constant", service, `GET ${CONSTANT} HTTP/1.1\r\n${headersOf(ours)}`);
addTurn("service", "bare", service, `GET /bare HTTP/1.1\r\n${headersOf(ours)}`);
// Envoy's form answers with 200, as the constant does; the client of the benchmarks counts nothing else.
addTurn("service", "check", service, `GET /gate/${ours.siteId}/check/page HTTP/1.1\r\n${headersOf(ours)}`);

const SERVERS = [
  ["nginx", njsMissing, startNginx],
  ["nginx-asks", nginxMissing, startAskingNginx],
  ["haproxy", nginxMissing ?? haproxyMissing, startHaproxy],
] as const;
const application = nginxMissing === null ? await startApplication(stack) : 0;
for (const [name, whyNot, start] of SERVERS) {
  if (whyNot !== null) {
    console.log(`${name} is left out: ${whyNot}`);
    continue;
  }
  const gate = await newGate();
  const { before, alter, plainPort } = await serverBefore(stack, name, gate, application);
  const { child } = await start(stack, before, { alter });
  const target = { port: before.door.port, pid: child.pid ?? 0 };
  const plain = { ...target, port: plainPort };
  addTurn(name, "constant", plain, `GET ${CONSTANT} HTTP/1.1\r\n${headersOf(gate)}`);
  addTurn(name, "site", plain, `GET ${PAGE} HTTP/1.1\r\n${headersOf(gate)}`);
  addTurn(name, "gate", target, `GET ${PAGE} HTTP/1.1\r\n${headersOf(gate)}`);
}

for (const turn of turns) await measureSide(turn.side, [turn.bytes], { connections, seconds: 1 }); // warm, not counted
for (let round = 0; round < rounds; round += 1)
  for (const turn of turns)
    turn.rounds.push(await measureSide(turn.side, [turn.bytes], { connections, seconds }));

console.log(`${connections} connections; medians of ${rounds} interleaved rounds of ${seconds} s; ${load()}`);
const cells = columns(18, 12, "padStart");
console.log(cells("", "req/s", "p50 ms", "p99 ms", "CPU µs", "÷ constant", "its CPU ×", "÷ site"));
for (const { group, name, rounds: own } of turns) {
  const roundsOf = (other: string): Round[] =>
    turns.find((turn) => turn.group === group && turn.name === other)?.rounds ?? [];
  // Processor time stays comparable while other programs have their share of the machine.
  const costs = medianRatio(own, roundsOf("constant"), "processorUs").toFixed(2);
  const ofSite = medianRatio(own, roundsOf("site"), "perSecond");
  const ofConstant = medianRatio(own, roundsOf("constant"), "perSecond");
  console.log(
    cells(
      `${group} ${name}`,
      medianOf(own, "perSecond").toFixed(0),
      medianOf(own, "p50").toFixed(2),
      medianOf(own, "p99").toFixed(2),
      medianOf(own, "processorUs").toFixed(0),
      ofConstant.toFixed(2) + (name === "check" ? mark(ofConstant >= CHECK_BAR, " ✗") : ""),
      costs,
      ...(name === "gate" ? [ofSite.toFixed(2) + mark(group !== "nginx" || ofSite >= NGINX_BAR, " ✗")] : []),
    ),
  );
  const failures = own.reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0) throw new Error(`${group} ${name}: ${failures} answers were not 200`);
}
conclude();
