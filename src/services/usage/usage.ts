import {
  limitsOf,
  type PlanLimits,
  type PlanName,
  type PlanTable,
  RATE_WINDOW_SECONDS,
} from "#core/billing/plan.ts";
import {
  type Billing,
  billingOf,
  ceilingOf,
  forecastMonth,
  monthOf,
  type Quota,
  quotaOf,
} from "#core/billing/quota.ts";
import { hasStatement } from "#core/billing/statement.ts";
import { addDays, DAY_MS, dayName, dayOf, daysBetween, firstIdAt, monthName } from "#core/day.ts";
import { required } from "#core/errors.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import { liveUsageOf, monthlyUsage } from "#data/tenants/usage.ts";
import {
  claimUncountedTenants,
  countDay,
  type DayCounts,
  type DayIds,
  firstStartFrom,
  keepHours,
  readDays,
  rolledThrough,
  setRolledThrough,
  writeDay,
} from "#data/verifications/verification-days.ts";
import { type Deps, fromReplica, type MemberCtx, type TenantCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { plansNow } from "./prices.ts";

// A verification lives 24 hours at most, so the day after its own is the last on which it can end.
const ENDED_AFTER_DAYS = 2;

/** The last day whose verifications have all ended. */
const lastEndedDay = (now: Date): Date => addDays(dayOf(now), -ENDED_AFTER_DAYS);

const idsOfDay = (day: Date): DayIds => ({
  day,
  fromId: firstIdAt("verification", day),
  beforeId: firstIdAt("verification", addDays(day, 1)),
});

/**
 * Counts a tenant's ended days once, so that reports need not read millions of verifications.
 * @param maxDays the most days with verifications to count
 * @returns the last counted day; null: none
 */
export const rollDays = async (deps: Deps, tenantId: string, maxDays: number): Promise<Date | null> => {
  const db = deps.db.orm;
  const now = deps.now();
  const last = lastEndedDay(now);
  let through = await rolledThrough(db, tenantId);
  for (let done = 0; done < maxDays && (through === null || through < last); done += 1) {
    const from = through === null ? "ver_" : firstIdAt("verification", addDays(through, 1));
    const next = await firstStartFrom(db, tenantId, from);
    const day = next && dayOf(next) <= last ? dayOf(next) : null;
    if (day) await writeDay(deps.db, tenantId, idsOfDay(day), now);
    through = day ?? last;
    await setRolledThrough(db, tenantId, through);
  }
  return through;
};

/**
 * Counts some ended days of some tenants. @returns how many tenants were looked at; none: everything is
 * counted
 */
export const rollAllDays = async (deps: Deps, tenants: number, daysEach: number): Promise<number> => {
  const found = await claimUncountedTenants(deps.db.orm, lastEndedDay(deps.now()), tenants);
  for (const { id } of found) await rollDays(deps, id, daysEach);
  return found.length;
};

export type { DayCounts } from "#data/verifications/verification-days.ts";

export type Counts = Omit<DayCounts, "day" | "mode" | "method">;

// The most days that a page counts when the worker has not.
const ROLL_DAYS = 40;

export const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * Counts what has ended and was not counted yet, whole days and then hours of the last two: before a report, on the
 * database and never on its replica, which takes no writes.
 */
export const rollForReport = async (deps: Deps, tenantId: string): Promise<void> => {
  await rollDays(deps, tenantId, ROLL_DAYS);
  const now = deps.now();
  const open = daysBetween(addDays(lastEndedDay(now), 1), dayOf(now));
  await Promise.all(open.map((day) => keepHours(deps.db, tenantId, day, now)));
};

/** The results of the verifications started from one day through another; today's as of now. */
export const dayCounts = async (deps: Deps, tenantId: string, from: Date, through: Date) => {
  // What this database itself says: a replica may lack the last days' counts but have their verifications.
  const rolled = await rolledThrough(deps.db.orm, tenantId);
  const openFrom = rolled === null ? dayOf(from) : later(dayOf(from), addDays(rolled, 1));
  const now = deps.now();
  const last = through < now ? through : now;
  const [ended, open] = await Promise.all([
    rolled === null ? [] : readDays(deps.db.orm, tenantId, dayOf(from), rolled < through ? rolled : through),
    Promise.all(daysBetween(openFrom, last).map((day) => countDay(deps.db, tenantId, day, now))),
  ]);
  return [...ended, ...open.flat()];
};

const COUNTS = ["started", "opened", "tried", "approved", "rejected", "failed", "expired"] as const;
const NONE: Counts = { started: 0, opened: 0, tried: 0, approved: 0, rejected: 0, failed: 0, expired: 0 };

/** The sum of the rows, or of those that match. */
export const sumCounts = <Row extends Counts>(
  rows: readonly Row[],
  matches: (row: Row) => boolean = () => true,
): Counts => {
  const sum = { ...NONE };
  for (const row of rows) if (matches(row)) for (const count of COUNTS) sum[count] += row[count];
  return sum;
};

export type DayUsage = { day: string; live: number; test: number; byMethod: Record<string, number> };

const methodsOf = (rows: readonly DayCounts[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { method, started } of rows) if (method !== "") sums[method] = (sums[method] ?? 0) + started;
  return sums;
};

const startedIn = (rows: readonly DayCounts[], mode: Mode): number =>
  sumCounts(rows, (row) => row.mode === mode).started;

/** One line for every day, also for those without any; `byMethod` counts live ones that a method has ended. */
export const perDay = (rows: readonly DayCounts[], from: Date, through: Date): DayUsage[] => {
  const byDay = Map.groupBy(rows, ({ day }) => day.getTime());
  return daysBetween(from, through).map((day) => {
    const ofDay = byDay.get(day.getTime()) ?? [];
    return {
      day: dayName(day),
      live: startedIn(ofDay, "live"),
      test: startedIn(ofDay, "test"),
      byMethod: methodsOf(ofDay.filter(({ mode }) => mode === "live")),
    };
  });
};

const RECENT_DAYS = 7;

export type MonthSoFar = {
  billing: Billing;
  quota: Quota;
  /** The month's total at this pace. */
  forecast: number;
};

/** Where a report needs to begin for the forecast: a week of whole days before today. */
const recentFrom = (now: Date): Date => addDays(dayOf(now), -RECENT_DAYS);

// Days before the tenant's first say nothing about its pace.
const recentPerDay = ({ tenant, deps }: MemberCtx, rows: readonly DayCounts[]): number | null => {
  const today = dayOf(deps.now());
  const from = Math.max(recentFrom(deps.now()).getTime(), dayOf(tenant.createdAt).getTime());
  const days = Math.round((today.getTime() - from) / DAY_MS);
  if (days < 1) return null;
  const isRecent = ({ day, mode }: DayCounts): boolean =>
    mode === "live" && day.getTime() >= from && day < today;
  return sumCounts(rows, isRecent).started / days;
};

/** Tenants, each with the month's bill so far and how much the month still admits: for themselves, the console and the operator. */
export const withBilling = async <Billed extends Pick<Tenant, "id" | "plan" | "overrides">>(
  deps: Deps,
  tenants: readonly Billed[],
): Promise<(Billed & { billing: Billing; quota: Quota })[]> => {
  const now = deps.now();
  const ids = tenants.map(({ id }) => id);
  const [used, plans] = await Promise.all([liveUsageOf(deps.db.orm, ids, monthOf(now)), plansNow(deps)]);
  return tenants.map((tenant) => {
    const { id, plan, overrides } = tenant;
    const limits = limitsOf(plan, overrides, plans);
    const live = used.get(id) ?? 0;
    const billing = billingOf(plan, limits, live, now, deps.settings.currency);
    return { ...tenant, billing, quota: quotaOf(limits, live) };
  });
};

const billingNow = async ({ deps, tenant }: Pick<TenantCtx, "deps" | "tenant">) => {
  const [billed] = await withBilling(deps, [tenant]);
  const { billing, quota } = required(billed ?? null, "TENANT_NOT_FOUND");
  return { billing, quota };
};

/** @param rows at least since `recentFrom` */
export const monthSoFar = async (ctx: MemberCtx, rows: readonly DayCounts[]): Promise<MonthSoFar> => {
  const { billing, quota } = await billingNow(ctx);
  return { billing, quota, forecast: forecastMonth(billing.used, recentPerDay(ctx, rows), ctx.deps.now()) };
};

/** A tenant's month so far and its limits. */
export const usageNow = async (ctx: TenantCtx) => {
  const { deps, tenant } = ctx;
  const month = monthOf(deps.now());
  const [{ billing }, monthly] = await Promise.all([
    billingNow(ctx),
    monthlyUsage(deps.db.orm, tenant.id, month),
  ]);
  const limits = limitsOf(tenant.plan, tenant.overrides);
  return {
    billing,
    rateLimit: { limit: limits.rateLimitPerMinute, windowSeconds: RATE_WINDOW_SECONDS },
    test: { used: startedInMonth(monthly, month, "test"), cap: ceilingOf(limits, "test") },
  };
};

type PlanOffer = {
  plan: PlanName;
  isCurrent: boolean;
  limits: PlanLimits;
  /** The price of the forecast month, in minor units; null: it exceeds the plan. */
  amountAtForecast: number | null;
};

type UsageReport = MonthSoFar & {
  /** `hasStatement`: the tenant existed. */
  months: { month: string; live: number; test: number; hasStatement: boolean }[];
  days: DayUsage[];
  plans: PlanOffer[];
};

const offersFor = ({ tenant, deps }: MemberCtx, plans: PlanTable, forecast: number): PlanOffer[] =>
  Object.entries(plans).flatMap(([name]) => {
    const plan = name === "growth" || name === "scale" ? name : "free";
    const isCurrent = plan === tenant.plan;
    // The tenant's overrides apply to its own plan only.
    const limits = isCurrent ? limitsOf(plan, tenant.overrides, plans) : plans[plan];
    const { amountDue } = billingOf(plan, limits, forecast, deps.now(), deps.settings.currency);
    return [
      { plan, isCurrent, limits, amountAtForecast: forecast > ceilingOf(limits, "live") ? null : amountDue },
    ];
  });

const monthsAgo = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));

