import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { withdrawInvitation as withdrawRow } from "#data/invitations.ts";
import { recordAudit } from "../../audit/record.ts";
import type { Ctx } from "../../context.ts";
import { requireInvitationId, requireTenant } from "./find.ts";

/**
 * Withdraws an invitation, open or expired, for good.
 * @throws TENANT_NOT_FOUND, INVITATION_NOT_FOUND: unknown, another tenant's, accepted or withdrawn
 */
export const withdrawInvitation = async (
  ctx: Ctx,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<{ id: string }> => {
  const { deps } = ctx;
  await requireTenant(ctx, tenantId);
  requireInvitationId(id);
  return inTransaction(deps.db, async (db) => {
    if (!(await withdrawRow(db, tenantId, id, deps.now()))) throw new ServiceError("INVITATION_NOT_FOUND");
    await recordAudit(ctx, db, { tenantId, action: "invitation.revoke", target: id });
    return { id };
  });
};
