import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { fontsOfNpm } from "./scripts/lib/fonts.ts";
import { requireInstalled } from "./scripts/lib/install.mjs";
import { isShort, LONG_FILES, LONG_PROJECTS } from "./tests/long.ts";

requireInstalled();

const isCi = process.env.CI !== undefined;

// Drills that are over in a minute or two; here they write no row of docs/reliability.md, `npm run test:faults` does.
const SHORT_DRILLS = ["tests/faults/{redis-paused,restore,rolling-upgrade}.test.ts"];

// These put another module in a module's place, which the files after them in the same process would get too.
const REPLACE_A_MODULE = ["tests/integration/{console-permissions,policies}.test.ts"];

// Their services are as their settings say, so that a build with the same settings is the same service.
const ASKED_OF_THE_BUILD = [
  "tests/api/hosted-{cancel,evidence,formats,handoff}.test.ts",
  "tests/integration/{age-keys,appeals,erasure-requests,voucher-redeem,vendors-callbacks}.test.ts",
  "tests/integration/identity-{providers,refusals}.test.ts",
];

// The packed package among Bun, Deno, workerd and web frameworks (sdk/runtimes).
const INSTALLED = ["tests/sdk/{gate-worker,gate-worker-browser,packed,receivers,runtimes}.test.ts"];

type More = {
  include?: string[];
  exclude?: string[];
  isolate?: boolean;
  env?: Record<string, string>;
  globalSetup?: string | string[];
};

const project = (name: string, { exclude = [], ...more }: More = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    exclude: [...exclude, ...(isShort ? LONG_FILES : [])],
    ...more,
  },
});

// Only these need a database; they share one server, and every file gets a database of its own from it.
const DATABASE = "./tests/support/run/global-database.ts";
const withDatabase = { globalSetup: DATABASE };
// The production build, as `npm run serve` runs it.
const withBuild = { globalSetup: [DATABASE, "./tests/support/run/global-build.ts"] };

export default defineConfig({
  test: {
    projects: [
      // Their files are short, and each begins with modules that nobody has touched.
      project("unit", { isolate: true, include: ["{tests/unit,packages/*/tests}/**/*.test.{ts,tsx}"] }),
      // What other people install. Some of it asks a running service.
      project("sdk", { ...withDatabase, exclude: INSTALLED }),
      // With what it is installed beside.
      project("sdk-installed", {
        globalSetup: [DATABASE, "./tests/support/run/global-runtimes.ts"],
        include: INSTALLED,
      }),
      project("integration", {
        ...withDatabase,
        include: ["tests/integration/**/*.test.{ts,tsx}", ...SHORT_DRILLS],
        exclude: REPLACE_A_MODULE,
      }),
      project("integration-alone", { ...withDatabase, include: REPLACE_A_MODULE, isolate: true }),
      // The interface over both of its ways: src/server, and Next's route files (tests/support/http/dispatch.ts).
      project("api", { ...withDatabase, env: { INTERFACE_OVER: "server" } }),
      project("api-next", {
        ...withDatabase,
        include: ["tests/api/**/*.test.ts"],
        // What sends nothing to the interface, or to the route files alone.
        exclude: [
          "tests/api/{console,hosted,provider,sign-in,upload,wallet}*.test.ts",
          "tests/api/{conformance,recorded-answers,route-files}.test.ts",
        ],
      }),
      // Debian's nginx, HAProxy, WordPress and others. Some of it asks the built service.
      project("gates", withBuild),
      project("served", withBuild),
      // What people, wallets, vendors and identity providers send, asked of the build (tests/support/http/handlers.ts).
      project("built", { ...withBuild, env: { INTERFACE_OVER: "build" }, include: ASKED_OF_THE_BUILD }),
    ].filter(({ test }) => !isShort || !LONG_PROJECTS.includes(test.name)),
    // Answers that depend on the machine's clock, zone or language shall show here, not at the user's.
    // The painted documents are drawn with the same fonts on every machine.
    env: {
      TZ: process.env.LINTEL_HUNT_ZONE ?? "Pacific/Auckland",
      NODE_ENV: "test",
      FONTCONFIG_FILE: fontsOfNpm("painters"),
      FC_LANG: "en",
    },
    // A poll has as long as "eventually": after one second, its default, a busy machine has not even begun.
    expect: { poll: { timeout: isCi ? 45_000 : 12_000 } },
    // A third worker fills the waits of two. CI keeps to two, because what is late there counts as flaky.
    maxWorkers: Math.max(isCi ? 2 : 3, availableParallelism() - 1),
    // A process takes one file after the other: to begin anew for each was a third of the processor time of all tests.
    // A file brings its own database, clock and ports; no module of src keeps what belongs to one of them.
    isolate: false,
    setupFiles: "./tests/support/run/own-words.ts",
    // A retry lets the run go on and report; `npm test` fails when the list of flaky tests grows (tests/flaky.json).
    retry: isCi ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 15_000,
    restoreMocks: true,
    reporters: ["default", "./tests/support/run/count-reporter.ts"],
  },
});
