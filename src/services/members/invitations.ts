import type { Invite } from "#contracts/console/members.ts";
import { permissionToMove, type Role } from "#core/access/permissions.ts";
import { addDays } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { canonicalEmail, INVITATION_DAYS } from "#core/member.ts";
import {
  countInvitations,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  renewInvitation as renewRow,
  revokeInvitation as revokeRow,
} from "#data/members/invitations.ts";
import { inTenantTransaction, listMembers } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { withdrawMails } from "#data/service/mail.ts";
import { actorName } from "#services/actor.ts";
import { recordAudit, recordOwnAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";
import { type InvitationMail, mailInvitation } from "./invitation-mail.ts";
import { emailHashOf, openEmail, sealEmail } from "./members.ts";

const SECRET_BYTES = 32;

/** After the "#", a secret reaches no server log and no Referer (RFC 9110 §10.1.3); the page submits it. */
const invitationUrlOf = ({ settings }: Ctx["deps"], secret: string): string =>
  `${settings.publicUrl}/console/invitation#${secret}`;

type NewInvitation = {
  tenantId: string;
  role: Role;
  /** Only this person can accept; null: anyone with the link can. */
  email: string | null;
  expiresInDays?: number | undefined;
};

/** A link's secret, and the stored part: a hash and the expiry. */
const newLink = ({ deps }: Ctx, days: number = INVITATION_DAYS.default) => {
  const secret = `vi_${Buffer.from(deps.random(SECRET_BYTES)).toString("base64url")}`;
  return { secret, secretHash: hashOf(deps, secret), expiresAt: addDays(deps.now(), days) };
};

/** Creates an invitation in the caller's transaction, and queues its e-mail. The link is in this answer and that mail only. */
export const newInvitation = async (
  ctx: Ctx,
  db: Db,
  { tenantId, role, email, expiresInDays }: NewInvitation,
): Promise<{ invitation: InvitationRow; url: string; mail: InvitationMail }> => {
  const { deps } = ctx;
  const id = newId(deps, "invitation");
  const { secret, ...link } = newLink(ctx, expiresInDays);
  const invitation = await insertInvitation(db, {
    id,
    tenantId,
    role,
    ...link,
    emailSealed: email === null ? null : sealEmail(deps, email, id),
    emailHash: email === null ? null : emailHashOf(deps, email),
    invitedBy: actorName(ctx.actor),
    createdAt: deps.now(),
  });
  await recordAudit(ctx, db, { tenantId, action: "invitation.create", target: id, changes: { role } });
  const url = invitationUrlOf(deps, secret);
  return { invitation, url, mail: await mailInvitation(ctx, db, { ...invitation, email, url }) };
};

const MAX_OPEN = 100;

/** An invitation with its link, and the address that it is for. */
export type Invited = {
  id: string;
  url: string;
  role: Role;
  email: string | null;
  expiresAt: Date;
  mail: InvitationMail;
};

// Otherwise only the member who trusted it would notice a link that changes nothing, or a second one.
const requireUse = async ({ deps }: Ctx, db: Db, tenantId: string, email: string): Promise<void> => {
  const address = canonicalEmail(email);
  const isFor = (sealed: string | null, ownerId: string): boolean =>
    canonicalEmail(openEmail(deps, sealed, ownerId) ?? "") === address;
  const member = (await listMembers(db, tenantId)).find((row) => isFor(row.emailSealed, row.id));
  if (member) {
    throw new ServiceError(
      "CONFLICT",
      `${member.name} has this address and is a member already: change their role instead.`,
    );
  }
  const open = await listInvitations(db, tenantId, deps.now());
  if (open.some((row) => isFor(row.emailSealed, row.id))) {
    throw new ServiceError(
      "CONFLICT",
      "There is an open invitation for this address already. Revoke it before you make another.",
    );
  }
};

/**
 * Invites a person to a tenant, without a permission check.
 * @throws CONFLICT: too many open invitations, the address is a member's, or has an open invitation
 */
export const inviteTo = async (ctx: Ctx, tenantId: string, input: Invite): Promise<Invited> => {
  const { deps } = ctx;
  const { invitation, url, mail } = await inTenantTransaction(deps.db, tenantId, async (db) => {
    if ((await countInvitations(db, tenantId, deps.now())) >= MAX_OPEN) {
      throw new ServiceError("CONFLICT", `There are ${MAX_OPEN} open invitations. Revoke some first.`);
    }
    if (input.email !== undefined) await requireUse(ctx, db, tenantId, input.email);
    return newInvitation(ctx, db, { ...input, tenantId, email: input.email ?? null });
  });
  const { id, role, expiresAt } = invitation;
  return { id, url, role, email: input.email ?? null, expiresAt, mail };
};

type Renewal = { tenantId: string; id: string; expiresInDays?: number | undefined };

/**
 * Gives an invitation, even an expired one, a new link and expiry, and sends it again where it names an address; the
 * previous link stops working. No permission check, and the tenant's row is held until the transaction ends.
 * @param mayRenew throws where the caller may not renew an invitation for this role
 * @returns null: unknown, another tenant's, accepted or withdrawn
 */
export const renewIn = async (
  ctx: Ctx,
  { tenantId, id, expiresInDays }: Renewal,
  mayRenew: (role: Role) => void = () => {},
): Promise<Invited | null> => {
  const { deps } = ctx;
  const { secret, ...link } = newLink(ctx, expiresInDays);
  return inTenantTransaction(deps.db, tenantId, async (db) => {
    const row = await renewRow(db, tenantId, id, link);
    if (!row) return null;
    const { role, expiresAt, emailSealed } = row;
    mayRenew(role);
    await recordAudit(ctx, db, { tenantId, action: "invitation.renew", target: id, changes: { role } });
    const email = openEmail(deps, emailSealed, id);
    const url = invitationUrlOf(deps, secret);
    const mail = await mailInvitation(ctx, db, { ...row, email, url });
    return { id, url, role, email, expiresAt, mail };
  });
};

/**
 * Sends an invitation again, with a new link and expiry; the previous link stops working.
 * @throws PERMISSION_DENIED (only an owner renews an owner's), TENANT_CLOSED; INVITATION_INVALID: there is no such
 * invitation
 */
export const renewInvitation = async (
  ctx: MemberCtx,
  { invitationId, expiresInDays }: { invitationId: string; expiresInDays?: number | undefined },
): Promise<Invited> => {
  requirePermission(ctx, "members.write");
  const renewal = { tenantId: ctx.tenant.id, id: invitationId, expiresInDays };
  const renewed = await renewIn(ctx, renewal, (role) => requirePermission(ctx, permissionToMove(null, role)));
  if (!renewed) throw new ServiceError("INVITATION_INVALID", "There is no such open invitation.");
  return renewed;
};

/**
 * Invites a person by a link, which is in this answer and, where it names an address, in an e-mail to it.
 * @throws PERMISSION_DENIED (only an owner invites an owner), TENANT_CLOSED, CONFLICT as `inviteTo`
 */
export const invite = async (ctx: MemberCtx, input: Invite): Promise<Invited> => {
  requirePermission(ctx, permissionToMove(null, input.role));
  return inviteTo(ctx, ctx.tenant.id, input);
};

/**
 * Revokes an open invitation. @throws PERMISSION_DENIED, INVITATION_INVALID: there is no such open invitation
 */
export const revokeInvitation = (ctx: MemberCtx, id: string): Promise<void> => {
  requirePermission(ctx, "members.write");
  return inTransaction(ctx.deps.db, async (db) => {
    const row = await revokeRow(db, ctx.tenant.id, id, ctx.deps.now());
    if (!row) throw new ServiceError("INVITATION_INVALID", "There is no such open invitation.");
    requirePermission(ctx, permissionToMove(null, row.role));
    await withdrawMails(db, id, ctx.deps.now());
    await recordOwnAudit(ctx, db, { action: "invitation.revoke", target: id });
  });
};
