import type { Role } from "#core/access/permissions.ts";
import { insertMembership } from "#data/members/members.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";

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

type Admitted = { issuer: string; subject: string; name: string; email?: string; role: Role };

/** Makes a person of an identity provider a member. Those who are members already keep their role. */
export const admit = async (deps: Deps, tenantId: string, { role, ...person }: Admitted) => {
  const member = await signIn(systemCtx(deps), { email: null, ...person });
  await insertMembership(
    deps.db.orm,
    { tenantId, memberId: member.id, role, consent: "made_up" },
    deps.now(),
  );
  return member;
};
