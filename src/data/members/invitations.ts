import type { Invitation, Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import type { HiddenOf } from "#data/service/columns.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type InvitationRow = Pick<
  Invitation,
  | ("id" | "tenantId" | "role" | "emailSealed" | "emailHash" | "invitedBy")
  | ("createdAt" | "expiresAt" | "acceptedAt" | "revokedAt")
>;

const HIDDEN = { secretHash: true, acceptedBy: true } as const satisfies HiddenOf<Invitation, InvitationRow>;

type NewInvitation = Omit<Invitation, "acceptedAt" | "acceptedBy" | "revokedAt">;

export const insertInvitation = (db: Db, invitation: NewInvitation): Promise<InvitationRow> =>
  db.invitation.create({ data: invitation, omit: HIDDEN });

const notEnded = { acceptedAt: null, revokedAt: null };

const open = (now: Date) => ({ ...notEnded, expiresAt: { gt: now } });

/** The tenant's invitations that can still be accepted, newest first. */
export const listInvitations = (db: Db, tenantId: string, now: Date): Promise<InvitationRow[]> =>
  db.invitation.findMany({ where: { tenantId, ...open(now) }, orderBy: { id: "desc" }, omit: HIDDEN });

/**
 * A page of the invitations that were neither accepted nor withdrawn, including expired ones; newest first,
 * `after` is the last id of the previous page.
 */
export const pageOfInvitations = (db: Db, tenantId: string, limit: number, after: string | undefined) =>
  db.invitation.findMany({
    where: { tenantId, ...notEnded, ...(after === undefined ? {} : { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: limit,
    omit: HIDDEN,
  });

/**
 * One conditional UPDATE: of two callers that change an invitation at once, one gets it; null if there is
 * none.
 */
const change = async (
  db: Db,
  where: Prisma.InvitationWhereInput & { id: string },
  data: Prisma.InvitationUncheckedUpdateManyInput,
): Promise<InvitationRow | null> =>
  (await db.invitation.updateManyAndReturn({ where, data, omit: HIDDEN }))[0] ?? null;

/** A new link and expiry for an invitation that was neither accepted nor withdrawn; null if there is none. */
export const renewInvitation = (
  db: Db,
  tenantId: string,
  id: string,
  link: Pick<NewInvitation, "secretHash" | "expiresAt">,
) => change(db, { id, tenantId, ...notEnded }, link);

/** The invitation, open or expired, that this call withdrew. */
export const withdrawInvitation = (db: Db, tenantId: string, id: string, now: Date) =>
  change(db, { id, tenantId, ...notEnded }, { revokedAt: now });

/**
 * Deletes the invitations that were accepted, withdrawn or over before then. Returns how many, at most
 * `limit`.
 */
export const purgeInvitations = (db: Db, endedBefore: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from invitation where id in (
      select id from invitation
      where least(accepted_at, revoked_at, expires_at) < ${endedBefore}
      order by id limit ${limit} for update skip locked)`;

/** How many open invitations are for owners. */
export const countOwnerInvitations = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.invitation.count({ where: { tenantId, role: "owner", ...open(now) } });

export const countInvitations = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.invitation.count({ where: { tenantId, ...open(now) } });

/** The invitation whose link has this secret, whatever its state, with its tenant's name. */
export const findInvitationBySecret = (db: Db, secretHashes: Bytes[]) =>
  db.invitation.findFirst({
    where: { secretHash: { in: secretHashes } },
    omit: HIDDEN,
    include: { tenant: { select: { name: true, createdAt: true } } },
  });

/** The invitations for a verified address that can still be accepted, oldest first, each with its tenant. */
export const invitationsFor = (db: Db, emailHashes: Bytes[], now: Date, limit: number) =>
  db.invitation.findMany({
    where: { emailHash: { in: emailHashes }, ...open(now) },
    orderBy: { id: "asc" },
    take: limit,
    omit: HIDDEN,
    include: { tenant: { select: { name: true, createdAt: true } } },
  });

/** The invitation, if it could still be accepted: of two people who click at once, one gets it. */
export const acceptInvitation = (db: Db, id: string, memberId: string, now: Date) =>
  change(db, { id, ...open(now) }, { acceptedAt: now, acceptedBy: memberId });

/** The invitation that this call took back, if it could still be accepted. */
export const revokeInvitation = (db: Db, tenantId: string, id: string, now: Date) =>
  change(db, { id, tenantId, ...open(now) }, { revokedAt: now });

/** The sealed address that an invitation of the tenant is for; null: none, or the invitation has been deleted. */
export const sealedAddressOf = async (db: Db, tenantId: string, id: string): Promise<string | null> =>
  (await db.invitation.findFirst({ where: { tenantId, id }, select: { emailSealed: true } }))?.emailSealed ??
  null;
