// What `npm test` and `npm run test:all` run in Node 24: Vitest's tests, then the browser tests; or the part that is named.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/run.ts";
import { withoutNewFlaky } from "./lib/test-plan.ts";
import { prepareTests } from "./lib/test-prepare.ts";
import { runTests } from "./lib/test-run.ts";

const list = (title: string, names: readonly string[]): string =>
  [title, ...names.map((name) => `  ${name}`), ""].join("\n");

const planned = await prepareTests(process.argv.slice(2));
const sum = await runTests(planned);
const known: string[] = JSON.parse(readFileSync(join(ROOT, "tests/flaky.json"), "utf8"));
const { counts, added } = withoutNewFlaky(sum, known);
if (sum.failures.length > 0) console.log(list("Failed:", sum.failures));
if (sum.flaky.length > 0) console.log(list("Passed on a second try only; the first said:", sum.firstTries));
if (added.length > 0) console.log(list("New in that list, and therefore failed (tests/flaky.json):", added));
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`,
);
// No test at all is a mistake, except where nothing was changed that a test reaches.
process.exitCode = counts.failed > 0 || (counts.passed === 0 && !planned.isOfChanges) ? 1 : 0;
