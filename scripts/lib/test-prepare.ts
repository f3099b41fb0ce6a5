import { globSync } from "node:fs";
import { generateClient } from "./build.ts";
import { generateDocs } from "./docs-site.ts";
import { Foreseen } from "./foreseen.ts";
import { ROOT } from "./run.ts";
import { type Plan, planOf } from "./test-plan.ts";

/**
 * Reads what is to be tested (`planOf`) and makes what tests need; ends this process, with words for people, where
 * either cannot be done, and when the one that started it is gone.
 */
export async function prepareTests(words: readonly string[]): Promise<Plan> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));
  process.on("disconnect", () => process.exit(130));
  process.channel?.unref();
  const planned = plan(words);
  generateDocs();
  const { code, output } = await generateClient(true);
  if (code === 0) return planned;
  console.error(output);
  process.exit(1);
}

function plan(words: readonly string[]): Plan {
  try {
    const tests = ["tests/**/*.{test.ts,test.tsx,spec.ts}", "packages/*/tests/**/*.test.ts"];
    return planOf(words, globSync(tests, { cwd: ROOT }));
  } catch (error) {
    if (!(error instanceof Foreseen)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
