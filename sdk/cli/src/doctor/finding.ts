import type { Io } from "../io.ts";
import { type Answer, callService, reasonOf } from "../request.ts";

/** One thing that is not as it should be. `npm run doctor` on the host prints the same shape. */
export type Finding = {
  /** A fixed name, for scripts. */
  id: string;
  /** error: people or tenants are affected now, or secrets are at risk; warning: they soon will be. */
  severity: "error" | "warning";
  /** What is unmet, and what to do. */
  message: string;
  /** The page of the documentation that says how to fix it. */
  docs: string;
};

/** Gets each finding as it is made, and each check that found nothing. */
export type Report = { found(finding: Finding): void; passed(check: string): void };

/** Reports what is unmet; null: the check passed. */
export const reportTo = (report: Report, check: string, finding: Finding | null): void =>
  finding === null ? report.passed(check) : report.found(finding);

export const error = (id: string, message: string, docs: string): Finding => ({
  ...{ id, severity: "error", message, docs },
});
export const warning = (id: string, message: string, docs: string): Finding => ({
  ...error(id, message, docs),
  severity: "warning",
});

type Question = Omit<NonNullable<Parameters<typeof callService>[2]>, "headers">;

/** @returns the reason when nothing answers */
export const ask = async (
  io: Io,
  url: string,
  headers: Record<string, string> = {},
  question: Question = {},
): Promise<Answer | string> => {
  try {
    return await callService(io, url, { ...question, headers });
  } catch (failure) {
    return reasonOf(failure);
  }
};
