import { addDays, daysBetween, firstIdAt } from "#core/day.ts";
import type { FieldsKept, STORED } from "#core/practice/stored.ts";
import {
  type PracticeKey,
  type PracticeStatement,
  Prisma,
  type VerificationDay,
} from "#data/generated/client.ts";
import type { Db } from "./client.ts";

// Practice statements, the keys that sign them, and the data that they are built from (docs/adr/0037).

type Stored<Table extends Prisma.ModelName> = keyof Prisma.TypeMap["model"][Table]["payload"]["scalars"] &
  string;
type Differences = {
  [Table in Prisma.ModelName | keyof typeof STORED]: Table extends Prisma.ModelName & keyof typeof STORED
    ? Exclude<Stored<Table>, FieldsKept<Table>> | Exclude<FieldsKept<Table>, Stored<Table>>
    : Table;
}[Prisma.ModelName | keyof typeof STORED];

/**
 * Does not compile while a table or column has no words in core/practice/stored.ts, or while words remain for
 * one that is gone: the error names it.
 */
export const EVERY_COLUMN_IS_STATED: [Differences] extends [never] ? true : Differences = true;

export type PracticeVersion = PracticeStatement;

/** The scope that belongs to no tenant. */
export const DEPLOYMENT = "deployment";

const SETTINGS = {
  practicePublished: true,
  numbersPublished: true,
  practiceContact: true,
  complaintUrl: true,
} as const satisfies Prisma.TenantSelect;

/** The data of a tenant that its statement is built from. Null: there is no such tenant. */
export const findPracticeTenant = (db: Db, id: string) =>
  db.tenant.findUnique({
    where: { id },
    select: {
      id: true,
      isActive: true,
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
      resultRetentionDays: true,
      acceptVisas: true,
      walletProofs: true,
      documentReuseDays: true,
      policy: { select: { number: true, content: true } },
      identityProviders: {
        where: { isActive: true },
        orderBy: { id: "asc" },
        select: { slug: true, mode: true, name: true, issuer: true, hosts: true },
      },
      vendors: {
        where: { isActive: true },
        orderBy: { id: "asc" },
        select: { id: true, kind: true, mode: true, name: true, accountId: true, credentialSealed: true },
      },
      alertChannel: { select: { slackSealed: true } },
      _count: { select: { endpoints: { where: { isEnabled: true, deletedAt: null } } } },
    },
  });

export type PracticeTenantRow = NonNullable<Awaited<ReturnType<typeof findPracticeTenant>>>;

/** The choices that a tenant makes about its statement. */
export type PracticeSettings = Pick<
  PracticeTenantRow,
  "practicePublished" | "numbersPublished" | "practiceContact" | "complaintUrl"
>;

export const findPracticeSettings = (db: Db, id: string): Promise<PracticeSettings> =>
  db.tenant.findUniqueOrThrow({ where: { id }, select: SETTINGS });

export const setPractice = async (db: Db, id: string, data: PracticeSettings, now: Date): Promise<void> => {
  await db.tenant.update({ where: { id }, data: { ...data, updatedAt: now }, select: { id: true } });
};

/** A page of the tenants whose statement is public. */
export const publishedTenants = (db: Db, after: string, limit: number): Promise<{ id: string }[]> =>
  db.tenant.findMany({
    where: { practicePublished: true, isActive: true, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true },
  });

/** A version of a scope, "deployment" or a tenant's id: the newest if no number is given. */
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

/** A scope's newest hundred versions, newest first. */
export const listVersions = (db: Db, scope: string) =>
  db.practiceStatement.findMany({
    where: { scope },
    orderBy: { number: "desc" },
    take: 100,
    select: { number: true, createdAt: true, hash: true },
  });

/** @returns false: another process has just written the version with this number */
export const addVersion = async (db: Db, version: PracticeStatement): Promise<boolean> =>
  (await db.practiceStatement.createMany({ data: version, skipDuplicates: true })).count === 1;

