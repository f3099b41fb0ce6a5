import type { ChangeMember } from "#contracts/console/operator.ts";
import type { InviteBody } from "#contracts/public/members.ts";
import type { Role } from "#core/access/permissions.ts";
import { required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { MemberOfTenant } from "#core/member.ts";
import {
  countOwnerInvitations,
  pageOfInvitations,
  withdrawInvitation as withdrawRow,
} from "#data/members/invitations.ts";
import {
  countOwners,
  deleteMember,
  findMemberOf,
  inTenantTransaction,
  listMembers,
  lockedMemberships,
} from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { withdrawMails } from "#data/service/mail.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx } from "#services/context.ts";
import { type Invited, inviteTo, renewIn } from "#services/members/invitations.ts";
import { shownInvitation, shownMember, writeMove } from "#services/members/members.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requireAsSeen } from "#services/seen.ts";
import { refuseDeleted } from "./deletion.ts";
import { requireTenant } from "./tenants.ts";

/** @throws INVITATION_NOT_FOUND for anything that is not an invitation's id */
const requireInvitationId = (id: string): void => {
  if (!isId("invitation", id)) throw new ServiceError("INVITATION_NOT_FOUND");
};

/**
 * Invites a person to a tenant, as an owner unless another role is given. The link is only in this answer.
 * @throws TENANT_NOT_FOUND, CONFLICT as `inviteTo`
 */
export const inviteByOperator = async (
  ctx: Ctx,
  tenantId: string,
  { role = "owner", ...input }: InviteBody,
): Promise<Invited> => {
  await requireTenant(ctx, tenantId);
  await refuseDeleted(ctx.deps.db.orm, tenantId);
  return inviteTo(ctx, tenantId, { ...input, role });
};

/** The tenant's members as the operator sees them, oldest first. @throws TENANT_NOT_FOUND */
export const membersOf = async (ctx: Ctx, tenantId: string): Promise<MemberOfTenant[]> => {
  await requireTenant(ctx, tenantId);
  const rows = await listMembers(ctx.deps.db.orm, tenantId);
  return rows.map((row) => shownMember(ctx.deps, row));
};

/** A page of the invitations that can be accepted or renewed, newest first. @throws TENANT_NOT_FOUND */
export const invitationsOf = async (ctx: Ctx, tenantId: string, { limit, cursor }: PageInput) => {
  const { deps } = ctx;
  await requireTenant(ctx, tenantId);
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    pageOfInvitations(deps.db.orm, tenantId, rows, cursor),
  );
  return {
    invitations: page.map((row) => ({
      ...shownInvitation(deps, row),
      isOpen: row.expiresAt.getTime() > deps.now().getTime(),
    })),
    nextCursor,
  };
};

type Target = { tenantId: string; memberId: string };

// The operator can replace a last owner who is gone, but only once the next one is invited.
const requireWayToAnOwner = async (ctx: Ctx, db: Db, tenantId: string): Promise<void> => {
  if ((await countOwners(db, tenantId)) > 1) return;
  if ((await countOwnerInvitations(db, tenantId, ctx.deps.now())) > 0) return;
  throw new ServiceError(
    "LAST_OWNER",
    `This is the last owner of ${tenantId}. Invite another owner first: POST /admin/tenants/${tenantId}/invitations.`,
  );
};

const move = async (
  ctx: Ctx,
  { tenantId, memberId }: Target,
  to: Role | null,
  seen?: ChangeMember["seen"],
): Promise<MemberOfTenant> => {
  await requireTenant(ctx, tenantId);
  return inTenantTransaction(ctx.deps.db, tenantId, async (db) => {
    const known = isId("member", memberId) ? await findMemberOf(db, tenantId, memberId) : null;
    const found = required(known, "MEMBER_NOT_FOUND");
    const { role: from } = found;
    const what = { what: "this member", target: memberId, told: { role: "to" } };
    const whose = { actor: ctx.actor, tenant: { id: tenantId } };
    await requireAsSeen(whose, db, { stored: { role: from }, given: { role: to }, seen, ...what });
    if (from === "owner" && to !== "owner") await requireWayToAnOwner(ctx, db, tenantId);
    if (from !== to) await writeMove(ctx, db, { tenantId, memberId, from, to });
    return shownMember(ctx.deps, { ...found, role: to ?? from });
  });
};

/**
 * Gives a member another role. @throws TENANT_NOT_FOUND, MEMBER_NOT_FOUND, LAST_OWNER; CONFLICT: the role is not as it was
 * seen; then nothing was written
 */
export const changeMember = (ctx: Ctx, { role, seen, ...target }: ChangeMember): Promise<MemberOfTenant> =>
  move(ctx, target, role, seen);

/**
 * Removes a member from a tenant. @throws TENANT_NOT_FOUND, MEMBER_NOT_FOUND, LAST_OWNER; then nothing was
 * written
 */
export const expelMember = async (ctx: Ctx, target: Target): Promise<{ id: string }> => ({
  id: (await move(ctx, target, null)).id,
});

/**
 * Deletes a person: from every tenant, with their sessions and the invitations that they accepted. The audit trail keeps
 * their id.
 * @throws MEMBER_NOT_FOUND; LAST_OWNER of any tenant; then nothing was written
 */
export const deletePerson = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  inTransaction(ctx.deps.db, async (db) => {
    const memberships = isId("member", id) ? await lockedMemberships(db, id) : null;
    for (const { tenantId, role } of required(memberships, "MEMBER_NOT_FOUND")) {
      if (role === "owner") await requireWayToAnOwner(ctx, db, tenantId);
      await writeMove(ctx, db, { tenantId, memberId: id, from: role, to: null, isDeletion: true });
    }
    await deleteMember(db, id);
    await recordAudit(ctx, db, { tenantId: null, action: "member.delete", target: id });
    return { id };
  });

/**
 * Gives an invitation, even an expired one, a new link and expiry; the previous link stops working.
 * @param expiresInDays from now; the default if absent
 * @throws TENANT_NOT_FOUND, INVITATION_NOT_FOUND: unknown, another tenant's, accepted or withdrawn
 */
export const renewByOperator = async (
  ctx: Ctx,
  { tenantId, id, expiresInDays }: { tenantId: string; id: string; expiresInDays?: number | undefined },
): Promise<Invited> => {
  await requireTenant(ctx, tenantId);
  requireInvitationId(id);
  return required(await renewIn(ctx, { tenantId, id, expiresInDays }), "INVITATION_NOT_FOUND");
};

/**
 * Withdraws an invitation, open or expired, permanently.
 * @throws TENANT_NOT_FOUND, INVITATION_NOT_FOUND: unknown, another tenant's, accepted or withdrawn
 */
export const withdrawByOperator = async (ctx: Ctx, { tenantId, id }: { tenantId: string; id: string }) => {
  const { deps } = ctx;
  await requireTenant(ctx, tenantId);
  requireInvitationId(id);
  return inTransaction(deps.db, async (db) => {
    required(await withdrawRow(db, tenantId, id, deps.now()), "INVITATION_NOT_FOUND");
    await withdrawMails(db, id, deps.now());
    await recordAudit(ctx, db, { tenantId, action: "invitation.revoke", target: id });
    return { id };
  });
};
