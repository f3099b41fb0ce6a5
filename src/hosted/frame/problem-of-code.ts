import type { Problem } from "#hosted/view.ts";

// The usual words for these codes are about photos.
const UNCHECKED = [
  "CHECK_IN_PROGRESS",
  "INVALID_REQUEST_BODY",
  "NETWORK",
  "PAYLOAD_TOO_LARGE",
  "SERVICE_UNAVAILABLE",
];

/** The problem to show about a voucher's code. */
export const problemOfCode = (problem: Problem | null): Problem | null => {
  if (problem === null || problem.code.startsWith("VOUCHER_")) return problem;
  if (UNCHECKED.includes(problem.code)) return { ...problem, code: "VOUCHER_UNCHECKED" };
  return problem.isRefusal === true ? problem : null;
};
