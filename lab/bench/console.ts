// npm run bench -- console [--count 1000000] [--runs 40]: the server's time for what each page of the console asks.
// DATABASE_URL names a database that holds the tenant of `npm run seed:large`, or one to seed. Without it the benchmark
// starts and seeds its own PostgreSQL.
import { freshDatabase } from "../../scripts/lib/fresh-database.ts";
import { scriptRuntime } from "../../scripts/lib/script-runtime.ts";
import { measurePages } from "./console/pages.ts";
import { learn, ownerOf, questionsOf } from "./console/questions.ts";
import { type Line, measure, type Timed } from "./measure.ts";
import { columns, load, mark, options } from "./program.ts";
import { seedLarge } from "./seed-large/seed.ts";

const TARGET_MS = 150;

const { count, only, ...given } = options({ count: 1_000_000, runs: 40, only: "" });
const runs = Math.max(40, given.runs);

await using stack = new AsyncDisposableStack();
const { DATABASE_URL: named = "", LINTEL_ENV } = process.env;
if (named !== "" && LINTEL_ENV !== "development")
  throw new Error("DATABASE_URL is given: say with LINTEL_ENV=development that it may be written into");
const databaseUrl = named || (await freshDatabase(stack));
const runtime = await scriptRuntime(databaseUrl);
stack.defer(() => runtime.close());
const { pool } = runtime.deps.db;
const seeded = await seedLarge(runtime, { databaseUrl, count, note: () => undefined });
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
const asked = questions.filter(({ name }) => name.includes(only));
const lines = await measure([...baselines, ...asked], runs);
const baselineOf = (name: string): number => lines.find((line) => line.name === name)?.p95 ?? Number.NaN;
const [trivial, counting] = [baselineOf(TRIVIAL), baselineOf(COUNT)];

const cells = columns(44, 11);
console.log(cells("", "p50 ms", "p95 ms", "of 150 ms", "× me", "× count(*)"));
const isMet = ({ name, p95 }: Line): boolean => p95 <= TARGET_MS || name === COUNT;
const print = (line: Line): void => {
  const { name, p50, p95 } = line;
  const share = `${((100 * p95) / TARGET_MS).toFixed(0)}%`;
  const ratios = [(p95 / trivial).toFixed(1), (p95 / counting).toFixed(3)];
  console.log(cells(name, p50.toFixed(1), p95.toFixed(1), share, ...ratios) + mark(isMet(line)));
};
for (const line of lines) print(line);
const { tenantId } = seeded;
const pages = await measurePages(runtime, { databaseUrl, tenantId, known, rounds: runs });
console.log(`\nthe pages themselves over HTTP: production build, signed in; ${load()}`);
for (const line of pages) print(line);
const slow = [...lines, ...pages].filter((line) => !isMet(line)).length;
console.log(`${slow === 0 ? "all within" : `${slow} over`} ${TARGET_MS} ms at p95; ${load()}`);
