/** One thing that is not as it should be. `npm run doctor` on the host prints the same shape. */
export type Finding = {
  /** A fixed name, for scripts. */
  id: string;
  /** error: people or tenants are affected now, or secrets are at risk; warning: they soon will be. */
  severity: "error" | "warning";
  /** What is unmet, and what to do. */
  message: string;
  /** The page of the documentation that mends it. */
  docs: string;
};

/** Gets each finding as it is made, and each check that found nothing. */
export type Report = { found(finding: Finding): void; passed(check: string): void };

/** Reports what is unmet; null: the check passed. */
export const reportTo = (report: Report, check: string, finding: Finding | null): void =>
  finding === null ? report.passed(check) : report.found(finding);
