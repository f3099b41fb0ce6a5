import type { Role } from "#core/access/permissions.ts";
import type { Consent, Member, MemberOfTenant, Profile } from "#core/member.ts";
import type { Prisma } from "#data/generated/client.ts";
import { type Database, type Db, inTransaction } from "#data/service/client.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A member whose address is still sealed. */
export type SealedMember = Omit<MemberOfTenant, "email"> & { emailSealed: string | null };

export type SignIn = Pick<Profile, "issuer" | "subject" | "name"> & {
  /** The id for a new person. */
  id: string;
  emailHash: Bytes | null;
  /** Those of OPERATORS that the provider stated. */
  operatorClaims: string[];
};

/** Records a sign-in; the same issuer and subject are always the same person. Their address is written separately. */
export const upsertMember = async (db: Db, { id, ...person }: SignIn, now: Date): Promise<Member> =>
  db.member.upsert({
    where: { issuer_subject: { issuer: person.issuer, subject: person.subject } },
    create: { ...person, id, createdAt: now, signedInAt: now },
    update: {
      name: person.name,
      emailHash: person.emailHash,
      operatorClaims: person.operatorClaims,
      signedInAt: now,
    },
    select: { id: true, name: true },
  });

/** The sealed address is bound to the member's id, which is known only after `upsertMember`. */
export const setMemberEmail = async (db: Db, id: string, emailSealed: string | null): Promise<void> => {
  await db.member.update({ where: { id }, data: { emailSealed } });
};

/** What the identity provider said about a person at their last sign-in; null: they never signed in. */
export const findKnownProfile = (db: Db, { issuer, subject }: Pick<Profile, "issuer" | "subject">) =>
  db.member.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { name: true, emailHash: true, emailSealed: true },
  });

/** The address, still sealed; null when the provider gave none. */
export const sealedEmailOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.member.findUnique({ where: { id }, select: { emailSealed: true } }))?.emailSealed ?? null;

/** The claims of OPERATORS that the provider stated at the person's last sign-in. */
export const statedClaims = async (db: Db, id: string): Promise<string[]> =>
  (await db.member.findUnique({ where: { id }, select: { operatorClaims: true } }))?.operatorClaims ?? [];

/** Names of members by id, for the audit trail. */
export const memberNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.member.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map((row) => [row.id, row.name]));
};

/** Holds a member's row until the transaction ends. */
export const lockMember = async (db: Db, id: string): Promise<void> => {
  await db.$queryRaw`select 1 as held from member where id = ${id} for no key update`;
};

export type Membership = {
  tenantId: string;
  tenantName: string;
  isActive: boolean;
  role: Role;
  /** The metadata key whose value names a verification in the tenant's lists. */
  listMetadataKey: string | null;
};

/** The tenants that a person is a member of, with their names and ages. */
export const tenantsOfMember = async (
  db: Db,
  memberId: string,
): Promise<{ tenantId: string; name: string; createdAt: Date; joinedAt: Date }[]> => {
  const rows = await db.membership.findMany({
    where: { memberId },
    orderBy: [{ createdAt: "asc" }, { tenantId: "asc" }],
    select: { tenantId: true, createdAt: true, tenant: { select: { name: true, createdAt: true } } },
  });
  return rows.map(({ tenantId, createdAt: joinedAt, tenant }) => ({ ...tenant, tenantId, joinedAt }));
};

/** The tenants of a member, by name. */
export const membershipsOf = async (db: Db, memberId: string): Promise<Membership[]> => {
  const rows = await db.membership.findMany({
    where: { memberId },
    orderBy: [{ tenant: { name: "asc" } }, { tenantId: "asc" }],
    select: {
      tenantId: true,
      role: true,
      tenant: { select: { name: true, isActive: true, listMetadataKey: true } },
    },
  });
  return rows.map(({ tenant: { name, ...tenant }, ...row }) => ({ ...row, ...tenant, tenantName: name }));
};

/** A member's role in a tenant; null for anyone who is not its member. */
export const roleIn = async (db: Db, tenantId: string, memberId: string): Promise<Role | null> => {
  const row = await db.membership.findUnique({
    where: { tenantId_memberId: { tenantId, memberId } },
    select: { role: true },
  });
  return row?.role ?? null;
};

const MEMBER = {
  role: true,
  createdAt: true,
  member: { select: { id: true, name: true, emailSealed: true, signedInAt: true } },
} as const satisfies Prisma.MembershipSelect;

type MemberRow = Prisma.MembershipGetPayload<{ select: typeof MEMBER }>;

const toMember = ({ member, role, createdAt }: MemberRow): SealedMember => ({
  ...member,
  role,
  joinedAt: createdAt,
});

export const listMembers = async (db: Db, tenantId: string): Promise<SealedMember[]> => {
  const rows = await db.membership.findMany({
    where: { tenantId },
    orderBy: [{ createdAt: "asc" }, { memberId: "asc" }],
    select: MEMBER,
  });
  return rows.map(toMember);
};

/** The tenant's members with their sealed addresses; `emailHash` is null where the provider did not verify it. */
export const listAddresses = async (db: Db, tenantId: string) => {
  const rows = await db.membership.findMany({
    where: { tenantId },
    orderBy: { memberId: "asc" },
    select: { role: true, member: { select: { id: true, emailSealed: true, emailHash: true } } },
  });
  return rows.map(({ role, member }) => ({ ...member, role }));
};

