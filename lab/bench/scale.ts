// npm run bench -- scale [--small 10000] [--large 10000000] [--rounds 1000] [--console 40] [--jobs 20] [--folder path]:
// whether anything grows with history. Two databases on one server, and every question to both of them in turns. With
// --folder the databases stay, and the next run does not seed them again.
import { join } from "node:path";
import { scriptRuntime } from "../../scripts/lib/script-runtime.ts";
import { startPostgres } from "../../scripts/local/postgres.ts";
import { ensureSecrets } from "../../scripts/local/secrets.ts";
import { measurePages } from "./console/pages.ts";
import { learn, ownerOf, questionsOf } from "./console/questions.ts";
import { type Line, measure } from "./measure.ts";
import { columns, conclude, folderFor, load, mark, options } from "./program.ts";
import { jobsOf } from "./scale/jobs.ts";
import { hotOf, prepareSide, type Side, sampleOf } from "./scale/side.ts";
import { readsOf, sizeLines, sizesOf } from "./scale/sizes.ts";

const BARS = { ratio: 1.25, pageMs: 150 };
// A quarter of a small machine's memory, as PostgreSQL's manual advises; the rest are its defaults.
const MEASURED = { shared_buffers: "2GB" };
// Only while the databases are filled: what is lost with them can be seeded again.
const FILLED = { ...MEASURED, fsync: "off", max_wal_size: "8GB", max_parallel_maintenance_workers: 2 };

const values = options({
  small: 10_000,
  large: 10_000_000,
  rounds: 1_000,
  console: 40,
  jobs: 20,
  folder: "",
  "no-pages": false,
});
const counts = [values.small, values.large];

const note = (line: string): void => console.log(`  ${line}`);

await using stack = new AsyncDisposableStack();
const folder = folderFor(stack, values.folder);
let postgres = await startPostgres({ folder, settings: FILLED });
// What a database holds sealed stays readable for the next run.
Object.assign(process.env, (await ensureSecrets(join(folder, "secrets.env"), {})).settings);
stack.defer(() => postgres.stop());
for (const count of counts) await prepareSide(postgres.url("postgres"), count, note);
await postgres.stop();
// Measured on a server that writes to the disk before it says so.
postgres = await startPostgres({ folder, settings: MEASURED });
const sides: Side[] = [];
for (const wanted of counts) {
  const { url, tenantId, count } = await prepareSide(postgres.url("postgres"), wanted, note);
  const runtime = await scriptRuntime(url);
  stack.defer(() => runtime.close());
  const unbounded = { rateLimitPerMinute: 100_000_000, hardLimit: 1_000_000_000, testMonthlyQuota: 1e9 };
  await runtime.deps.db.orm.tenant.update({ where: { id: tenantId }, data: { overrides: unbounded } });
  sides.push({ label: count.toLocaleString("en"), runtime, url, tenantId, count });
}
const [small, large] = sides;
if (!small || !large) throw new Error("there are two sides");
console.log(`scale: ${small.label} beside ${large.label} verifications of one tenant; ${load()}`);

const cells = columns(46, 12);
type Pair = { name: string; a: Line; b: Line };
const pairs = (lines: readonly Line[]): Pair[] =>
  lines.flatMap((a) => {
    const name = a.name.endsWith(` ${small.label}`) ? a.name.slice(0, -small.label.length - 1) : null;
    const b = name === null ? undefined : lines.find((line) => line.name === `${name} ${large.label}`);
    return name !== null && b ? [{ name, a, b }] : [];
  });
const print = (title: string, lines: readonly Line[], isMet: (pair: Pair) => boolean): void => {
  console.log(`\n${title}; ${load()}`);
  console.log(cells("ms", `${small.label} p50`, "p95", `${large.label} p50`, "p95", "p50 ratio"));
  for (const pair of pairs(lines)) {
    const { name, a, b } = pair;
    const figures = [a.p50, a.p95, b.p50, b.p95].map((ms) => ms.toFixed(2));
    console.log(cells(name, ...figures, (b.p50 / a.p50).toFixed(2)) + mark(isMet(pair)));
  }
};

const sampled = await Promise.all(sides.map(async (side) => ({ side, sample: await sampleOf(side) })));
// As many on each side: a token that comes again is validated faster.
const tokens = Math.min(...sampled.map(({ sample }) => sample.tokens.length));
for (const { sample } of sampled) sample.tokens.length = tokens;
const hot = (await Promise.all(sampled.map(({ side, sample }) => hotOf(side, sample)))).flat();
const hotLines = await measure(hot, values.rounds, { warmUp: 200 });
const isEven = ({ a, b }: Pair): boolean => b.p50 / a.p50 <= BARS.ratio;
print(`the hot three, ${values.rounds} calls each in turns`, hotLines, isEven);

console.log(`\n${cells("blocks of 8 KiB per statement", "hit", "read", "ms")}`);
for (const { side, sample } of sampled)
  for (const { name, hit, read, ms } of await readsOf(side, sample))
    console.log(cells(`${name} ${side.label}`, hit.toFixed(1), read.toFixed(1), ms.toFixed(3)));

const jobs = sides.map(jobsOf);
const jobLines = await measure(
  jobs.flatMap(({ timed }) => timed),
  values.jobs,
  { warmUp: 1, beforeRound: () => Promise.all(jobs.map(({ prepare }) => prepare())) },
);
for (const { check } of jobs) await check();
print(`the worker's jobs, ${values.jobs} runs each in turns`, jobLines, () => true);

const knownOf = async ({ runtime, tenantId }: Side) =>
  learn(runtime, tenantId, await ownerOf(runtime, tenantId));
const knownLarge = await knownOf(large);
const questions = [
  { label: small.label, known: await knownOf(small) },
  { label: large.label, known: knownLarge },
].flatMap(({ label, known }) =>
  questionsOf(known).map(({ name, ask }) => ({ name: `${name} ${label}`, ask })),
);
const lines = await measure(questions, values.console);
print(`what the console asks, ${values.console} runs each in turns`, lines, ({ b }) => b.p95 <= BARS.pageMs);

if (!values["no-pages"]) {
  const place = { databaseUrl: large.url, tenantId: large.tenantId, known: knownLarge };
  const pages = await measurePages(large.runtime, { ...place, rounds: values.console });
  console.log(`\nthe console's pages over HTTP at ${large.label}, until the last byte; ${load()}`);
  console.log(cells("ms", "p50", "p95"));
  for (const { name, p50, p95 } of pages)
    console.log(cells(name, p50.toFixed(1), p95.toFixed(1)) + mark(p95 <= BARS.pageMs));
}

console.log(`\n${"MiB".padEnd(58)}${[small.label, large.label].map((cell) => cell.padStart(12)).join("")}`);
for (const line of sizeLines(await sizesOf(small), await sizesOf(large))) console.log(line);
conclude();
