// npm run generate: the typed client for prisma/schema.prisma, into src/data/generated, without any download.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const prisma = createRequire(import.meta.url).resolve("prisma/build/index.js");
const { status } = spawnSync(process.execPath, [prisma, "generate", "--no-hints"], {
  stdio: "inherit",
  // Generating needs no schema engine, but the command fetches one unless told of a file that exists.
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  },
});
process.exitCode = status ?? 1;
