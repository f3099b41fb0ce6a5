import { limitsOf, type PlanLimits, type PlanName } from "#core/plan.ts";
import type { Tenant } from "#core/tenant.ts";
import { planBefore, pricesBefore } from "#data/plan-history.ts";
import type { Deps } from "../context.ts";

/** What a month is billed by. */
export type Terms = { plan: PlanName; limits: PlanLimits; currency: string; isAssumed: boolean };

export const presentTerms = ({ settings }: Deps, { plan, overrides }: Tenant): Terms => ({
  plan,
  limits: limitsOf(plan, overrides),
  currency: settings.currency,
  isAssumed: false,
});

/** The terms with which a month ended: of a plan that was changed in its course, the last. */
export const termsAtEnd = async (deps: Deps, tenant: Tenant, end: Date): Promise<Terms> => {
  const db = deps.db.orm;
  const [recorded, prices] = await Promise.all([planBefore(db, tenant.id, end), pricesBefore(db, end)]);
  // Only a row that was written past the services has no history at all.
  const { plan, overrides } = recorded ?? tenant;
  return {
    plan,
    limits: limitsOf(plan, overrides, prices?.plans),
    currency: prices?.currency ?? deps.settings.currency,
    isAssumed: !recorded || !prices || recorded.recordedAt >= end || prices.validFrom >= end,
  };
};
