import { defineConfig } from "vitest/config";

const isCi = process.env.CI !== undefined;

const project = (name: string, more: { globalSetup?: string | string[] } = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...more },
});

// Only these need a database; they share one server, and every file gets a database of its own from it.
const DATABASE = "./tests/support/global-database.ts";
const withDatabase = { globalSetup: DATABASE };
// The production build, as `npm run serve` runs it.
const withBuild = { globalSetup: [DATABASE, "./tests/support/global-build.ts"] };

export default defineConfig({
  test: {
    projects: [
      project("unit"),
      project("integration", withDatabase),
      project("api", withDatabase),
      project("served", withBuild),
    ],
    // Answers that depend on the machine's clock, zone or language shall show here, not at the user's.
    env: { TZ: "Pacific/Auckland", NODE_ENV: "test" },
    // As in playwright.config.ts: a shared machine of CI that stalls is not the code's fault.
    retry: isCi ? 1 : 0,
    testTimeout: isCi ? 60_000 : 15_000,
    hookTimeout: isCi ? 120_000 : 30_000,
    teardownTimeout: 15_000,
    restoreMocks: true,
    reporters: ["default", "./tests/support/count-reporter.ts"],
  },
});
