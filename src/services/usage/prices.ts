import { limitsOf, PLANS, type PlanLimits, type PlanTable } from "#core/billing/plan.ts";
import { type PlanPriceTable, readPrices, withPrices } from "#core/billing/prices.ts";
import type { Tenant } from "#core/tenant.ts";
import { planPricesBefore } from "#data/operator/plan-changes.ts";
import type { Db } from "#data/service/client.ts";
import type { Deps } from "#services/context.ts";

/** The prices that an operator set and that were valid before a moment; null: none were, and plans cost nothing. */
export const pricesAt = async (db: Db, before: Date): Promise<PlanPriceTable | null> => {
  const row = await planPricesBefore(db, before);
  return row && readPrices(row.prices);
};

/** The numbers of all plans now, with the operator's prices. */
export const plansNow = async ({ db, now }: Pick<Deps, "db" | "now">): Promise<PlanTable> =>
  // The prices that begin in this very moment count.
  withPrices(PLANS, await pricesAt(db.orm, new Date(now().getTime() + 1)));

/** A tenant's numbers now, with prices. Where only quotas count, `limitsOf` alone has them. */
export const pricedLimits = async (
  deps: Pick<Deps, "db" | "now">,
  { plan, overrides }: Pick<Tenant, "plan" | "overrides">,
): Promise<PlanLimits> => limitsOf(plan, overrides, await plansNow(deps));
