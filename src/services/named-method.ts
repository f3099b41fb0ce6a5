import { ServiceError } from "#core/errors.ts";
import type { Db } from "#data/service/client.ts";
import { findPolicy } from "#data/tenants/policies.ts";
import { findTenant } from "#data/tenants/tenants.ts";

/**
 * Whether the tenant's settings or its policy name a method: as they are stored, which a cached tenant is not for some seconds.
 * Called in the transaction that takes the method away, after `lockMembers`: until it ends, neither can be changed.
 */
export const isMethodNamed = async (db: Db, tenantId: string, method: string): Promise<boolean> => {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) return false;
  const policy = tenant.policyId === null ? null : await findPolicy(db, tenantId, tenant.policyId);
  return (
    tenant.methods.includes(method) || JSON.stringify(policy?.policy ?? {}).includes(JSON.stringify(method))
  );
};

/** @throws CONFLICT: what names it has to let it go first */
export const refuseNamed = (method: string): never => {
  throw new ServiceError("CONFLICT", `The settings or the policy name ${method}. Take it out there first.`);
};
