import { addDays, dayOf } from "#core/day.ts";
import { forecastMonth } from "#core/forecast.ts";
import { limitsOf } from "#core/plan.ts";
import { type Billing, billingOf, monthOf } from "#core/quota.ts";
import { liveUsageOf } from "#data/usage.ts";
import type { MemberCtx } from "../context.ts";
import { type DayCounts, sumCounts } from "./day-counts.ts";

const RECENT_DAYS = 7;

export type MonthSoFar = {
  billing: Billing;
  /** What the month will come to at this pace. */
  forecast: number;
};

/** Where a report needs to begin for the forecast: a week of whole days before today. */
export const recentFrom = (now: Date): Date => addDays(dayOf(now), -RECENT_DAYS);

// Days before the tenant's first say nothing about its pace.
const recentPerDay = ({ tenant, deps }: MemberCtx, rows: readonly DayCounts[]): number | null => {
  const today = dayOf(deps.now());
  const from = Math.max(recentFrom(deps.now()).getTime(), dayOf(tenant.createdAt).getTime());
  const days = Math.round((today.getTime() - from) / 86_400_000);
  if (days < 1) return null;
  const isRecent = ({ day, mode }: DayCounts): boolean =>
    mode === "live" && day.getTime() >= from && day < today;
  return sumCounts(rows, isRecent).started / days;
};

/** @param rows at least since `recentFrom` */
export const monthSoFar = async (ctx: MemberCtx, rows: readonly DayCounts[]): Promise<MonthSoFar> => {
  const { deps, tenant } = ctx;
  const now = deps.now();
  const used = (await liveUsageOf(deps.db.orm, [tenant.id], monthOf(now))).get(tenant.id) ?? 0;
  const limits = limitsOf(tenant.plan, tenant.overrides);
  return {
    billing: billingOf(tenant.plan, limits, used, now, deps.settings.currency),
    forecast: forecastMonth(used, recentPerDay(ctx, rows), now),
  };
};
