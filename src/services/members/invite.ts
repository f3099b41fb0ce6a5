import { permissionToMove, type Role } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { countInvitations } from "#data/invitations.ts";
import { lockMembers } from "#data/memberships.ts";
import type { Ctx, MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { invitationUrlOf, newInvitation } from "./new-invitation.ts";

const MAX_OPEN = 100;

export type InviteInput = {
  role: Role;
  email?: string | undefined;
  expiresInDays?: number | undefined;
};

export type Invited = { id: string; url: string; role: Role; expiresAt: Date };

/** Invites somebody to a tenant, whoever asks for it. @throws CONFLICT: too many open invitations */
export const inviteTo = async (ctx: Ctx, tenantId: string, input: InviteInput): Promise<Invited> => {
  const { deps } = ctx;
  const { invitation, secret } = await inTransaction(deps.db, async (db) => {
    await lockMembers(db, tenantId);
    if ((await countInvitations(db, tenantId, deps.now())) >= MAX_OPEN) {
      throw new ServiceError(
        "CONFLICT",
        `There are ${MAX_OPEN} open invitations; take some of them back first.`,
      );
    }
    return newInvitation(ctx, db, {
      tenantId,
      role: input.role,
      email: input.email ?? null,
      expiresInDays: input.expiresInDays,
    });
  });
  return {
    id: invitation.id,
    url: invitationUrlOf(deps, secret),
    role: invitation.role,
    expiresAt: invitation.expiresAt,
  };
};

/**
 * Invites somebody by a link, which is shown in this answer only.
 * @throws PERMISSION_DENIED (an owner is invited by an owner), TENANT_CLOSED, CONFLICT: too many open invitations
 */
export const invite = async (ctx: MemberCtx, input: InviteInput): Promise<Invited> => {
  requirePermission(ctx, permissionToMove(null, input.role));
  return inviteTo(ctx, ctx.tenant.id, input);
};
