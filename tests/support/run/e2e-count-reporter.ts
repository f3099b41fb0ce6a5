import { relative } from "node:path";
import type { Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { type Counts, handOver } from "./counts.ts";

/** The title path begins with the root, the project and the file. */
const nameOf = (test: TestCase): string =>
  [relative(process.cwd(), test.location.file), ...test.titlePath().slice(3)].join(" > ");

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
    const counts: Counts = { passed: 0, failed: this.#errors, skipped: 0, flaky: [] };
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "skipped") counts.skipped += 1;
      else if (outcome === "unexpected") counts.failed += 1;
      else counts.passed += 1;
      if (outcome === "flaky") counts.flaky.push(nameOf(test));
    }
    handOver(counts);
  }
}
