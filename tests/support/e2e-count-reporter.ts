import type { Reporter, Suite } from "@playwright/test/reporter";
import { type Counts, handOver } from "./counts.ts";

export default class CountReporter implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** What failed outside of any test: the configuration, the service under test. */
  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const counts: Counts = { passed: 0, failed: this.#errors, skipped: 0 };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "skipped") counts.skipped += 1;
      // Only CI tries again (playwright.config.ts); the list names what was flaky.
      else if (outcome === "expected" || outcome === "flaky") counts.passed += 1;
      else counts.failed += 1;
    }
    handOver(counts);
  }
}
