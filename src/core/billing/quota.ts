import { DAY_MS, dayName } from "#core/day.ts";
import { ERRORS, ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import type { PlanLimits } from "./plan.ts";

/** First instant of the UTC calendar month: the period in which usage is counted. */
export const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** First instant of the next UTC calendar month. */
export const monthAfter = (month: Date): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));

/** How many verifications of this mode a month admits in total. */
export const ceilingOf = (limits: PlanLimits, mode: Mode): number => {
  if (mode === "test") return limits.testMonthlyQuota;
  return limits.overageAllowed ? limits.hardLimit : Math.min(limits.included, limits.hardLimit);
};

/** From this share of the ceiling on, a tenant is near it. */
const NEARLY = 0.8;

export type Quota = {
  /** How many live verifications the month admits, by `ceilingOf`. */
  ceiling: number;
  /** Whether a live start is refused until the next month: the one answer for every page, list and message. */
  isRefused: boolean;
  /** Whether four fifths or more are used, and it is not refused yet. */
  isNear: boolean;
};

/** Where a month's live use stands against what the month admits. */
export const quotaOf = (limits: PlanLimits, used: number): Quota => {
  const ceiling = ceilingOf(limits, "live");
  const isRefused = used >= ceiling;
  return { ceiling, isRefused, isNear: !isRefused && used > 0 && used >= ceiling * NEARLY };
};

/** The error code once the ceiling is reached. */
export const refusalAtCeiling = (limits: PlanLimits, mode: Mode) =>
  mode === "live" && (limits.overageAllowed || limits.hardLimit < limits.included)
    ? "HARD_LIMIT_EXCEEDED"
    : "QUOTA_EXCEEDED";

/** Whole seconds, at least 1, until the next month begins and usage counts from zero again. */
export const secondsToNextMonth = (now: Date): number =>
  Math.max(1, Math.ceil((monthAfter(monthOf(now)).getTime() - now.getTime()) / 1000));

/** The refusal of a start in a month that admits no more, which says when the next one begins. */
export const monthIsFull = (limits: PlanLimits, mode: Mode, now: Date): ServiceError => {
  const code = refusalAtCeiling(limits, mode);
  const next = dayName(monthAfter(monthOf(now)));
  return new ServiceError(code, `${ERRORS[code].title} The count begins again on ${next} (UTC).`, {
    retryAfterSeconds: secondsToNextMonth(now),
  });
};

/** The month's bill so far; `amountDue` in minor units. */
export const billingOf = (plan: string, limits: PlanLimits, used: number, now: Date, currency: string) => {
  const start = monthOf(now);
  const overage = Math.max(0, used - limits.included);
  return {
    plan,
    currency,
    period: { start, end: monthAfter(start) },
    included: limits.included,
    used,
    overage,
    hardLimit: limits.hardLimit,
    rateLimitPerMinute: limits.rateLimitPerMinute,
    amountDue: limits.monthlyPriceMinor + overage * limits.overagePriceMinor,
  };
};

export type Billing = ReturnType<typeof billingOf>;

/**
 * The forecast for a month at its present pace.
 * @param recentPerDay the average of the last whole days, if any: it follows a change sooner
 */
export const forecastMonth = (used: number, recentPerDay: number | null, now: Date): number => {
  const start = monthOf(now).getTime();
  const end = monthAfter(monthOf(now)).getTime();
  const elapsedDays = Math.max((now.getTime() - start) / DAY_MS, 1 / 24);
  const perDay = recentPerDay ?? used / elapsedDays;
  return Math.max(used, Math.round(used + (perDay * (end - now.getTime())) / DAY_MS));
};
