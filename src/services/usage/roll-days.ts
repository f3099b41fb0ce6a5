import { addDays, dayOf, firstIdAt } from "#core/day.ts";
import {
  claimUncountedTenants,
  type DayIds,
  firstStartFrom,
  rolledThrough,
  setRolledThrough,
  writeDay,
} from "#data/verification-days.ts";
import type { Deps } from "../context.ts";

// A verification lives 24 hours at most, so the day after its own is the last on which it can end.
const ENDED_AFTER_DAYS = 2;

/** The last day all of whose verifications have ended. */
export const lastEndedDay = (now: Date): Date => addDays(dayOf(now), -ENDED_AFTER_DAYS);

export const idsOfDay = (day: Date): DayIds => ({
  day,
  fromId: firstIdAt("verification", day),
  beforeId: firstIdAt("verification", addDays(day, 1)),
});

/**
 * Counts a tenant's ended days for good, so that reports need not walk over millions of verifications.
 * @param maxDays with verifications, at most: a piece of work with an end
 * @returns up to which day it is counted now; null: nothing is
 */
export const rollDays = async (deps: Deps, tenantId: string, maxDays: number): Promise<Date | null> => {
  const db = deps.db.orm;
  const now = deps.now();
  const last = lastEndedDay(now);
  let through = await rolledThrough(db, tenantId);
  for (let done = 0; done < maxDays && (through === null || through < last); done += 1) {
    const from = through === null ? "ver_" : firstIdAt("verification", addDays(through, 1));
    const next = await firstStartFrom(db, tenantId, from);
    const day = next && dayOf(next) <= last ? dayOf(next) : null;
    if (day) await writeDay(deps.db, tenantId, idsOfDay(day), now);
    through = day ?? last;
    await setRolledThrough(db, tenantId, through);
  }
  return through;
};

/** Counts some ended days of some tenants. @returns how many tenants were looked at; none: all is counted */
export const rollAllDays = async (deps: Deps, tenants: number, daysEach: number): Promise<number> => {
  const found = await claimUncountedTenants(deps.db.orm, lastEndedDay(deps.now()), tenants);
  for (const { id } of found) await rollDays(deps, id, daysEach);
  return found.length;
};
