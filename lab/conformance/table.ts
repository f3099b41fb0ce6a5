import type { Result } from "./run.ts";

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
