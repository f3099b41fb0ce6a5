import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { findTenant } from "#data/tenants.ts";
import type { Ctx } from "../../context.ts";

/** A closed tenant is one too: the operator can give it an owner. @throws TENANT_NOT_FOUND */
export const requireTenant = async ({ deps }: Ctx, id: string): Promise<void> => {
  const tenant = isId("tenant", id) ? await findTenant(deps.db.orm, id) : null;
  if (!tenant) throw new ServiceError("TENANT_NOT_FOUND");
};

/** @throws INVITATION_NOT_FOUND for what cannot be an invitation's id */
export const requireInvitationId = (id: string): void => {
  if (!isId("invitation", id)) throw new ServiceError("INVITATION_NOT_FOUND");
};
