import type { Mode } from "#core/verification.ts";
import type { Database, Db } from "./client.ts";

/** What became of the verifications started on one UTC day, by mode and method. */
export type DayCounts = {
  day: Date;
  mode: Mode;
  /** Empty where none proved anything. */
  method: string;
  started: number;
  /** Each of these is among the one before, the tenant's own checks apart. */
  opened: number;
  /** Evidence was handed in at least once. */
  tried: number;
  approved: number;
  rejected: number;
  failed: number;
  expired: number;
};

/** A UTC day, and the ids that verifications started on it have: ids sort by time. */
export type DayIds = { day: Date; fromId: string; beforeId: string };

// A person whose browser runs no scripts hands in evidence without having opened the page for us to see.
const TRIED = "attempts > 0 or (verified is not null and method is distinct from 'tenant')";

// $1 tenant, $2 and $3 the day's ids, $4 now
const GROUPED = `select mode, coalesce(method, '') as method, count(*)::int as started,
    (count(*) filter (where opened_at is not null or ${TRIED}))::int as opened,
    (count(*) filter (where ${TRIED}))::int as tried, (count(*) filter (where verified))::int as approved,
    (count(*) filter (where not verified))::int as rejected, (count(*) filter (where status = 'failed'))::int as failed,
    (count(*) filter (where status = 'expired' or (status in ('pending', 'in_progress') and expires_at <= $4)))::int
      as expired
  from verification where tenant_id = $1 and id >= $2 and id < $3 group by 1, 2`;

/** Counts a day as it is now: for one whose verifications may still be open. */
export const countDay = async (
  database: Database,
  tenantId: string,
  { day, fromId, beforeId }: DayIds,
  now: Date,
): Promise<DayCounts[]> => {
  const { rows } = await database.pool.query<Omit<DayCounts, "day">>({
    name: "verification_day_count",
    text: `${GROUPED} order by 1, 2`,
    values: [tenantId, fromId, beforeId, now],
  });
  return rows.map((row) => ({ ...row, day }));
};

/** Days that were counted for good. Both ends are inside. */
export const readDays = (db: Db, tenantId: string, from: Date, through: Date): Promise<DayCounts[]> =>
  db.verificationDay.findMany({
    where: { tenantId, day: { gte: from, lte: through } },
    orderBy: [{ day: "asc" }, { mode: "asc" }, { method: "asc" }],
    omit: { tenantId: true },
  });

/** Up to which day a tenant is counted for good; null: not at all. */
export const rolledThrough = async (db: Db, tenantId: string): Promise<Date | null> =>
  (await db.tenant.findUnique({ where: { id: tenantId }, select: { daysRolledThrough: true } }))
    ?.daysRolledThrough ?? null;

/** When the first verification at or behind an id was started: days without any are stepped over. */
export const firstStartFrom = async (db: Db, tenantId: string, fromId: string): Promise<Date | null> => {
  const row = await db.verification.findFirst({
    where: { tenantId, id: { gte: fromId } },
    orderBy: { id: "asc" },
    select: { createdAt: true },
  });
  return row?.createdAt ?? null;
};

/** Counts an ended day for good. Counting it twice writes the same numbers. */
export const writeDay = async (
  database: Database,
  tenantId: string,
  { day, fromId, beforeId }: DayIds,
  now: Date,
): Promise<void> => {
  await database.pool.query({
    name: "verification_day_write",
    text: `insert into verification_day
        (tenant_id, day, mode, method, started, opened, tried, approved, rejected, failed, expired)
      select $1, $5::date, mode, method, started, opened, tried, approved, rejected, failed, expired
      from (${GROUPED}) counted
      on conflict (tenant_id, day, mode, method) do nothing`,
    values: [tenantId, fromId, beforeId, now, day.toISOString().slice(0, 10)],
  });
};

/** Never backwards: somebody slower may have been at it too. */
export const setRolledThrough = async (db: Db, tenantId: string, day: Date): Promise<void> => {
  await db.tenant.updateMany({
    where: { id: tenantId, OR: [{ daysRolledThrough: null }, { daysRolledThrough: { lt: day } }] },
    data: { daysRolledThrough: day },
  });
};

/** Tenants that have ended days which were not counted yet; only workers look across tenants. */
export const claimUncountedTenants = (db: Db, through: Date, limit: number): Promise<{ id: string }[]> =>
  db.tenant.findMany({
    where: { OR: [{ daysRolledThrough: null }, { daysRolledThrough: { lt: through } }] },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true },
  });
