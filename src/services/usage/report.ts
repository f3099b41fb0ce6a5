import { dayOf } from "#core/day.ts";
import { limitsOf, PLANS, type PlanLimits, type PlanName } from "#core/plan.ts";
import { billingOf, ceilingOf, monthOf } from "#core/quota.ts";
import { hasStatement, monthName } from "#core/statement.ts";
import type { Mode } from "#core/verification.ts";
import { monthlyUsage } from "#data/usage.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { type DayUsage, dayCounts, perDay } from "./day-counts.ts";
import { type MonthSoFar, monthSoFar, recentFrom } from "./forecast.ts";

export type PlanOffer = {
  plan: PlanName;
  isCurrent: boolean;
  limits: PlanLimits;
  /** What the forecast month would cost, in minor units; null: it does not fit into the plan. */
  amountAtForecast: number | null;
};

export type UsageReport = MonthSoFar & {
  /** `hasStatement`: the tenant was there. */
  months: { month: string; live: number; test: number; hasStatement: boolean }[];
  days: DayUsage[];
  plans: PlanOffer[];
};

const offersFor = ({ tenant, deps }: MemberCtx, forecast: number): PlanOffer[] =>
  Object.entries(PLANS).flatMap(([name]) => {
    const plan = name === "growth" || name === "scale" ? name : "free";
    const isCurrent = plan === tenant.plan;
    // What an admin agreed with this tenant counts for its own plan only.
    const limits = isCurrent ? limitsOf(plan, tenant.overrides) : PLANS[plan];
    const { amountDue } = billingOf(plan, limits, forecast, deps.now(), deps.settings.currency);
    return [
      { plan, isCurrent, limits, amountAtForecast: forecast > ceilingOf(limits, "live") ? null : amountDue },
    ];
  });

const monthsAgo = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));

const startedIn = (
  rows: readonly { month: Date; mode: Mode; started: number }[],
  month: Date,
  mode: Mode,
): number => rows.find((row) => row.mode === mode && row.month.getTime() === month.getTime())?.started ?? 0;

/** The month so far, this month by days, the last months, and what other plans would cost. @throws PERMISSION_DENIED */
export const usageReport = async (ctx: MemberCtx, input: { months: number }): Promise<UsageReport> => {
  requirePermission(ctx, "usage.read");
  const { deps, tenant } = ctx;
  const now = deps.now();
  const first = monthOf(now);
  const from = new Date(Math.min(recentFrom(now).getTime(), first.getTime()));
  const [rows, monthly] = await Promise.all([
    dayCounts(deps, tenant.id, from, dayOf(now)),
    monthlyUsage(deps.db.orm, tenant.id, monthsAgo(now, input.months - 1)),
  ]);
  const soFar = await monthSoFar(ctx, rows);
  const months = Array.from({ length: input.months }, (_, index) => monthsAgo(now, input.months - 1 - index));
  return {
    ...soFar,
    months: months.map((month) => ({
      month: monthName(month),
      live: startedIn(monthly, month, "live"),
      test: startedIn(monthly, month, "test"),
      hasStatement: hasStatement(month, tenant.createdAt, now),
    })),
    days: perDay(rows, first, dayOf(now)),
    plans: offersFor(ctx, soFar.forecast),
  };
};