/** All keys; the one that signs comes first. */
export const listPracticeKeys = (db: Db): Promise<PracticeKey[]> =>
  db.practiceKey.findMany({ orderBy: { number: "desc" } });

/** Adds a key unless another process has just added one with this number. */
export const addPracticeKey = async (db: Db, key: PracticeKey): Promise<void> => {
  await db.practiceKey.createMany({ data: key, skipDuplicates: true });
};

type Counted = Omit<VerificationDay, "tenantId" | "day" | "mode">;

/**
 * A month's counts of live checks by method, for days whose counts are final.
 * @param tenantId null: all tenants
 */
export const monthCounts = (db: Db, tenantId: string | null, from: Date, before: Date): Promise<Counted[]> =>
  db.$queryRaw<Counted[]>`
    select method, sum(started)::int as started, sum(opened)::int as opened, sum(tried)::int as tried,
      sum(approved)::int as approved, sum(rejected)::int as rejected, sum(failed)::int as failed,
      sum(expired)::int as expired
    from verification_day
    where (${tenantId}::text is null or tenant_id = ${tenantId}) and mode = 'live' and day >= ${from} and day < ${before}
    group by method order by method`;

/**
 * The first 300 checks of each day, by keys of either mode. Not the first 300 that a query is about: on a day
 * with few such checks, that would read the whole day.
 */
const firstChecks = (tenantId: string | null, from: Date, before: Date): Prisma.Sql => {
  const days = daysBetween(from, addDays(before, -1));
  const firsts = days.map((day) => firstIdAt("verification", day));
  const nexts = days.map((day) => firstIdAt("verification", addDays(day, 1)));
  return Prisma.sql`
    select v.* from unnest(${firsts}::text[], ${nexts}::text[]) as day(first, next)
    cross join lateral (
      select id, mode, completed_at, opened_at, attempts from verification
      where id >= day.first and id < day.next and (${tenantId}::text is null or tenant_id = ${tenantId})
      limit 300) v`;
};

/**
 * Tries, and seconds from opening to decision, for those of each day's first checks that used a live key and
 * were opened and decided.
 */
export const timesOf = async (db: Db, tenantId: string | null, from: Date, before: Date) => {
  const [row] = await db.$queryRaw<{ checks: number; median: number; p95: number; tries: number }[]>`
    with checks as (
      select extract(epoch from v.completed_at - v.opened_at) as seconds, v.attempts
      from (${firstChecks(tenantId, from, before)}) v
      where v.mode = 'live' and v.opened_at is not null and v.completed_at is not null)
    select count(*)::int as checks, coalesce(percentile_cont(0.5) within group (order by seconds), 0)::float as median,
      coalesce(percentile_cont(0.95) within group (order by seconds), 0)::float as p95,
      coalesce(avg(attempts), 0)::float as tries
    from checks`;
  return row ?? { checks: 0, median: 0, p95: 0, tries: 0 };
};

/** Tries that decided nothing, in each day's first checks with live keys: by method and by code. */
export const undecidedTries = (
  db: Db,
  tenantId: string | null,
  from: Date,
  before: Date,
): Promise<{ method: string; code: string; tries: number }[]> =>
  db.$queryRaw`
    select a.method, a.finding as code, count(*)::int as tries
    from (${firstChecks(tenantId, from, before)}) v join method_attempt a on a.verification_id = v.id
    where v.mode = 'live' and a.finding <> 'evidence' group by a.method, a.finding order by a.method, a.finding`;

/** Appeals that began in a month, and how many of them were approved. */
export const appealCounts = async (db: Db, tenantId: string | null, from: Date, before: Date) => {
  const where = {
    ...(tenantId === null ? {} : { tenantId }),
    mode: "live",
    appealOf: { not: null },
    id: { gte: firstIdAt("verification", from), lt: firstIdAt("verification", before) },
  } as const;
  const appeals = await db.verification.count({ where });
  return { appeals, overturned: await db.verification.count({ where: { ...where, verified: true } }) };
};
