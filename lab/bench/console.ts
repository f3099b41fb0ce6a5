// npm run bench -- console [--count 1000000] [--runs 40]: the server's time for what each page of the console asks.
// DATABASE_URL names a database that holds the tenant of `npm run seed:large`, or one to seed. Without it the benchmark
// starts and seeds its own PostgreSQL.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { scriptRuntime } from "../../scripts/lib/script-runtime.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { measurePages } from "./console/pages.ts";
import { learn, ownerOf, questionsOf } from "./console/questions.ts";
import { type Line, measure, type Timed } from "./measure.ts";
import { seedLarge } from "./seed-large/seed.ts";

const TARGET_MS = 150;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    count: { type: "string", default: "1000000" },
    runs: { type: "string", default: "40" },
    only: { type: "string", default: "" },
  },
});
const count = Number(values.count);
const runs = Math.max(40, Number(values.runs));

const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;

const openDatabase = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const { DATABASE_URL: given = "" } = process.env;
  if (given !== "") {
    if (process.env.LINTEL_ENV !== "development")
      throw new Error("DATABASE_URL is given: say with LINTEL_ENV=development that it may be written into");
    return { url: given, close: async () => undefined };
  }
  const postgres = await startPostgres();
  const url = postgres.url("postgres");
  await applyMigrations(url);
  return { url, close: () => postgres.stop() };
};

const database = await openDatabase();
const runtime = await scriptRuntime(database.url);
const { pool } = runtime.deps.db;
const seeded = await seedLarge(runtime, { databaseUrl: database.url, count, note: () => undefined });
if (seeded.written > 0)
  console.log(
    `seeded ${seeded.written.toLocaleString("en")} verifications in ${seeded.seconds.toFixed(0)} s; ${load()}`,
  );
console.log(
  `console: server time of what its pages ask, ${seeded.total.toLocaleString("en")} verifications of one tenant, ${runs} runs each; ${load()}`,
);

const caller = await ownerOf(runtime, seeded.tenantId);
const known = await learn(runtime, seeded.tenantId, caller);
const questions = questionsOf(known);
const TRIVIAL = "baseline: session.me, which reads two rows";
const COUNT = "baseline: select count(*) of the tenant";
const baselines: Timed[] = [
  { name: TRIVIAL, ask: () => caller.session.me() },
  {
    name: COUNT,
    ask: () => pool.query("select count(*) from verification where tenant_id = $1", [seeded.tenantId]),
  },
];
const asked = questions.filter(({ name }) => name.includes(values.only));
const lines = await measure([...baselines, ...asked], runs);
const baselineOf = (name: string): number => lines.find((line) => line.name === name)?.p95 ?? Number.NaN;
const [trivial, counting] = [baselineOf(TRIVIAL), baselineOf(COUNT)];

const cells = (...texts: string[]): string =>
  texts.map((text, index) => (index === 0 ? text.padEnd(44) : text.padStart(11))).join("");
console.log(cells("", "p50 ms", "p95 ms", "of 150 ms", "× me", "× count(*)"));
const print = ({ name, p50, p95 }: Line): void => {
  const mark = p95 > TARGET_MS && name !== COUNT ? "  ✗" : "";
  const share = `${((100 * p95) / TARGET_MS).toFixed(0)}%`;
  const ratios = [(p95 / trivial).toFixed(1), (p95 / counting).toFixed(3)];
  console.log(cells(name, p50.toFixed(1), p95.toFixed(1), share, ...ratios) + mark);
};
for (const line of lines) print(line);
const pages = await measurePages(runtime, {
  databaseUrl: database.url,
  tenantId: seeded.tenantId,
  known,
  rounds: runs,
});
console.log(`\nthe pages themselves over HTTP: production build, signed in; ${load()}`);
for (const line of pages) print(line);
const slow = [...lines, ...pages].filter(({ name, p95 }) => p95 > TARGET_MS && name !== COUNT);
console.log(
  slow.length === 0
    ? `all within ${TARGET_MS} ms at p95; ${load()}`
    : `${slow.length} over ${TARGET_MS} ms at p95; ${load()}`,
);
process.exitCode = slow.length === 0 ? 0 : 1;
await runtime.close();
await database.close();