/** One member of a tenant; null for a member of another tenant. */
export const findMemberOf = async (
  db: Db,
  tenantId: string,
  memberId: string,
): Promise<SealedMember | null> => {
  const row = await db.membership.findUnique({
    where: { tenantId_memberId: { tenantId, memberId } },
    select: MEMBER,
  });
  return row && toMember(row);
};

/**
 * Adds a member, the only way in. False if they already are one; nothing changes then.
 * @param membership.consent how they said yes. It is not stored: what led to it is in the audit trail
 */
export const insertMembership = async (
  db: Db,
  { consent: _said, ...membership }: { tenantId: string; memberId: string; role: Role; consent: Consent },
  now: Date,
): Promise<boolean> => {
  const { count } = await db.membership.createMany({
    data: [{ ...membership, createdAt: now }],
    skipDuplicates: true,
  });
  return count === 1;
};

/**
 * Holds the tenant's row until the transaction ends: changes of one tenant happen one after another, so two owners
 * cannot both leave, each believing that the other stays.
 */
export const lockMembers = async (db: Db, tenantId: string): Promise<void> => {
  await db.$queryRaw`select 1 as held from tenant where id = ${tenantId} for no key update`;
};

/** Runs `work` in a transaction that holds the tenant's row, as `lockMembers`. No network calls inside. */
export const inTenantTransaction = <Result>(
  database: Database,
  tenantId: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> =>
  inTransaction(database, async (db) => {
    await lockMembers(db, tenantId);
    return work(db);
  });

/**
 * A person's tenants and roles, held until the transaction ends as with `lockMembers`, in the same order for
 * everyone.
 * @returns null if there is no such person
 */
export const lockedMemberships = async (
  db: Db,
  memberId: string,
): Promise<{ tenantId: string; role: Role }[] | null> => {
  const where = { memberId };
  const order = { orderBy: { tenantId: "asc" } } as const;
  for (const { tenantId } of await db.membership.findMany({ where, ...order }))
    await lockMembers(db, tenantId);
  // After the tenants, as everywhere; a deletion that waited here for another finds no row.
  const held = await db.$queryRaw<unknown[]>`select 1 as held from member where id = ${memberId} for update`;
  if (held.length === 0) return null;
  return db.membership.findMany({ where, ...order, select: { tenantId: true, role: true } });
};

/**
 * Those of these people who belong to no tenant and made none that is still there, held until the transaction ends: who is
 * being accepted elsewhere at that moment is waited for.
 */
export const lockedOutsiders = async (db: Db, ids: readonly string[]) => {
  const held = await db.$queryRaw<{ id: string }[]>`
    select id from member where id = any(${[...ids]}) order by id for no key update`;
  const rows = await db.member.findMany({
    where: { id: { in: held.map(({ id }) => id) }, memberships: { none: {} } },
    select: { id: true, emailHash: true, operatorClaims: true },
  });
  const makers = await db.tenant.findMany({
    where: { madeBy: { in: rows.map(({ id }) => id) } },
    select: { madeBy: true },
  });
  return rows.filter(({ id }) => !makers.some(({ madeBy }) => madeBy === id));
};

/** The members of a tenant. */
export const memberIdsOf = async (db: Db, tenantId: string): Promise<string[]> =>
  (await db.membership.findMany({ where: { tenantId }, select: { memberId: true } })).map(
    ({ memberId }) => memberId,
  );

/**
 * Deletes people, their sessions, and the invitations that brought them. Keys that they made still have their id, which no longer
 * names anyone: "a former member" made them, and others can revoke what that person knew.
 */
export const forgetMembers = async (db: Db, ids: string[]): Promise<void> => {
  await db.invitation.deleteMany({ where: { acceptedBy: { in: ids } } });
  await db.member.deleteMany({ where: { id: { in: ids } } });
};

/** Deletes a person with all that has their id: their sessions, the invitations that brought them, who made what. */
export const deleteMember = async (db: Db, id: string): Promise<void> => {
  await db.tenant.updateMany({ where: { madeBy: id }, data: { madeBy: null } });
  await db.apiKey.updateMany({ where: { madeBy: id }, data: { madeBy: null } });
  await forgetMembers(db, [id]);
};

/**
 * Deletes people without a tenant whose last sign-in was before that time. Returns how many, at most `limit`.
 */
export const purgeMembers = (db: Db, signedInBefore: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from member where id in (
      select id from member m
      where signed_in_at < ${signedInBefore} and not exists (select from membership s where s.member_id = m.id)
      order by signed_in_at limit ${limit} for update skip locked)`;

export const countOwners = (db: Db, tenantId: string): Promise<number> =>
  db.membership.count({ where: { tenantId, role: "owner" } });

export const setRole = async (db: Db, tenantId: string, memberId: string, role: Role): Promise<void> => {
  await db.membership.update({ where: { tenantId_memberId: { tenantId, memberId } }, data: { role } });
};

export const deleteMembership = async (db: Db, tenantId: string, memberId: string): Promise<void> => {
  await db.membership.deleteMany({ where: { tenantId, memberId } });
};
