import { limitsOf } from "#core/plan.ts";
import { type Billing, billingOf, monthOf } from "#core/quota.ts";
import type { Tenant } from "#core/tenant.ts";
import { liveUsageOf } from "#data/usage.ts";
import type { Deps } from "../context.ts";

export type TenantRow = { id: string; name: string; isActive: boolean; billing: Billing };

/** Tenants as the admin sees them, with the month's bill so far. */
export const tenantRows = async (deps: Deps, tenants: readonly Tenant[]): Promise<TenantRow[]> => {
  const now = deps.now();
  const used = await liveUsageOf(
    deps.db.orm,
    tenants.map((tenant) => tenant.id),
    monthOf(now),
  );
  return tenants.map((tenant) => ({
    id: tenant.id,
    name: tenant.name,
    isActive: tenant.isActive,
    billing: billingOf(
      tenant.plan,
      limitsOf(tenant.plan, tenant.overrides),
      used.get(tenant.id) ?? 0,
      now,
      deps.settings.currency,
    ),
  }));
};
