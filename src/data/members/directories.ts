import type { Directory, DirectoryPerson, Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import type { HiddenOf } from "#data/service/columns.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type DirectoryRow = Pick<
  Directory,
  "id" | "tenantId" | "lastFour" | "role" | "createdAt" | "lastUsedAt" | "requests"
>;

const HIDDEN = { tokenHash: true } as const satisfies HiddenOf<Directory, DirectoryRow>;

export type PersonRow = DirectoryPerson;

export const findDirectory = (db: Db, tenantId: string): Promise<DirectoryRow | null> =>
  db.directory.findUnique({ where: { tenantId }, omit: HIDDEN });

/** The directory whose token has this hash. */
export const findDirectoryByToken = (db: Db, tokenHash: Bytes): Promise<DirectoryRow | null> =>
  db.directory.findUnique({ where: { tokenHash }, omit: HIDDEN });

export const insertDirectory = async (db: Db, directory: Omit<Directory, "requests">): Promise<void> => {
  await db.directory.create({ data: directory });
};

/** @returns false: the tenant has none */
export const changeDirectory = async (
  db: Db,
  tenantId: string,
  data: Partial<Pick<Directory, "tokenHash" | "lastFour" | "role" | "lastUsedAt">>,
): Promise<boolean> => (await db.directory.updateMany({ where: { tenantId }, data })).count === 1;

/** With its people. Members stay members. @returns false: the tenant has none */
export const deleteDirectory = async (db: Db, tenantId: string): Promise<boolean> =>
  (await db.directory.deleteMany({ where: { tenantId } })).count === 1;

/** How many people it has, and how many of them are active. */
export const countPeople = async (
  db: Db,
  tenantId: string,
): Promise<{ people: number; active: number; joined: number }> => {
  const [people, active, outside] = await Promise.all([
    db.directoryPerson.count({ where: { tenantId } }),
    db.directoryPerson.count({ where: { tenantId, isActive: true } }),
    db.directoryPerson.count({ where: outsideOf(tenantId) }),
  ]);
  return { people, active, joined: active - outside };
};

// Active, and no member: no one with their address has accepted, or they declined, left or were removed.
const outsideOf = (tenantId: string): Prisma.DirectoryPersonWhereInput => ({
  tenantId,
  isActive: true,
  OR: [{ memberId: null }, { outsideSince: { not: null } }],
});

/** Active people of the tenant's directory who are not members, the newest first, and how many there are. */
export const peopleOutside = async (db: Db, tenantId: string, limit: number) => {
  const where = outsideOf(tenantId);
  const [count, rows] = await Promise.all([
    db.directoryPerson.count({ where }),
    db.directoryPerson.findMany({
      where,
      orderBy: { id: "desc" },
      take: limit,
      include: { directory: { select: { role: true } } },
    }),
  ]);
  return { count, rows };
};

type PersonFilter = {
  id?: string | undefined;
  userNameHashes?: Bytes[] | undefined;
  externalIdHashes?: Bytes[] | undefined;
  emailHashes?: Bytes[] | undefined;
};

const matching = (
  directoryId: string,
  { id, userNameHashes, externalIdHashes, emailHashes }: PersonFilter,
): Prisma.DirectoryPersonWhereInput => ({
  directoryId,
  ...(id !== undefined && { id }),
  ...(userNameHashes && { userNameHash: { in: userNameHashes } }),
  ...(externalIdHashes && { externalIdHash: { in: externalIdHashes } }),
  ...(emailHashes && { emailHash: { in: emailHashes } }),
});

/** The directory's people, oldest first. @param page how many of them to leave out before, and how many to read */
export const listPeople = (
  db: Db,
  directoryId: string,
  filter: PersonFilter,
  page: { skip?: number; take: number },
) => db.directoryPerson.findMany({ where: matching(directoryId, filter), orderBy: { id: "asc" }, ...page });

/** How many people `listPeople` can list. */
export const countListed = (db: Db, directoryId: string): Promise<number> =>
  db.directoryPerson.count({ where: { directoryId } });

export const findPerson = (db: Db, directoryId: string, id: string): Promise<PersonRow | null> =>
  db.directoryPerson.findFirst({ where: { directoryId, id } });

export const insertPerson = (db: Db, person: PersonRow): Promise<PersonRow> =>
  db.directoryPerson.create({ data: person });

/** @returns null: the directory has no such person */
export const changePerson = async (
  db: Db,
  directoryId: string,
  id: string,
  data: Partial<Omit<PersonRow, "id" | "directoryId" | "tenantId" | "createdAt">>,
): Promise<PersonRow | null> =>
  (await db.directoryPerson.updateManyAndReturn({ where: { directoryId, id }, data }))[0] ?? null;

export const deletePerson = async (db: Db, directoryId: string, id: string): Promise<boolean> =>
  (await db.directoryPerson.deleteMany({ where: { directoryId, id } })).count === 1;

/**
 * Active people with a verified address who have not joined their open tenant yet: the first of each directory in which none
 * is this member already.
 */
export const peopleToJoin = (db: Db, emailHashes: Bytes[], memberId: string, limit: number) =>
  db.directoryPerson.findMany({
    where: {
      emailHash: { in: emailHashes },
      isActive: true,
      memberId: null,
      outsideSince: null,
      tenant: { isActive: true },
      directory: { people: { none: { memberId, isActive: true } } },
    },
    distinct: ["directoryId"],
    orderBy: [{ directoryId: "asc" }, { id: "asc" }],
    take: limit,
    include: {
      directory: { select: { role: true } },
      tenant: { select: { name: true, createdAt: true } },
    },
  });

/** Notes whom an entry is. Of two sign-ins at once, one gets it; false also for one that asks no more. */
export const joinPerson = async (db: Db, id: string, memberId: string): Promise<boolean> => {
  const where = { id, memberId: null, isActive: true, outsideSince: null };
  return (await db.directoryPerson.updateMany({ where, data: { memberId } })).count === 1;
};

/** A person with one of these addresses does not want to join: none of the directory's entries asks them any more. */
export const declinePerson = async (
  db: Db,
  tenantId: string,
  emailHashes: Bytes[],
  now: Date,
): Promise<boolean> => {
  const where = { tenantId, emailHash: { in: emailHashes }, memberId: null, outsideSince: null };
  return (await db.directoryPerson.updateMany({ where, data: { outsideSince: now } })).count > 0;
};

/** A member has left or was removed: no entry with their id or address asks them any more. */
export const notePersonLeft = async (
  db: Db,
  { tenantId, memberId }: { tenantId: string; memberId: string },
  now: Date,
): Promise<void> => {
  const member = await db.member.findUnique({ where: { id: memberId }, select: { emailHash: true } });
  const isTheirs = [{ memberId }, ...(member?.emailHash ? [{ emailHash: member.emailHash }] : [])];
  const where = { tenantId, outsideSince: null, OR: isTheirs };
  await db.directoryPerson.updateMany({ where, data: { outsideSince: now } });
};

/** A member of the tenant with this verified address. */
export const memberWithEmail = async (
  db: Db,
  tenantId: string,
  emailHashes: Bytes[],
): Promise<string | null> =>
  (
    await db.membership.findFirst({
      where: { tenantId, member: { emailHash: { in: emailHashes } } },
      orderBy: { createdAt: "asc" },
      select: { memberId: true },
    })
  )?.memberId ?? null;
