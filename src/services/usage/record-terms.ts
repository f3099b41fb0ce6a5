import { isDeepStrictEqual } from "node:util";
import { PLANS } from "#core/plan.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Db } from "#data/client.ts";
import { addPriceList, addTenantPlan, latestPrices } from "#data/plan-history.ts";
import type { Deps } from "../context.ts";

/** Notes this release's plans and this deployment's currency, where they differ from those noted last. */
export const recordPrices = async (deps: Deps, db: Db): Promise<void> => {
  const { currency } = deps.settings;
  const latest = await latestPrices(db);
  if (latest && latest.currency === currency && isDeepStrictEqual(latest.plans, PLANS)) return;
  await addPriceList(db, { validFrom: deps.now(), currency, plans: PLANS });
};

/**
 * Notes what plan and own numbers a tenant has from now on. It belongs into the transaction that changes them, behind
 * the change: the tenant's row is locked then, so that the order of the notes is that of the changes.
 */
export const recordPlan = async (
  deps: Deps,
  db: Db,
  tenant: Pick<Tenant, "id" | "plan" | "overrides">,
): Promise<void> => {
  await recordPrices(deps, db);
  await addTenantPlan(db, tenant, deps.now());
};
