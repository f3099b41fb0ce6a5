import type { OperatorVisit, Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { running } from "#data/service/columns.ts";

export type VisitRow = OperatorVisit;

export const insertVisit = async (db: Db, visit: VisitRow): Promise<void> => {
  await db.operatorVisit.create({ data: visit });
};

/** The visit that lets this operator read the tenant now; null: none does. */
export const runningVisit = (
  db: Db,
  tenantId: string,
  memberId: string,
  now: Date,
): Promise<VisitRow | null> =>
  db.operatorVisit.findFirst({
    where: { tenantId, memberId, grantedAt: { not: null }, ...running(now) },
    orderBy: { expiresAt: "desc" },
  });

/** The visit to this tenant that runs longest, for any operator; null: none runs. */
export const longestVisit = (db: Db, tenantId: string, now: Date): Promise<VisitRow | null> =>
  db.operatorVisit.findFirst({
    where: { tenantId, grantedAt: { not: null }, ...running(now) },
    orderBy: { expiresAt: "desc" },
  });

/** Whether this operator has asked already, or is visiting. */
export const hasOpenVisit = async (db: Db, tenantId: string, memberId: string, now: Date): Promise<boolean> =>
  (await db.operatorVisit.findFirst({
    where: { tenantId, memberId, ...running(now) },
    select: { id: true },
  })) !== null;

const TENANT = { tenant: { select: { name: true, isActive: true, listMetadataKey: true } } } as const;

/** The tenants that an operator can read now, with their names. */
export const runningVisitsOf = (db: Db, memberId: string, now: Date) =>
  db.operatorVisit.findMany({
    where: { memberId, grantedAt: { not: null }, ...running(now) },
    orderBy: { id: "asc" },
    include: TENANT,
  });

/** A tenant's, newest first. */
export const visitsOfTenant = (db: Db, tenantId: string, limit: number, after: string | undefined) =>
  db.operatorVisit.findMany({
    where: { tenantId, ...(after === undefined ? {} : { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: limit,
  });

/** Every operator's, newest first. */
export const allVisits = (db: Db, limit: number, after: string | undefined) =>
  db.operatorVisit.findMany({
    ...(after === undefined ? {} : { where: { id: { lt: after } } }),
    orderBy: { id: "desc" },
    take: limit,
    include: { tenant: { select: { name: true } }, member: { select: { name: true } } },
  });

/** One conditional UPDATE: of two people who answer at once, one does. */
const change = async (
  db: Db,
  where: Prisma.OperatorVisitWhereInput & { id: string },
  data: Prisma.OperatorVisitUncheckedUpdateManyInput,
): Promise<VisitRow | null> => (await db.operatorVisit.updateManyAndReturn({ where, data }))[0] ?? null;

/** Null: the tenant has no such question that is still open. */
export const grantVisit = (
  db: Db,
  {
    tenantId,
    id,
    grantedBy,
    expiresAt,
  }: Pick<VisitRow, "tenantId" | "id" | "expiresAt"> & { grantedBy: string },
  now: Date,
) => change(db, { id, tenantId, grantedAt: null, ...running(now) }, { grantedBy, grantedAt: now, expiresAt });

/** Null: the tenant has no such visit or question that is not over. @param isGranted whether only a visit, or only a question, can be ended */
export const endVisit = (
  db: Db,
  which: { id: string } & ({ tenantId: string } | { memberId: string }),
  { isGranted, endedBy }: { isGranted?: boolean; endedBy: string },
  now: Date,
) =>
  change(
    db,
    {
      ...which,
      ...running(now),
      ...(isGranted === undefined ? {} : { grantedAt: isGranted ? { not: null } : null }),
    },
    { endedAt: now, endedBy },
  );

/** @returns false: it is noted already */
export const notePage = async (
  db: Db,
  page: { visitId: string; page: string; hour: Date },
): Promise<boolean> =>
  (await db.operatorVisitPage.createMany({ data: [page], skipDuplicates: true })).count === 1;
