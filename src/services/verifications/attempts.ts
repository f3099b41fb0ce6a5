import { attemptsOf, type EffectiveRule } from "#core/policy/policy.ts";
import type { Verification } from "#core/verification.ts";
import type { AttemptRow } from "#data/verifications/checks.ts";
import { UNDISCLOSED } from "#services/check/rule.ts";

export type ShownAttempt = Omit<AttemptRow, "durationMs"> & { durationMs: number | null };

/** What a rule with `hideMethod` lets it show: that there was an attempt, and whether it proved something. */
const withoutMethod = (attempt: AttemptRow): ShownAttempt => ({
  ...attempt,
  method: UNDISCLOSED,
  finding: attempt.finding === "evidence" ? attempt.finding : "METHOD_FAILED",
  reason: null,
  // A code takes milliseconds, a photo seconds.
  durationMs: null,
});

/** A verification's attempts as its tenant may see them. */
export const shownAttempts = (
  rule: EffectiveRule | null,
  attempts: readonly AttemptRow[],
): readonly ShownAttempt[] => (rule?.hideMethod ? attempts.map(withoutMethod) : attempts);

export type MethodAttempts = {
  method: string;
  /** Attempts made with it. */
  used: number;
  /** How many there can be; without a policy, all methods share them. */
  allowed: number;
  /** Why the last one decided nothing; absent: it decided, or there was none. */
  lastErrorCode?: string;
};

/** Findings that are not errors: a decision, and a test that let the time run out. */
const NO_ERROR: readonly string[] = ["evidence", "expire"];

const allowedBy = (
  rule: EffectiveRule | null,
  { maxAttempts }: Pick<Verification, "maxAttempts">,
  id: string,
) => {
  const method = rule?.methods.find((one) => one.id === id);
  return rule && method ? attemptsOf(rule, method) : maxAttempts;
};

/**
 * The attempts by method: first the methods offered, in their order, then others that were used, as a test's sandbox.
 * Where the rule hides the method, all are one.
 */
export const attemptsByMethod = (
  verification: Pick<Verification, "methods" | "maxAttempts">,
  rule: EffectiveRule | null,
  attempts: readonly AttemptRow[],
): MethodAttempts[] => {
  const shown = shownAttempts(rule, attempts);
  const offered = rule?.hideMethod ? [UNDISCLOSED] : verification.methods;
  return [...new Set([...offered, ...shown.map(({ method }) => method)])].map((method) => {
    const own = shown.filter((attempt) => attempt.method === method);
    const last = own.at(-1)?.finding;
    return {
      method,
      used: own.length,
      allowed: allowedBy(rule, verification, method),
      ...(last === undefined || NO_ERROR.includes(last) ? {} : { lastErrorCode: last }),
    };
  });
};
