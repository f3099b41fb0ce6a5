import { csvLine } from "#core/csv.ts";
import { addDays, dayOf } from "#core/day.ts";
import { limitsOf } from "#core/plan.ts";
import { type Billing, billingOf, monthAfter } from "#core/quota.ts";
import { liveUsageOf } from "#data/usage.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { type DayUsage, dayCounts, perDay } from "./day-counts.ts";

export type Statement = {
  tenantId: string;
  tenantName: string;
  month: string;
  /** False while the month runs: the numbers are those of this moment. */
  isFinal: boolean;
  billing: Billing;
  days: DayUsage[];
  csv: string;
};

const csvOf = ({ days, billing, ...head }: Omit<Statement, "csv">): string =>
  [
    csvLine(["tenant", head.tenantId, head.tenantName]),
    csvLine(["month", head.month, head.isFinal ? "final" : "so far"]),
    csvLine(["plan", billing.plan]),
    csvLine(["included", billing.included]),
    csvLine(["used", billing.used]),
    csvLine(["overage", billing.overage]),
    csvLine([`amount due (minor units, ${billing.currency})`, billing.amountDue]),
    "\r\n",
    csvLine(["day (UTC)", "live", "test"]),
    ...days.map(({ day, live, test }) => csvLine([day, live, test])),
  ].join("");

/**
 * One month's bill, by days, also as CSV. Prices are those of the tenant's plan now.
 * @param month "2026-11"
 * @throws PERMISSION_DENIED
 */
export const usageStatement = async (ctx: MemberCtx, month: string): Promise<Statement> => {
  requirePermission(ctx, "usage.read");
  const { deps, tenant } = ctx;
  const now = deps.now();
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = monthAfter(start);
  const last = end <= now ? addDays(end, -1) : dayOf(now);
  const [rows, usage] = await Promise.all([
    dayCounts(deps, tenant.id, start, last),
    liveUsageOf(deps.db.orm, [tenant.id], start),
  ]);
  const limits = limitsOf(tenant.plan, tenant.overrides);
  const statement = {
    tenantId: tenant.id,
    tenantName: tenant.name,
    month,
    isFinal: end <= now,
    billing: billingOf(tenant.plan, limits, usage.get(tenant.id) ?? 0, start, deps.settings.currency),
    days: perDay(rows, start, last),
  };
  return { ...statement, csv: csvOf(statement) };
};
