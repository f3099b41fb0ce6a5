import { permissionToMove } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { revokeInvitation as revokeRow } from "#data/invitations.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

/** Takes an open invitation back. @throws PERMISSION_DENIED, INVITATION_INVALID: there is no such open one */
export const revokeInvitation = (ctx: MemberCtx, id: string): Promise<void> => {
  requirePermission(ctx, "members.write");
  return inTransaction(ctx.deps.db, async (db) => {
    const row = await revokeRow(db, ctx.tenant.id, id, ctx.deps.now());
    if (!row) throw new ServiceError("INVITATION_INVALID", "There is no such open invitation.");
    requirePermission(ctx, permissionToMove(null, row.role));
    await recordAudit(ctx, db, { tenantId: ctx.tenant.id, action: "invitation.revoke", target: id });
  });
};
