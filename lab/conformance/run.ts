import type { Check } from "./check.ts";
import { openKit } from "./kit.ts";
import { NotOffered, type Target } from "./target.ts";

export type Verdict = "pass" | "FAIL" | "not offered";
export type Result = { check: Check; got: string; verdict: Verdict };

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Some checks can end well in two ways: "verified or unsigned". */
const isExpected = ({ expected }: Check, got: string): boolean => expected.split(" or ").includes(got);

/**
 * Runs checks against a deployment, a few at a time. A check that cannot be run is a miss, unless the deployment
 * does not offer what it is about.
 */
export const runChecks = async (
  checks: readonly Check[],
  target: Target,
  options: { now?: Date; atOnce?: number; onResult?: (result: Result) => void } = {},
): Promise<Result[]> => {
  const { now = new Date(), atOnce = 4, onResult = () => {} } = options;
  const kit = await openKit(target, now);
  const results: Result[] = [];
  const runOne = async (check: Check): Promise<Result> => {
    try {
      const got = await check.run(kit);
      return { check, got, verdict: isExpected(check, got) ? "pass" : "FAIL" };
    } catch (error) {
      if (error instanceof NotOffered) return { check, got: error.message, verdict: "not offered" };
      return { check, got: reasonOf(error), verdict: "FAIL" };
    }
  };
  const queue = checks.entries();
  const work = async (): Promise<void> => {
    for (const [index, check] of queue) {
      const result = await runOne(check);
      results[index] = result;
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
};

const COLUMNS = ["Specification", "Check", "Expected", "Got", "Verdict"] as const;
const MAX_WIDTH = 72;

const cells = ({ check, got, verdict }: Result): string[] => [
  check.spec,
  check.name,
  check.expected,
  got.replaceAll(/\s+/g, " ").slice(0, MAX_WIDTH),
  verdict,
];

/** Columns of text, for people. */
export const table = (results: readonly Result[]): string => {
  const rows = [[...COLUMNS], ...results.map(cells)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

/** The last line: how many of each verdict. */
export const tally = (results: readonly Result[]): string => {
  const count = (verdict: Result["verdict"]) => results.filter((result) => result.verdict === verdict).length;
  return `${count("pass")} passed, ${count("FAIL")} failed, ${count("not offered")} not offered by this deployment.`;
};
