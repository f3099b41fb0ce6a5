import { permissionToMove, type Role } from "#core/access.ts";
import { ServiceError } from "#core/errors.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import {
  acceptInvitation as acceptRow,
  countInvitations,
  findInvitationBySecret,
  type InvitationRow,
  insertInvitation,
  revokeInvitation as revokeRow,
} from "#data/members/invitations.ts";
import { insertMembership, lockMembers } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  actorName,
  type Ctx,
  type MemberCtx,
  newId,
  type PersonCtx,
  requirePermission,
} from "#services/context.ts";
import { recordAudit } from "#services/tenants/audit-log.ts";
import { emailHashOf, openEmail, sealEmail } from "./members.ts";

const SECRET_BYTES = 32;
const SECRET_PATTERN = /^vi_[A-Za-z0-9_-]{43}$/;
const DAY_MS = 86_400_000;

export const isInvitationSecret = (text: string): boolean => SECRET_PATTERN.test(text);

/** Behind the "#", a secret reaches no server log and no Referer (RFC 9110 §10.1.3); the page hands it in. */
export const invitationUrlOf = ({ settings }: Ctx["deps"], secret: string): string =>
  `${settings.publicUrl}/console/invitation#${secret}`;

export type NewInvitation = {
  tenantId: string;
  role: Role;
  /** For this person only; null: for whoever has the link. */
  email: string | null;
  expiresInDays?: number | undefined;
};

/** A link's secret, and what is kept of the link: a hash, and when it ends. */
export const newLink = (
  { deps }: Ctx,
  days: number = INVITATION_DAYS.default,
): { secret: string; secretHash: Uint8Array<ArrayBuffer>; expiresAt: Date } => {
  const secret = `vi_${Buffer.from(deps.random(SECRET_BYTES)).toString("base64url")}`;
  return {
    secret,
    secretHash: new Uint8Array(deps.secrets.hash(secret)),
    expiresAt: new Date(deps.now().getTime() + days * DAY_MS),
  };
};

/** Makes an invitation in the caller's transaction. Its secret is in this answer and nowhere else. */
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

export type InvitationView = {
  tenantId: string;
  tenantName: string;
  role: Role;
  expiresAt: Date;
  /** The person has to confirm that they are meant: it was made for this address, and none of theirs is verified. */
  madeFor: string | null;
};

type Bound = Pick<InvitationRow, "emailHash">;

/** Whether it was made for an address, and the provider tells of none that would be theirs. */
const needsConfirmation = (invitation: Bound, { emailHash }: PersonCtx): boolean =>
  invitation.emailHash !== null && emailHash === null;

// Some providers never say that an address is verified (docs/console-sign-in.md); there the link has to do.
const mayBeFor = (invitation: Bound, person: PersonCtx): boolean =>
  invitation.emailHash === null ||
  person.emailHash === null ||
  Buffer.from(invitation.emailHash).equals(Buffer.from(person.emailHash));

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
  if (!isOpen || !mayBeFor(found, ctx)) throw new ServiceError("INVITATION_INVALID");
  return found;
};

/** What a link invites to, before it is accepted. @throws INVITATION_INVALID */
export const viewInvitation = async (ctx: PersonCtx, secret: string): Promise<InvitationView> => {
  const found = await findOpen(ctx, ctx.deps.db.orm, secret);
  const { id, tenantId, tenant, role, expiresAt, emailSealed } = found;
  const madeFor = needsConfirmation(found, ctx) ? openEmail(ctx.deps, emailSealed, id) : null;
  return { tenantId, tenantName: tenant.name, role, expiresAt, madeFor };
};

/** Makes the person a member by an open invitation, once; in the caller's transaction. */
export const accept = async (
  ctx: PersonCtx,
  db: Db,
  invitation: Pick<InvitationRow, "id" | "tenantId" | "role" | "emailHash">,
): Promise<void> => {
  const now = ctx.deps.now();
  const { id, tenantId, role } = invitation;
  if (!(await acceptRow(db, id, ctx.member.id, now))) throw new ServiceError("INVITATION_INVALID");
  // Who is a member already keeps their role: an invitation takes nothing away.
  const isNew = await insertMembership(db, { tenantId, memberId: ctx.member.id, role }, now);
  await recordAudit(ctx, db, {
    tenantId,
    action: "invitation.accept",
    target: id,
    changes: {
      role,
      member: ctx.member.id,
      isNew,
      // Nobody but the person says that the address is theirs.
      ...(needsConfirmation(invitation, ctx) && { isConfirmedByPerson: true }),
    },
  });
};

/**
 * Accepts the invitation behind a link.
 * @param input.isConfirmed the person has read for which address it was made, and says that it is for them
 * @throws INVITATION_INVALID, CONFLICT: it has to be confirmed; nothing was written then
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
        "This invitation was made for one e-mail address, and your identity provider does not confirm yours. Open the link and confirm that it is for you.",
      );
    }
    await accept(ctx, db, found);
    const { tenantId, tenant, role, expiresAt } = found;
    return { tenantId, tenantName: tenant.name, role, expiresAt, madeFor: null };
  });

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
