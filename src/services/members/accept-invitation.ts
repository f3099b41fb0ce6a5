import { looksLike } from "#core/access/look-alike.ts";
import type { Role } from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import type { Consent, OfferedBy } from "#core/member.ts";
import {
  acceptInvitation as acceptRow,
  findInvitationBySecret,
  type InvitationRow,
  revokeInvitation as revokeRow,
} from "#data/members/invitations.ts";
import { insertMembership, memberNames, tenantsOfMember } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { withdrawMails } from "#data/service/mail.ts";
import { hashesOf, includesBytes } from "#platform/secrets.ts";
import { idOfActor, unnamed } from "#services/actor.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { PersonCtx } from "#services/context.ts";
import { emailHashesOf, openEmail } from "./members.ts";

// What an invited person does with an invitation; invitations.ts has what the tenant does.

const SECRET_PATTERN = /^vi_[A-Za-z0-9_-]{43}$/;

type InvitationView = {
  tenantId: string;
  tenantName: string;
  tenantCreatedAt: Date;
  role: Role;
  from: OfferedBy;
  expiresAt: Date;
  /** The tenant's name looks like that of one of the person's own tenants. */
  isLookAlike: boolean;
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

/** The member that invited, for the person that is asked. */
export const inviterOf = async (
  db: Db,
  { invitedBy }: Pick<InvitationRow, "invitedBy">,
): Promise<OfferedBy> => {
  const memberId = invitedBy.startsWith("member:") ? idOfActor(invitedBy) : null;
  if (memberId === null) return { kind: "operator", name: null };
  return { kind: "member", name: (await memberNames(db, [memberId])).get(memberId) ?? null };
};

type Found = Awaited<ReturnType<typeof findOpen>>;

const shownTo = async (ctx: PersonCtx, db: Db, found: Found, madeFor: string | null) => {
  const { tenantId, tenant, role, expiresAt } = found;
  const own = (await tenantsOfMember(db, ctx.member.id)).filter((other) => other.tenantId !== tenantId);
  return {
    ...{ tenantId, tenantName: tenant.name, tenantCreatedAt: tenant.createdAt, role, expiresAt, madeFor },
    from: await inviterOf(db, found),
    isLookAlike: own.some(({ name }) => looksLike(name, tenant.name)),
  };
};

/** An invitation before it is accepted. @throws INVITATION_INVALID */
export const viewInvitation = async (ctx: PersonCtx, secret: string): Promise<InvitationView> => {
  const db = ctx.deps.db.orm;
  const found = await findOpen(ctx, db, secret);
  const madeFor = needsConfirmation(found, ctx) ? openEmail(ctx.deps, found.emailSealed, found.id) : null;
  return shownTo(ctx, db, found, madeFor);
};

type Accepted = Pick<InvitationRow, "id" | "tenantId" | "role" | "emailHash">;

/**
 * Makes the person a member through an open invitation, once, in the caller's transaction.
 * @param consent null: they are a member already, and the invitation is only used up
 */
export const accept = async (
  ctx: PersonCtx,
  db: Db,
  invitation: Accepted,
  consent: Consent | null,
): Promise<void> => {
  const now = ctx.deps.now();
  const { id, tenantId, role } = invitation;
  if (!(await acceptRow(db, id, ctx.member.id, now))) throw new ServiceError("INVITATION_INVALID");
  await withdrawMails(db, id, now);
  // An existing member keeps their role: an invitation never reduces it.
  const membership = { tenantId, memberId: ctx.member.id, role };
  const isNew = consent !== null && (await insertMembership(db, { ...membership, consent }, now));
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
    await accept(ctx, db, found, "accepted_link");
    return shownTo(ctx, db, found, null);
  });

/** The person does not want it: it ends, and who said it stays here. */
export const declineInvitation = async (ctx: PersonCtx, db: Db, invitation: Accepted): Promise<void> => {
  const { id, tenantId } = invitation;
  if (!(await revokeRow(db, tenantId, id, ctx.deps.now()))) return;
  await withdrawMails(db, id, ctx.deps.now());
  await recordAudit(unnamed(ctx), db, { tenantId, action: "invitation.decline", target: id });
};
