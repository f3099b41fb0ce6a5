// What `npm run test:hunt` runs in Node 24: all of `npm test`, or the part that is named, `--rounds` times (10), each in
// another order, with hostile chance, alongside two busy loops and, where Debian's `faketime` is installed, near midnight, a
// month's end and a change of summer time. It names every test that was ever red, and writes what a release asks for.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { treeOf, writeHunt } from "./lib/hunt-record.ts";
import { findFaketime, huntReport, huntRounds } from "./lib/hunt-rounds.ts";
import { ROOT } from "./lib/run.ts";
import { prepareTests } from "./lib/test-prepare.ts";
import { runTests } from "./lib/test-run.ts";

const LOOPS = 2;

// Each stops by itself when this process is gone: a slice of work, then a look at the one that started it.
const BUSY = `
const parent = process.ppid;
const work = () => {
  const until = Date.now() + 100;
  while (Date.now() < until);
  if (process.ppid === parent) setImmediate(work);
};
work();`;

const words = process.argv.slice(2);
const at = words.indexOf("--rounds");
const count = at < 0 ? 10 : Number(words[at + 1]);
if (!Number.isInteger(count) || count < 1) {
  console.error("--rounds takes a whole number from 1.");
  process.exit(2);
}
const named = at < 0 ? words : words.toSpliced(at, 2);

// The tree as it was: what is edited during the hunt was not hunted.
const tree = treeOf();
const planned = await prepareTests(named);
const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ["-e", BUSY], { stdio: "ignore" }));
process.once("exit", () => {
  for (const loop of loops) loop.kill();
});
const faketime = findFaketime();
if (faketime === undefined) console.log("No round has another clock: Debian's package faketime is missing.");
const rounds = huntRounds(count, {
  faketime,
  chance: pathToFileURL(join(ROOT, "tests/support/run/hostile-chance.mjs")).href,
  now: new Date(),
  seed: randomInt(1_000_000),
});
const ended: { name: string; passed: number; failures: string[] }[] = [];
for (const [index, { name, env, vitest, playwright }] of rounds.entries()) {
  console.log(`\n== round ${index + 1} of ${count}: ${name}`);
  const { passed, failures } = await runTests(planned, { env, args: { vitest, playwright } });
  ended.push({ name, passed, failures });
}
const report = huntReport(ended);
for (const { test, rounds: red, said } of report)
  console.log(`\nred in ${red.length} of ${count}: ${test}\n  ${red.join("\n  ")}\n  first said: ${said}`);
const passed = ended.reduce((sum, round) => sum + round.passed, 0);
const isWhole = named.length === 0;
if (isWhole)
  writeHunt({ tree, rounds: count, hasClocks: faketime !== undefined, red: report.map(({ test }) => test) });
console.log(`\n${passed} passed, ${report.length} failed`);
process.exitCode = report.length > 0 || passed === 0 ? 1 : 0;
