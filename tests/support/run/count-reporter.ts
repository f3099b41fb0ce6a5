import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { type Counts, handOver } from "./counts.ts";

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: 0, flaky: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") counts[state] += 1;
        if (test.diagnostic()?.flaky) counts.flaky.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      // A file that could not even be loaded has no tests to fail.
      if (module.errors().length > 0) counts.failed += 1;
    }
    handOver(counts);
  }
}
