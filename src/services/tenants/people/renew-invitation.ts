import { ServiceError } from "#core/errors.ts";
import { inTransaction } from "#data/client.ts";
import { renewInvitation as renewRow } from "#data/invitations.ts";
import { recordAudit } from "../../audit/record.ts";
import type { Ctx } from "../../context.ts";
import { invitationUrlOf, newLink } from "../../members/new-invitation.ts";
import { openEmail } from "../../members/person.ts";
import { requireInvitationId, requireTenant } from "./find.ts";
import type { InvitedByOperator } from "./invite.ts";

/**
 * Gives an invitation another link and expiry, also an expired one; the link before finds nothing any more.
 * @param expiresInDays from now; the usual time where absent
 * @throws TENANT_NOT_FOUND, INVITATION_NOT_FOUND: unknown, another tenant's, accepted or withdrawn
 */
export const renewInvitation = async (
  ctx: Ctx,
  { tenantId, id, expiresInDays }: { tenantId: string; id: string; expiresInDays?: number | undefined },
): Promise<InvitedByOperator> => {
  const { deps } = ctx;
  await requireTenant(ctx, tenantId);
  requireInvitationId(id);
  const { secret, ...link } = newLink(ctx, expiresInDays);
  return inTransaction(deps.db, async (db) => {
    const row = await renewRow(db, tenantId, id, link);
    if (!row) throw new ServiceError("INVITATION_NOT_FOUND");
    const { role, expiresAt, emailSealed } = row;
    await recordAudit(ctx, db, { tenantId, action: "invitation.renew", target: id, changes: { role } });
    return {
      id,
      url: invitationUrlOf(deps, secret),
      role,
      email: openEmail(deps, emailSealed, id),
      expiresAt,
    };
  });
};
