// Both test runners as one: Vitest's tests, then the browser tests, and the sum of what they counted.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Counts } from "../../tests/support/run/counts.ts";
import { readJson, runNode } from "./run.ts";
import type { Plan } from "./test-plan.ts";

const require = createRequire(import.meta.url);
const nothing = (): Counts => ({ passed: 0, failed: 0, skipped: 0, flaky: [], firstTries: [], failures: [] });

const RUNNERS = {
  vitest: [join(require.resolve("vitest/package.json"), "../vitest.mjs"), "run"],
  playwright: [
    join(require.resolve("@playwright/test/package.json"), "../cli.js"),
    "test",
    "--pass-with-no-tests",
  ],
};

export type TestRunner = keyof typeof RUNNERS;

type More = {
  /** Settings of the tests' processes besides this one's. */
  env?: Record<string, string>;
  /** Further words for each runner. */
  args?: Partial<Record<TestRunner, readonly string[]>>;
};

async function run(args: string[], file: string, env: Record<string, string>): Promise<Counts> {
  rmSync(file, { force: true });
  const { code } = await runNode(args, { env: { ...process.env, ...env, LINTEL_TEST_COUNTS: file } });
  const counts = readJson(file, z.custom<Counts>()) ?? nothing();
  if (code === 0 || counts.failed > 0) return counts;
  // A runner that failed without a failed test failed itself, and that must be seen in the sum.
  return { ...counts, failed: 1, failures: [`the runner itself: it ended with code ${code}`] };
}

/** Runs what is planned with each runner that has something to do, one after the other, and adds up what they counted. */
export async function runTests(planned: Plan, { env = {}, args = {} }: More = {}): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "lintel-test-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const sum = nothing();
  for (const name of ["vitest", "playwright"] as const) {
    const words = planned[name];
    if (words === null) continue;
    const startedAt = performance.now();
    const counts = await run(
      [...RUNNERS[name], ...words, ...(args[name] ?? [])],
      join(folder, "counts.json"),
      {
        ...env,
        ...(planned.isShort ? { LINTEL_TESTS: "short" } : {}),
      },
    );
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
  process.removeListener("exit", remove);
  remove();
  return sum;
}
