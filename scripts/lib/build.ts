import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { markBuilt } from "./build-stamp.ts";
import { generateClient } from "./generate.ts";
import { ROOT, type RunResult, runNode } from "./run.ts";

/** Client and pages for production. With `quiet` the output is kept, to be shown if it fails. */
export async function build(quiet = false): Promise<RunResult> {
  const generated = await generateClient(quiet);
  if (generated.code !== 0) return generated;
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const built = await runNode([next, "build"], { env, quiet });
  if (built.code === 0) markBuilt();
  // Half a build must not pass for one.
  else rmSync(join(ROOT, ".next/BUILD_ID"), { force: true });
  return built;
}
