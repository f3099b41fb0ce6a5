import { defineConfig } from "vitest/config";

// Slow proofs with real processes that are killed; `npm run test:faults`. The short ones are part of `npm run test:all` too.
export default defineConfig({
  test: {
    name: "faults",
    include: ["tests/faults/**/*.test.ts"],
    provide: { faultTable: "docs/reliability.md" },
    globalSetup: "./tests/support/run/global-database.ts",
    env: { TZ: "Pacific/Auckland", NODE_ENV: "test" },
    fileParallelism: false, // each has the machine to itself
    testTimeout: 300_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    restoreMocks: true,
    reporters: ["verbose"],
  },
});
