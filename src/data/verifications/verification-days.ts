import { dayName, firstIdAt, HOUR_MS } from "#core/day.ts";
import type { VerificationDay } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { run } from "#data/sql/statement.ts";
import { DAY_COUNT, DAY_WRITE, HOURS_KEEP } from "#data/sql/verifications.ts";

/** The results of the verifications started on one UTC day, by mode and method. */
export type DayCounts = Omit<VerificationDay, "tenantId">;

/** A UTC day, and the id range of verifications started on it: ids sort by time. */
export type DayIds = { day: Date; fromId: string; beforeId: string };

const HOURS_PER_DAY = 24;

/** The values for a statement about the hours of a day. */
const hoursOf = (tenantId: string, day: Date, now: Date) => {
  const idAt = (hour: number): string => firstIdAt("verification", new Date(day.getTime() + hour * HOUR_MS));
  const ids = Array.from({ length: HOURS_PER_DAY + 1 }, (_, hour) => idAt(hour));
  return [tenantId, ids.slice(0, -1), ids.slice(1), now, day] as const;
};

/**
 * Counts the hours of a day in which nothing is open any more, and stores the counts, so that `countDay` need
 * not count them.
 */
export const keepHours = async (
  database: Database,
  tenantId: string,
  day: Date,
  now: Date,
): Promise<void> => {
  await run(database, HOURS_KEEP, [...hoursOf(tenantId, day, now)]);
};

/** Counts a day as it is now, for days whose verifications may still be open. */
export const countDay = async (
  database: Database,
  tenantId: string,
  day: Date,
  now: Date,
): Promise<DayCounts[]> => {
  const rows = await run(database, DAY_COUNT, [...hoursOf(tenantId, day, now)]);
  return rows.map((row) => ({ ...row, day }));
};

/** Days whose counts are final. Both ends are included. */
export const readDays = (db: Db, tenantId: string, from: Date, through: Date): Promise<DayCounts[]> =>
  db.verificationDay.findMany({
    where: { tenantId, day: { gte: from, lte: through } },
    orderBy: [{ day: "asc" }, { mode: "asc" }, { method: "asc" }],
    omit: { tenantId: true },
  });

/** The last day whose count is final; null: none is. */
export const rolledThrough = async (db: Db, tenantId: string): Promise<Date | null> =>
  (await db.tenant.findUnique({ where: { id: tenantId }, select: { daysRolledThrough: true } }))
    ?.daysRolledThrough ?? null;

/** When the first verification at or after an id was started: days without any are skipped. */
export const firstStartFrom = async (db: Db, tenantId: string, fromId: string): Promise<Date | null> => {
  const row = await db.verification.findFirst({
    where: { tenantId, id: { gte: fromId } },
    orderBy: { id: "asc" },
    select: { createdAt: true },
  });
  return row?.createdAt ?? null;
};

/** Writes the final counts of an ended day. Counting it twice writes the same numbers. */
export const writeDay = async (
  database: Database,
  tenantId: string,
  { day, fromId, beforeId }: DayIds,
  now: Date,
): Promise<void> => {
  await run(database, DAY_WRITE, [tenantId, fromId, beforeId, now, dayName(day)]);
};

/** Never moves backwards: a slower process may write later. */
export const setRolledThrough = async (db: Db, tenantId: string, day: Date): Promise<void> => {
  await db.tenant.updateMany({
    where: { id: tenantId, OR: [{ daysRolledThrough: null }, { daysRolledThrough: { lt: day } }] },
    data: { daysRolledThrough: day },
  });
};

/** Tenants with ended days that have not been counted yet; only workers look across tenants. */
export const claimUncountedTenants = (db: Db, through: Date, limit: number): Promise<{ id: string }[]> =>
  db.tenant.findMany({
    where: { OR: [{ daysRolledThrough: null }, { daysRolledThrough: { lt: through } }] },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true },
  });
