import { expect, test } from "vitest";
import { processorTime } from "../src/scan.ts";

test("a search is paid for by work: waiting for the processor costs nothing", () => {
  const before = processorTime();
  // Nothing of this process runs meanwhile, as on a machine that is busy with others.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  const waited = processorTime() - before;
  const from = performance.now();
  for (let done = 0; processorTime() - before < waited + 300; ) done += Math.sqrt(done + 1);
  expect(waited).toBeLessThan(700);
  expect(performance.now() - from).toBeGreaterThan(100);
});
