import type { Role } from "#core/access.ts";
import type { Ctx } from "../../context.ts";
import { type Invited, type InviteInput, inviteTo } from "../../members/invite.ts";
import { requireTenant } from "./find.ts";

export type InvitedByOperator = Invited & { email: string | null };

/**
 * Invites somebody to a tenant, an owner where no role is given. The link is in this answer only.
 * @throws TENANT_NOT_FOUND, CONFLICT: too many open invitations
 */
export const inviteByOperator = async (
  ctx: Ctx,
  tenantId: string,
  { role = "owner", ...input }: Omit<InviteInput, "role"> & { role?: Role | undefined },
): Promise<InvitedByOperator> => {
  await requireTenant(ctx, tenantId);
  const invited = await inviteTo(ctx, tenantId, { ...input, role });
  return { ...invited, email: input.email ?? null };
};
