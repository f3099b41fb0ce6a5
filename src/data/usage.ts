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
