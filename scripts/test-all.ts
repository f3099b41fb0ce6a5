// What `npm test` runs in Node 24: unit, integration and API tests, then the browser tests.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Counts } from "../tests/support/counts.ts";
import { generateClient } from "./lib/generate.ts";
import { runNode } from "./lib/run.ts";

const require = createRequire(import.meta.url);
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
  const { code } = await runNode(args, { env: { ...process.env, LINTEL_TEST_COUNTS: file } });
  const counts = read(file);
  // A runner that failed without a failed test failed itself, and that must be seen in the sum.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function read(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
process.on("disconnect", () => process.exit(130));
process.channel?.unref();

const folder = mkdtempSync(join(tmpdir(), "lintel-test-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
const { code, output } = await generateClient(true);
if (code !== 0) {
  console.error(output);
  process.exit(1);
}
for (const [name, args] of Object.entries(RUNNERS)) {
  const counts = await run(args, folder);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  sum.skipped += counts.skipped;
}
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
