import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.ts";
import { fontsOfNpm } from "./scripts/lib/fonts.ts";
import { requireInstalled } from "./scripts/lib/install.mjs";
import { isShort, LONG_BROWSER_TESTS } from "./tests/long.ts";

requireInstalled();

// What the tests paint for the camera is drawn with the same fonts on every machine; the workers inherit this.
process.env.FONTCONFIG_FILE = fontsOfNpm("painters");
process.env.FC_LANG = "en";

const chromium = findChromium();
const isCi = process.env.CI !== undefined;

// Real Chromium against a real production build with its own database: see tests/support/run/start-app-under-test.ts.
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/run/start-app-under-test.ts",
  fullyParallel: true,
  // As in vitest.config.ts.
  workers: isCi ? 2 : 3,
  // Only what fails waits as long: a photo is read, or a page drawn, many times slower beside other programs.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  forbidOnly: isCi,
  grepInvert: isShort ? LONG_BROWSER_TESTS : [],
  // As in vitest.config.ts: the run goes on, and fails when the list of flaky tests grows (tests/flaky.json).
  retries: isCi ? 2 : 0,
  reporter: [["list"], ["./tests/support/run/e2e-count-reporter.ts"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-GB",
    // No traces: their recorder fetches the page's blobs, which the page's own policy forbids, and a test counts that.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium.path,
      // Containers and root have no user namespaces to build Chromium's sandbox from.
      args: ["--no-sandbox"],
      env: { ...environment(), ...chromium.env },
    },
  },
});

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
