import { addDays, dayOf, daysBetween } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import { countDay, type DayCounts, readDays } from "#data/verification-days.ts";
import type { Deps } from "../context.ts";
import { idsOfDay, rollDays } from "./roll-days.ts";

export type { DayCounts } from "#data/verification-days.ts";

export type Counts = Omit<DayCounts, "day" | "mode" | "method">;

// What a page may make up for when the worker has not come by.
const ROLL_DAYS = 40;

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** What became of the verifications started from one day through another; today's as they are now. */
export const dayCounts = async (
  deps: Deps,
  tenantId: string,
  from: Date,
  through: Date,
): Promise<DayCounts[]> => {
  const rolled = await rollDays(deps, tenantId, ROLL_DAYS);
  const openFrom = rolled === null ? dayOf(from) : later(dayOf(from), addDays(rolled, 1));
  const now = deps.now();
  const last = through < now ? through : now;
  const [ended, open] = await Promise.all([
    rolled === null ? [] : readDays(deps.db.orm, tenantId, dayOf(from), rolled < through ? rolled : through),
    Promise.all(daysBetween(openFrom, last).map((day) => countDay(deps.db, tenantId, idsOfDay(day), now))),
  ]);
  return [...ended, ...open.flat()];
};

const NONE: Counts = { started: 0, opened: 0, tried: 0, approved: 0, rejected: 0, failed: 0, expired: 0 };

/** The sum of those that match. */
export const sumCounts = (rows: readonly DayCounts[], matches: (row: DayCounts) => boolean): Counts =>
  rows.filter(matches).reduce(
    (sum, row) => ({
      started: sum.started + row.started,
      opened: sum.opened + row.opened,
      tried: sum.tried + row.tried,
      approved: sum.approved + row.approved,
      rejected: sum.rejected + row.rejected,
      failed: sum.failed + row.failed,
      expired: sum.expired + row.expired,
    }),
    NONE,
  );

export type DayUsage = { day: string; live: number; test: number; byMethod: Record<string, number> };

const methodsOf = (rows: readonly DayCounts[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { method, started } of rows) if (method !== "") sums[method] = (sums[method] ?? 0) + started;
  return sums;
};

const startedIn = (rows: readonly DayCounts[], mode: Mode): number =>
  sumCounts(rows, (row) => row.mode === mode).started;

/** One line for every day, also for those without any; `byMethod` counts live ones that a method has ended. */
export const perDay = (rows: readonly DayCounts[], from: Date, through: Date): DayUsage[] => {
  const byDay = Map.groupBy(rows, ({ day }) => day.getTime());
  return daysBetween(from, through).map((day) => {
    const ofDay = byDay.get(day.getTime()) ?? [];
    return {
      day: day.toISOString().slice(0, 10),
      live: startedIn(ofDay, "live"),
      test: startedIn(ofDay, "test"),
      byMethod: methodsOf(ofDay.filter(({ mode }) => mode === "live")),
    };
  });
};
