// What `npm test` and `npm run test:all` run in Node 24: Vitest's tests, then the browser tests; or the part that is named.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Counts } from "../tests/support/run/counts.ts";
import { generateClient } from "./lib/build.ts";
import { generateDocs } from "./lib/docs-site.ts";
import { Foreseen } from "./lib/foreseen.ts";
import { ROOT, readJson, runNode } from "./lib/run.ts";
import { type Plan, planOf, withoutNewFlaky } from "./lib/test-plan.ts";

const require = createRequire(import.meta.url);
const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, flaky: [], firstTries: [], failures: [] };
const RUNNERS = {
  vitest: [join(require.resolve("vitest/package.json"), "../vitest.mjs"), "run"],
  playwright: [
    join(require.resolve("@playwright/test/package.json"), "../cli.js"),
    "test",
    "--pass-with-no-tests",
  ],
};

async function run(args: string[], folder: string): Promise<Counts> {
  const file = join(folder, "counts.json");
  rmSync(file, { force: true });
  const { code } = await runNode(args, {
    env: {
      ...process.env,
      LINTEL_TEST_COUNTS: file,
      ...(planned.isShort ? { LINTEL_TESTS: "short" } : {}),
    },
  });
  const counts = readJson(file, z.custom<Counts>()) ?? NOTHING;
  if (code === 0 || counts.failed > 0) return counts;
  // A runner that failed without a failed test failed itself, and that must be seen in the sum.
  return { ...counts, failed: 1, failures: [`the runner itself: it ended with code ${code}`] };
}

function plan(): Plan {
  try {
    return planOf(process.argv.slice(2), globSync("tests/**/*.{test.ts,test.tsx,spec.ts}", { cwd: ROOT }));
  } catch (error) {
    if (!(error instanceof Foreseen)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const list = (title: string, names: readonly string[]): string =>
  [title, ...names.map((name) => `  ${name}`), ""].join("\n");

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
process.on("disconnect", () => process.exit(130));
process.channel?.unref();

const planned = plan();
const folder = mkdtempSync(join(tmpdir(), "lintel-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
generateDocs();
const { code, output } = await generateClient(true);
if (code !== 0) {
  console.error(output);
  process.exit(1);
}
const sum: Counts = { ...NOTHING, flaky: [], firstTries: [], failures: [] };
for (const name of ["vitest", "playwright"] as const) {
  const more = planned[name];
  if (more === null) continue;
  const startedAt = performance.now();
  const counts = await run([...RUNNERS[name], ...more], folder);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ` +
      `${counts.flaky.length} flaky, ${minutes} min\n`,
  );
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
  sum.flaky.push(...counts.flaky);
  sum.firstTries.push(...counts.firstTries);
  sum.failures.push(...counts.failures);
}
const known: string[] = JSON.parse(readFileSync(join(ROOT, "tests/flaky.json"), "utf8"));
const { counts, added } = withoutNewFlaky(sum, known);
if (sum.failures.length > 0) console.log(list("Failed:", sum.failures));
if (sum.flaky.length > 0) console.log(list("Passed on a second try only; the first said:", sum.firstTries));
if (added.length > 0) console.log(list("New in that list, and therefore failed (tests/flaky.json):", added));
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`,
);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
