import { relative } from "node:path";
import type { Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { type Counts, failure, handOver } from "./counts.ts";

/** The title path begins with the root, the project and the file. */
const nameOf = (test: TestCase): string =>
  [relative(process.cwd(), test.location.file), ...test.titlePath().slice(3)].join(" > ");

export default class CountReporter implements Reporter {
  #suite: Suite | undefined;
  #failures: string[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** What failed outside of any test: the configuration, the service under test. */
  onError(error: TestError): void {
    this.#failures.push(failure("outside of any test", error.message));
  }

  onEnd(): void {
    const failures = this.#failures;
    const firstTries: string[] = [];
    const counts: Counts = {
      passed: 0,
      failed: failures.length,
      skipped: 0,
      flaky: [],
      firstTries,
      failures,
    };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "skipped") counts.skipped += 1;
      else if (outcome === "unexpected") counts.failed += 1;
      else counts.passed += 1;
      if (outcome === "unexpected") failures.push(failure(nameOf(test), test.results.at(-1)?.error?.message));
      if (outcome !== "flaky") continue;
      counts.flaky.push(nameOf(test));
      firstTries.push(failure(nameOf(test), test.results[0]?.error?.message));
    }
    handOver(counts);
  }
}
