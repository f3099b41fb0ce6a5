import type { Mode } from "#core/verification.ts";
import type { Db } from "./client.ts";

/** Live verifications that tenants started in the month, by tenant id; absent means none. */
export const liveUsageOf = async (
  db: Db,
  tenantIds: readonly string[],
  month: Date,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.usageMonth.findMany({
    where: { tenantId: { in: [...tenantIds] }, month, mode: "live" },
    select: { tenantId: true, started: true },
  });
  return new Map(rows.map((row) => [row.tenantId, row.started]));
};

/** What a tenant started in each month of a range, by mode; months without any are absent. */
export const monthlyUsage = (
  db: Db,
  tenantId: string,
  from: Date,
): Promise<{ month: Date; mode: Mode; started: number }[]> =>
  db.usageMonth.findMany({
    where: { tenantId, month: { gte: from } },
    orderBy: [{ month: "asc" }, { mode: "asc" }],
    select: { month: true, mode: true, started: true },
  });

/**
 * Verifications ever started, live and test: of one tenant, or of all. Summed from the counters, which are
 * exact, because counting millions of rows is not cheap.
 */
export const totalStarted = async (db: Db, tenantId?: string): Promise<number> => {
  const { _sum } = await db.usageMonth.aggregate({
    where: tenantId === undefined ? {} : { tenantId },
    _sum: { started: true },
  });
  return _sum.started ?? 0;
};
