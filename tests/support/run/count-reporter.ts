import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";
import { type Counts, failure, handOver } from "./counts.ts";

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = unhandled.map((error) => failure("outside of any test", error.message));
    const firstTries: string[] = [];
    const counts: Counts = {
      passed: 0,
      failed: unhandled.length,
      skipped: 0,
      flaky: [],
      firstTries,
      failures,
    };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (state === "failed") failures.push(failure(name, errors[0]?.message));
        if (state !== "pending") counts[state] += 1;
        if (!test.diagnostic()?.flaky) continue;
        counts.flaky.push(name);
        firstTries.push(failure(name, errors?.[0]?.message));
      }
      // A file that could not even be loaded has no tests to fail.
      const [error] = module.errors();
      if (error === undefined) continue;
      counts.failed += 1;
      failures.push(failure(module.relativeModuleId, error.message));
    }
    handOver(counts);
  }
}
