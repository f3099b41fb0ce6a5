// npm run bench -- alerts [--tenants 20000] [--rows 2000000] [--rounds 10] [--folder path]: one minute of the rules of alerts for so
// many tenants and so many deliveries, log lines and verifications, beside a hundredth of each, in turns; and the rows that
// each question reads. With --folder the databases stay for the next run.
import { setTimeout as pause } from "node:timers/promises";
import { scriptRuntime } from "../../scripts/lib/script-runtime.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { firstIdAt } from "../../src/core/day.ts";
import { isWorkerSeen } from "../../src/data/operator/process-lives.ts";
import { type Runtime, systemCtx } from "../../src/runtime/runtime.ts";
import { evaluateTroubles, evaluateUsage, newWalk } from "../../src/services/alerts/evaluate.ts";
import { evaluateOperator } from "../../src/services/alerts/operator.ts";
import { tellOperationalEvents } from "../../src/services/webhooks/operational.ts";
import { prepareTenants } from "./alerts/seed.ts";
import { measure } from "./measure.ts";
import { columns, conclude, folderFor, load, mark, options } from "./program.ts";

/** Milliseconds at the 95th percentile for all rules together: a tenth of their minute. */
const BAR = 6_000;
const SMALLER = 100;
const TOLD = 100;

const { tenants, rows, rounds, folder } = options({
  tenants: 20_000,
  rows: 2_000_000,
  rounds: 10,
  folder: "",
});

await using stack = new AsyncDisposableStack();
const postgres = await startPostgres({ folder: folderFor(stack, folder) });
stack.defer(() => postgres.stop());

const questionsOf = ({ deps }: Runtime) => {
  const ctx = systemCtx(deps);
  const walk = newWalk();
  return {
    "endpoints, keys, certificates, requests": () => evaluateTroubles(ctx),
    "quotas and approval rates": () => evaluateUsage(ctx, walk),
    "the operator's rules": () => evaluateOperator(ctx),
    "events about endpoints": () => tellOperationalEvents(ctx, TOLD),
    "whether a worker lives": () => isWorkerSeen(deps.db.orm),
  };
};

/** A session publishes what it counted once it has been idle for ten seconds. */
const SETTLE_MS = 11_000;

/** The rows that each question reads, by table: all of a scan, and those that an index leads to. */
const readsOf = async (
  { deps }: Runtime,
  questions: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<string[]> => {
  const counted = async () => {
    await pause(SETTLE_MS);
    const { rows: found } = await deps.db.pool.query<{ name: string; scanned: number; fetched: number }>(
      `select relname as name, seq_tup_read::float8 as scanned, coalesce(idx_tup_fetch, 0)::float8 as fetched from pg_stat_user_tables`,
    );
    return new Map(found.map((found) => [found.name, found]));
  };
  const lines: string[] = [];
  let before = await counted();
  for (const [name, ask] of Object.entries(questions)) {
    await ask();
    const after = await counted();
    const tables = [...after.values()]
      .map(({ name: table, scanned, fetched }) => ({
        table,
        scanned: scanned - (before.get(table)?.scanned ?? 0),
        fetched: fetched - (before.get(table)?.fetched ?? 0),
      }))
      .filter(({ scanned, fetched }) => scanned + fetched >= 1_000)
      .map(({ table, scanned, fetched }) => `${table} ${scanned} scanned, ${fetched} by index`);
    lines.push(`${name}: ${tables.join("; ") || "fewer than 1,000 rows of each table"}`);
    before = after;
  }
  return lines;
};

const sides: [label: string, runtime: Runtime][] = [];
for (const share of [SMALLER, 1]) {
  const size = { tenants: tenants / share, rows: rows / share };
  const url = await prepareTenants(postgres.url("postgres"), size, (now) =>
    firstIdAt("verification", now).slice(0, -10),
  );
  const runtime = await scriptRuntime(url);
  stack.defer(() => runtime.close());
  sides.push([share === 1 ? "all" : "a hundredth", runtime]);
}

const asked = sides.map(([label, runtime]) => ({ label, runtime, questions: questionsOf(runtime) }));
// What is in trouble at first begins here: each alert with its messages. From then on they are only looked at.
for (const { questions } of asked) for (const ask of Object.values(questions)) await ask();
const lines = await measure(
  asked.flatMap(({ label, questions }) =>
    Object.entries(questions).map(([name, ask]) => ({ name: `${name}, ${label}`, ask })),
  ),
  rounds,
);
console.log(
  `${tenants.toLocaleString("en")} tenants, ${rows.toLocaleString("en")} deliveries, log lines and verifications; ${rounds} rounds; ${load()}`,
);
const row = columns(44, 14);
console.log(row("milliseconds", "p50", "p95", "a hundredth", "ratio"));
let whole = 0;
for (const name of Object.keys(asked[0]?.questions ?? {})) {
  const own = lines.find((line) => line.name === `${name}, all`);
  const small = lines.find((line) => line.name === `${name}, a hundredth`);
  if (!own || !small) continue;
  whole += own.p95;
  console.log(
    row(name, own.p50.toFixed(1), own.p95.toFixed(1), small.p50.toFixed(1), (own.p50 / small.p50).toFixed(1)),
  );
}
console.log(`${row("together", "", whole.toFixed(0))}${mark(whole <= BAR)}`);
const all = asked.at(-1);
if (all) for (const line of await readsOf(all.runtime, all.questions)) console.log(line);
conclude();
