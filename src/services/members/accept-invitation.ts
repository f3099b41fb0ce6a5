import type { Role } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { type Db, inTransaction } from "#data/client.ts";
import {
  acceptInvitation as acceptRow,
  findInvitationBySecret,
  type InvitationRow,
} from "#data/invitations.ts";
import { insertMembership } from "#data/memberships.ts";
import { recordAudit } from "../audit/record.ts";
import type { PersonCtx } from "../context.ts";
import { isInvitationSecret } from "./new-invitation.ts";

export type InvitationView = { tenantId: string; tenantName: string; role: Role; expiresAt: Date };

const isFor = (invitation: InvitationRow, { emailHash }: PersonCtx): boolean =>
  invitation.emailHash === null ||
  (emailHash !== null && Buffer.from(invitation.emailHash).equals(Buffer.from(emailHash)));

// Unknown, used, expired, taken back or somebody else's: one answer, so a link tells a stranger nothing.
const findOpen = async (ctx: PersonCtx, db: Db, secret: string) => {
  const { secrets, now } = ctx.deps;
  const found = isInvitationSecret(secret)
    ? await findInvitationBySecret(db, new Uint8Array(secrets.hash(secret)))
    : null;
  const isOpen =
    found &&
    found.acceptedAt === null &&
    found.revokedAt === null &&
    found.expiresAt.getTime() > now().getTime();
  if (!isOpen || !isFor(found, ctx)) throw new ServiceError("INVITATION_INVALID");
  return found;
};

/** What a link invites to, before it is accepted. @throws INVITATION_INVALID */
export const viewInvitation = async (ctx: PersonCtx, secret: string): Promise<InvitationView> => {
  const { tenantId, tenant, role, expiresAt } = await findOpen(ctx, ctx.deps.db.orm, secret);
  return { tenantId, tenantName: tenant.name, role, expiresAt };
};

/** Makes the person a member by an open invitation, once; in the caller's transaction. */
export const accept = async (
  ctx: PersonCtx,
  db: Db,
  { id, tenantId, role }: Pick<InvitationRow, "id" | "tenantId" | "role">,
): Promise<void> => {
  const now = ctx.deps.now();
  if (!(await acceptRow(db, id, ctx.member.id, now))) throw new ServiceError("INVITATION_INVALID");
  // Who is a member already keeps their role: an invitation takes nothing away.
  const isNew = await insertMembership(db, { tenantId, memberId: ctx.member.id, role }, now);
  await recordAudit(ctx, db, {
    tenantId,
    action: "invitation.accept",
    target: id,
    changes: { role, member: ctx.member.id, isNew },
  });
};

/** Accepts the invitation behind a link. @throws INVITATION_INVALID; nothing was written then */
export const acceptInvitation = (ctx: PersonCtx, secret: string): Promise<InvitationView> =>
  inTransaction(ctx.deps.db, async (db) => {
    const { id, tenantId, tenant, role, expiresAt } = await findOpen(ctx, db, secret);
    await accept(ctx, db, { id, tenantId, role });
    return { tenantId, tenantName: tenant.name, role, expiresAt };
  });
