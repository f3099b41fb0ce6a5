import type { STORED } from "#core/practice/stored.ts";
import type { PracticeKey, PracticeStatement, Prisma } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

// Practice statements, the keys that sign them, and what they are made of (docs/adr/0037).

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
type Said<Table extends keyof typeof STORED> = Words<(typeof STORED)[Table][number]["fields"]>;
type Stored<Table extends Prisma.ModelName> = keyof Prisma.TypeMap["model"][Table]["payload"]["scalars"] &
  string;
type Differences = {
  [Table in Prisma.ModelName | keyof typeof STORED]: Table extends Prisma.ModelName & keyof typeof STORED
    ? Exclude<Stored<Table>, Said<Table>> | Exclude<Said<Table>, Stored<Table>>
    : Table;
}[Prisma.ModelName | keyof typeof STORED];

/**
 * Does not compile while a table or a column has no words in core/practice/stored.ts, or words are of one that is gone: the
 * error names it.
 */
export const EVERY_COLUMN_IS_STATED: [Differences] extends [never] ? true : Differences = true;

export type PracticeVersion = PracticeStatement;

/** The scope that is of no tenant. */
export const DEPLOYMENT = "deployment";

const SETTINGS = {
  practicePublished: true,
  numbersPublished: true,
  practiceContact: true,
  complaintUrl: true,
} as const satisfies Prisma.TenantSelect;

/** What of a tenant its statement is made of. Null: there is none. */
export const findPracticeTenant = (db: Db, id: string) =>
  db.tenant.findUnique({
    where: { id },
    select: {
      id: true,
      name: true,
      displayName: true,
      supportUrl: true,
      ...SETTINGS,
      minimumAge: true,
      disclosure: true,
      methods: true,
      maxAttempts: true,
      tokenTtlSeconds: true,
      metadataRetentionDays: true,
      acceptVisas: true,
      documentReuseDays: true,
      policy: { select: { number: true, content: true } },
      identityProviders: {
        where: { isActive: true },
        orderBy: { id: "asc" },
        select: { slug: true, mode: true, name: true, issuer: true },
      },
      vendors: {
        where: { isActive: true },
        orderBy: { id: "asc" },
        select: { kind: true, mode: true, name: true },
      },
      _count: { select: { endpoints: { where: { isEnabled: true, deletedAt: null } } } },
    },
  });

export type PracticeTenantRow = NonNullable<Awaited<ReturnType<typeof findPracticeTenant>>>;

/** What a tenant decides about its statement. */
export type PracticeSettings = Pick<
  PracticeTenantRow,
  "practicePublished" | "numbersPublished" | "practiceContact" | "complaintUrl"
>;

export const findPracticeSettings = (db: Db, id: string): Promise<PracticeSettings> =>
  db.tenant.findUniqueOrThrow({ where: { id }, select: SETTINGS });

export const setPractice = async (db: Db, id: string, data: PracticeSettings, now: Date): Promise<void> => {
  await db.tenant.update({ where: { id }, data: { ...data, updatedAt: now }, select: { id: true } });
};

/** The ids of tenants whose statement is public, a page of them. */
export const publishedTenants = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const rows = await db.tenant.findMany({
    where: { practicePublished: true, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
};

/** A version of a scope, "deployment" or a tenant's id: the newest where no number is given. */
export const findVersion = (db: Db, scope: string, number?: number): Promise<PracticeVersion | null> =>
  db.practiceStatement.findFirst({
    where: { scope, ...(number === undefined ? {} : { number }) },
    orderBy: { number: "desc" },
  });

/** Null: there is no version yet. */
export const newestNumber = async (db: Db, scope: string): Promise<number | null> => {
  const where = { scope };
  return (await db.practiceStatement.aggregate({ where, _max: { number: true } }))._max.number;
};

/** The newest hundred of a scope, newest first. */
export const listVersions = (db: Db, scope: string) =>
  db.practiceStatement.findMany({
    where: { scope },
    orderBy: { number: "desc" },
    take: 100,
    select: { number: true, createdAt: true, hash: true },
  });

/** @returns false: another process has just written the version of this number */
export const addVersion = async (db: Db, version: PracticeStatement): Promise<boolean> =>
  (await db.practiceStatement.createMany({ data: version, skipDuplicates: true })).count === 1;

/** All keys, the one that signs first. */
export const listPracticeKeys = (db: Db): Promise<PracticeKey[]> =>
  db.practiceKey.findMany({ orderBy: { number: "desc" } });

/** Adds a key unless another process has just added the one of this number. */
export const addPracticeKey = async (db: Db, key: PracticeKey): Promise<void> => {
  await db.practiceKey.createMany({ data: key, skipDuplicates: true });
};
