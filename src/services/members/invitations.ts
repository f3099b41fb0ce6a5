import { permissionToMove, type Role } from "#core/access/permissions.ts";
import { addDays } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { canonicalEmail, INVITATION_DAYS } from "#core/member.ts";
import {
  acceptInvitation as acceptRow,
  countInvitations,
  findInvitationBySecret,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  revokeInvitation as revokeRow,
} from "#data/members/invitations.ts";
import { insertMembership, listMembers, lockMembers } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { hashesOf, includesBytes } from "#platform/secrets.ts";
import { recordAudit, recordOwnAudit } from "#services/audit-log.ts";
import { actorName, type Ctx, type MemberCtx, type PersonCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";
import { emailHashesOf, emailHashOf, openEmail, sealEmail } from "./members.ts";

const SECRET_BYTES = 32;
const SECRET_PATTERN = /^vi_[A-Za-z0-9_-]{43}$/;

/** After the "#", a secret reaches no server log and no Referer (RFC 9110 §10.1.3); the page submits it. */
export const invitationUrlOf = ({ settings }: Ctx["deps"], secret: string): string =>
  `${settings.publicUrl}/console/invitation#${secret}`;

type NewInvitation = {
  tenantId: string;
  role: Role;
  /** Only this person can accept; null: anyone with the link can. */
  email: string | null;
  expiresInDays?: number | undefined;
};

/** A link's secret, and the stored part: a hash and the expiry. */
export const newLink = ({ deps }: Ctx, days: number = INVITATION_DAYS.default) => {
  const secret = `vi_${Buffer.from(deps.random(SECRET_BYTES)).toString("base64url")}`;
  return { secret, secretHash: hashOf(deps, secret), expiresAt: addDays(deps.now(), days) };
};

/** Creates an invitation in the caller's transaction. Its secret is in this answer only. */
export const newInvitation = async (
  ctx: Ctx,
  db: Db,
  { tenantId, role, email, expiresInDays }: NewInvitation,
): Promise<{ invitation: InvitationRow; secret: string }> => {
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
  return { invitation, secret };
};

type InvitationView = {
  tenantId: string;
  tenantName: string;
  role: Role;
  expiresAt: Date;
  /** Set if the person must confirm that this address is theirs: the invitation names it, and theirs is unverified. */
  madeFor: string | null;
};

type Bound = Pick<InvitationRow, "emailHash">;

/** Whether it names an address while the provider verifies none of the person's. */
const needsConfirmation = (invitation: Bound, { emailHash }: PersonCtx): boolean =>
  invitation.emailHash !== null && emailHash === null;

// Some providers never verify addresses (docs/console-sign-in.md); with those, the link must suffice.
const mayBeFor = async (invitation: Bound, person: PersonCtx, db: Db): Promise<boolean> =>
  invitation.emailHash === null ||
  person.emailHash === null ||
  includesBytes([person.emailHash], invitation.emailHash) ||
  includesBytes((await emailHashesOf(person, db)).hashes, invitation.emailHash);

// One answer for unknown, used, expired, revoked and foreign invitations, so that a stranger learns nothing.
const findOpen = async (ctx: PersonCtx, db: Db, secret: string) => {
  const found = SECRET_PATTERN.test(secret)
    ? await findInvitationBySecret(db, hashesOf(ctx.deps.secrets, secret))
    : null;
  const isOpen =
    found &&
    found.acceptedAt === null &&
    found.revokedAt === null &&
    found.expiresAt.getTime() > ctx.deps.now().getTime();
  if (!isOpen || !(await mayBeFor(found, ctx, db))) throw new ServiceError("INVITATION_INVALID");
  return found;
};

/** An invitation before it is accepted. @throws INVITATION_INVALID */
export const viewInvitation = async (ctx: PersonCtx, secret: string): Promise<InvitationView> => {
  const found = await findOpen(ctx, ctx.deps.db.orm, secret);
  const { id, tenantId, tenant, role, expiresAt, emailSealed } = found;
  const madeFor = needsConfirmation(found, ctx) ? openEmail(ctx.deps, emailSealed, id) : null;
  return { tenantId, tenantName: tenant.name, role, expiresAt, madeFor };
};

/** Makes the person a member through an open invitation, once, in the caller's transaction. */
export const accept = async (
  ctx: PersonCtx,
  db: Db,
  invitation: Pick<InvitationRow, "id" | "tenantId" | "role" | "emailHash">,
): Promise<void> => {
  const now = ctx.deps.now();
  const { id, tenantId, role } = invitation;
  if (!(await acceptRow(db, id, ctx.member.id, now))) throw new ServiceError("INVITATION_INVALID");
  // An existing member keeps their role: an invitation never reduces it.
  const isNew = await insertMembership(db, { tenantId, memberId: ctx.member.id, role }, now);
  await recordAudit(ctx, db, {
    tenantId,
    action: "invitation.accept",
    target: id,
    changes: {
      role,
      member: ctx.member.id,
      isNew,
      // Only the person says that the address is theirs.
      ...(needsConfirmation(invitation, ctx) && { isConfirmedByPerson: true }),
    },
  });
};

/**
 * Accepts the invitation behind a link.
 * @param input.isConfirmed the person has confirmed that the invitation's address is theirs
 * @throws INVITATION_INVALID, CONFLICT: it must be confirmed; then nothing was written
 */
export const acceptInvitation = (
  ctx: PersonCtx,
  { secret, isConfirmed }: { secret: string; isConfirmed: boolean },
): Promise<InvitationView> =>
  inTransaction(ctx.deps.db, async (db) => {
    const found = await findOpen(ctx, db, secret);
    if (needsConfirmation(found, ctx) && !isConfirmed) {
      throw new ServiceError(
        "CONFLICT",
        "This invitation is for one e-mail address, and your identity provider does not verify yours. Open the link and confirm that it is for you.",
      );
    }
    await accept(ctx, db, found);
    const { tenantId, tenant, role, expiresAt } = found;
    return { tenantId, tenantName: tenant.name, role, expiresAt, madeFor: null };
  });

const MAX_OPEN = 100;

export type InviteInput = Pick<NewInvitation, "role" | "expiresInDays"> & { email?: string | undefined };

export type Invited = { id: string; url: string; role: Role; expiresAt: Date };

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
export const inviteTo = async (ctx: Ctx, tenantId: string, input: InviteInput): Promise<Invited> => {
  const { deps } = ctx;
  const { invitation, secret } = await inTransaction(deps.db, async (db) => {
    await lockMembers(db, tenantId);
    if ((await countInvitations(db, tenantId, deps.now())) >= MAX_OPEN) {
      throw new ServiceError("CONFLICT", `There are ${MAX_OPEN} open invitations. Revoke some first.`);
    }
    if (input.email !== undefined) await requireUse(ctx, db, tenantId, input.email);
    return newInvitation(ctx, db, { ...input, tenantId, email: input.email ?? null });
  });
  const { id, role, expiresAt } = invitation;
  return { id, url: invitationUrlOf(deps, secret), role, expiresAt };
};

/**
 * Invites a person by a link, which is in this answer only.
 * @throws PERMISSION_DENIED (only an owner invites an owner), TENANT_CLOSED, CONFLICT as `inviteTo`
 */
export const invite = async (ctx: MemberCtx, input: InviteInput): Promise<Invited> => {
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
    await recordOwnAudit(ctx, db, { action: "invitation.revoke", target: id });
  });
};
