import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** Of the passed ones, those that passed on a second try only: `<file> > <name>`. */
  flaky: string[];
  /** Why the first try of each of those failed. */
  firstTries: string[];
  /** What failed, each with the first line of why: a log of thousands of lines is not searched for it. */
  failures: string[];
};

/** One line of `failures` or `firstTries`; colours of the terminal are taken out of the message. */
export function failure(name: string, message = "no message"): string {
  const [line] = stripVTControlCharacters(message).trim().split("\n");
  return `${name}: ${line}`;
}

/** Hands the sums of one runner to `npm test`, which adds them up; without it they are not wanted. */
export function handOver(counts: Counts): void {
  const file = process.env.LINTEL_TEST_COUNTS;
  if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
}
