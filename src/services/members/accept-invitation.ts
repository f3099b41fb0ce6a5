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
import { openEmail } from "./person.ts";

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