const startedInMonth = (
  rows: readonly { month: Date; mode: Mode; started: number }[],
  month: Date,
  mode: Mode,
): number => rows.find((row) => row.mode === mode && row.month.getTime() === month.getTime())?.started ?? 0;

/** The month so far, this month by days, the last months, and what other plans would cost. @throws PERMISSION_DENIED */
export const usageReport = async (ctx: MemberCtx, input: { months: number }): Promise<UsageReport> => {
  requirePermission(ctx, "usage.read");
  await rollForReport(ctx.deps, ctx.tenant.id);
  return fromReplica(ctx, (reading) => reportOf(reading, input));
};

const reportOf = async (ctx: MemberCtx, input: { months: number }): Promise<UsageReport> => {
  const { deps, tenant } = ctx;
  const now = deps.now();
  const first = monthOf(now);
  const from = new Date(Math.min(recentFrom(now).getTime(), first.getTime()));
  const [rows, monthly, plans] = await Promise.all([
    dayCounts(deps, tenant.id, from, dayOf(now)),
    monthlyUsage(deps.db.orm, tenant.id, monthsAgo(now, input.months - 1)),
    plansNow(deps),
  ]);
  const soFar = await monthSoFar(ctx, rows);
  const months = Array.from({ length: input.months }, (_, index) => monthsAgo(now, input.months - 1 - index));
  return {
    ...soFar,
    months: months.map((month) => ({
      month: monthName(month),
      live: startedInMonth(monthly, month, "live"),
      test: startedInMonth(monthly, month, "test"),
      hasStatement: hasStatement(month, tenant.createdAt, now),
    })),
    days: perDay(rows, first, dayOf(now)),
    plans: offersFor(ctx, plans, soFar.forecast),
  };
};
