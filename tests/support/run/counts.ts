import { writeFileSync } from "node:fs";

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Of the passed ones, those that passed on a second try only: `<file> > <name>`. */
  flaky: string[];
};

/** Hands the sums of one runner to `npm test`, which adds them up; without it they are not wanted. */
export function handOver(counts: Counts): void {
  const file = process.env.LINTEL_TEST_COUNTS;
  if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
}
