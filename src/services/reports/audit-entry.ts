import { mayDo } from "#core/access/permissions.ts";
import { isId } from "#core/ids.ts";
import { sealedAddressOf } from "#data/members/invitations.ts";
import { auditEntry } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { openEmail } from "#services/members/members.ts";

type EntryShown = Awaited<ReturnType<typeof auditEntry>> & {
  /** The address that an entry's invitation is for; null: none, since deleted, or the reader may not see members. */
  invitedEmail: string | null;
};

const invitedEmailOf = async ({ deps, tenant, role }: MemberCtx, target: string): Promise<string | null> => {
  if (!isId("invitation", target) || !mayDo(role, "members.read")) return null;
  return openEmail(deps, await sealedAddressOf(deps.db.orm, tenant.id, target), target);
};

/**
 * One entry of the audit trail for its page, with the address of an invitation. The trail itself never holds the address, so lists
 * and exports do not have it.
 * @throws PERMISSION_DENIED, NOT_FOUND: absent or another tenant's, all alike
 */
export const shownAuditEntry = async (ctx: MemberCtx, input: { entryId: string }): Promise<EntryShown> => {
  const entry = await auditEntry(ctx, input);
  return { ...entry, invitedEmail: await invitedEmailOf(ctx, entry.target) };
};
