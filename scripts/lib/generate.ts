import { createRequire } from "node:module";
import { type RunResult, runNode } from "./run.ts";

/** The typed client for prisma/schema.prisma, into src/data/generated, without any download. */
export function generateClient(quiet = false): Promise<RunResult> {
  const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const env = {
    ...process.env,
    // Generating needs no schema engine, but the command fetches one unless told of a file that exists.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  return runNode([prisma, "generate", "--no-hints"], { env, quiet });
}
