import type { Invitation } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const HIDDEN = { secretHash: true, acceptedBy: true } as const;

export type InvitationRow = Omit<Invitation, keyof typeof HIDDEN>;

export type NewInvitation = Omit<Invitation, "acceptedAt" | "acceptedBy" | "revokedAt">;

export const insertInvitation = (db: Db, invitation: NewInvitation): Promise<InvitationRow> =>
  db.invitation.create({ data: invitation, omit: HIDDEN });

const open = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } });

/** The tenant's invitations that can still be accepted, newest first. */
export const listInvitations = (db: Db, tenantId: string, now: Date): Promise<InvitationRow[]> =>
  db.invitation.findMany({ where: { tenantId, ...open(now) }, orderBy: { id: "desc" }, omit: HIDDEN });

const notEnded = { acceptedAt: null, revokedAt: null };

/** A page of those that were neither accepted nor withdrawn, expired ones too; newest first, `after` is the last id before. */
export const pageOfInvitations = (
  db: Db,
  tenantId: string,
  limit: number,
  after: string | undefined,
): Promise<InvitationRow[]> =>
  db.invitation.findMany({
    where: { tenantId, ...notEnded, ...(after === undefined ? {} : { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: limit,
    omit: HIDDEN,
  });

/** Another link and expiry for an invitation that was neither accepted nor withdrawn; null where there is none. */
export const renewInvitation = async (
  db: Db,
  tenantId: string,
  id: string,
  { secretHash, expiresAt }: Pick<NewInvitation, "secretHash" | "expiresAt">,
): Promise<InvitationRow | null> => {
  const [row] = await db.invitation.updateManyAndReturn({
    where: { id, tenantId, ...notEnded },
    data: { secretHash, expiresAt },
    omit: HIDDEN,
  });
  return row ?? null;
};

/** Whether this call withdrew an invitation, open or expired. */
export const withdrawInvitation = async (
  db: Db,
  tenantId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.invitation.updateMany({
    where: { id, tenantId, ...notEnded },
    data: { revokedAt: now },
  });
  return count === 1;
};

/** How many open invitations are for owners. */
export const countOwnerInvitations = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.invitation.count({ where: { tenantId, role: "owner", ...open(now) } });

export const countInvitations = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.invitation.count({ where: { tenantId, ...open(now) } });

/** The invitation whose link has this secret, whatever its state, with its tenant's name. */
export const findInvitationBySecret = (db: Db, secretHash: Bytes) =>
  db.invitation.findUnique({
    where: { secretHash },
    omit: HIDDEN,
    include: { tenant: { select: { name: true } } },
  });

/** Those for a verified address that can still be accepted. */
export const invitationsFor = (db: Db, emailHash: Bytes, now: Date): Promise<InvitationRow[]> =>
  db.invitation.findMany({ where: { emailHash, ...open(now) }, orderBy: { id: "asc" }, omit: HIDDEN });

/** One conditional UPDATE: of two who click at once, one gets true. */
export const acceptInvitation = async (db: Db, id: string, memberId: string, now: Date): Promise<boolean> => {
  const { count } = await db.invitation.updateMany({
    where: { id, ...open(now) },
    data: { acceptedAt: now, acceptedBy: memberId },
  });
  return count === 1;
};

/** Whether an invitation that could still be accepted was taken back by this call. */
export const revokeInvitation = async (
  db: Db,
  tenantId: string,
  id: string,
  now: Date,
): Promise<InvitationRow | null> => {
  const [row] = await db.invitation.updateManyAndReturn({
    where: { id, tenantId, ...open(now) },
    data: { revokedAt: now },
    omit: HIDDEN,
  });
  return row ?? null;
};
