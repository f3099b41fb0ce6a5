import { findTenant } from "#data/tenants/tenants.ts";
import { systemCtx } from "#runtime.ts";
import type { Deps, MemberCtx } from "#services/context.ts";

/**
 * Acts in a tenant with an owner's permissions where nobody signed in: seeds, benchmarks and tests. The audit trail
 * says `system`.
 * @throws Error when there is no such tenant
 */
export const ownerCtx = async (deps: Deps, tenantId: string): Promise<MemberCtx> => {
  const tenant = await findTenant(deps.db.orm, tenantId);
  if (!tenant) throw new Error(`There is no tenant ${tenantId}.`);
  return { ...systemCtx(deps), tenant, role: "owner", member: { id: "mem_system", name: "System" } };
};
