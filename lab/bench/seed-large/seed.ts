import type pg from "pg";
import { withClient } from "../../../scripts/lib/database.ts";
import { Foreseen } from "../../../scripts/lib/foreseen.ts";
import { addDays, dayOf, daysBetween } from "../../../src/core/day.ts";
import { ensureRequestLogDays } from "../../../src/data/service/request-logs.ts";
import type { Runtime } from "../../../src/runtime/runtime.ts";
import { rollDays } from "../../../src/services/usage/usage.ts";
import { LOG_DAYS, type Work } from "./day.ts";
import { isParked, parkIndexes, restoreIndexes } from "./indexes.ts";
import { ageLargeTenant, DAYS, findLargeTenant, makeLargeTenant } from "./tenant.ts";
import { writeDays } from "./threads.ts";

type SeedOptions = { databaseUrl: string; count: number; note: (line: string) => void };

export type Seeded = { tenantId: string; written: number; total: number; seconds: number };

const countByDay = async (client: pg.Client, tenantId: string): Promise<Map<number, number>> => {
  const { rows } = await client.query<{ day: string; count: number }>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
      from verification where tenant_id = $1 group by 1`,
    [tenantId],
  );
  return new Map(rows.map(({ day, count }) => [Date.parse(`${day}T00:00:00Z`), count]));
};

// Weekends sell more, and the shop grows by half over the time.
const weightOf = (day: Date, index: number): number =>
  (1 + (0.5 * index) / DAYS) * ([0, 5, 6].includes(day.getUTCDay()) ? 1.3 : 1);

/** What is missing, spread over the days that have nothing yet: a day is written whole or not at all. */
const planDays = (now: Date, count: number, done: ReadonlyMap<number, number>): Work[] => {
  const today = dayOf(now);
  const days = daysBetween(addDays(today, 1 - DAYS), today).map((day, index) => {
    const dayMs = day.getTime() === today.getTime() ? now.getTime() - today.getTime() : 86_400_000;
    return { day, dayMs, age: DAYS - 1 - index, weight: (weightOf(day, index) * dayMs) / 86_400_000 };
  });
  const open = days.filter(({ day }) => !done.has(day.getTime()));
  const missing = count - [...done.values()].reduce((sum, one) => sum + one, 0);
  const whole = open.reduce((sum, { weight }) => sum + weight, 0);
  let weightSoFar = 0;
  let given = 0;
  return open.map(({ weight, ...work }) => {
    weightSoFar += weight;
    const of = Math.max(0, Math.round((missing * weightSoFar) / whole) - given);
    given += of;
    return { ...work, of };
  });
};

// A worker or a page may have counted days and hours before they were filled, so the service's own use case counts all of them again.
const countDays = async ({ deps }: Runtime, tenantId: string): Promise<void> => {
  await deps.db.orm.tenant.update({ where: { id: tenantId }, data: { daysRolledThrough: null } });
  await deps.db.orm.verificationDay.deleteMany({ where: { tenantId } });
  await deps.db.orm.verificationHour.deleteMany({ where: { tenantId } });
  await rollDays(deps, tenantId, DAYS + 1);
};

// Below this, indexes that are kept row by row cost less than the wait for the tables' locks.
const WORTH_PARKING = 100_000;

// Autovacuum would come to the same conclusion, later: after a load it has everything to do.
const VACUUM =
  "vacuum analyze verification, token, method_attempt, event, webhook_delivery, webhook_attempt, audit_entry";

/**
 * Fills one tenant up to `count` verifications over ninety days. After an interrupted run it writes only the missing
 * days; a full tenant stays as it is.
 */
export const seedLarge = async (
  runtime: Runtime,
  { databaseUrl, count, note }: SeedOptions,
): Promise<Seeded> => {
  const startedMs = performance.now();
  const seconds = (): number => (performance.now() - startedMs) / 1_000;
  const { deps } = runtime;
  const now = deps.now();
  return withClient(databaseUrl, async (client) => {
    await client.query("set timezone = 'UTC'; set synchronous_commit = off");
    // One at a time: two seeds would each see the days missing that the other writes.
    await client.query("select pg_advisory_lock(hashtext('lintel seed:large'))");
    const tenant = (await findLargeTenant(runtime)) ?? (await makeLargeTenant(runtime, count));
    const done = await countByDay(client, tenant.id);
    const had = [...done.values()].reduce((sum, one) => sum + one, 0);
    const finish = async (): Promise<void> => {
      await restoreIndexes(client, note);
      await client.query(VACUUM);
      await client.query("analyze request_log, usage_month");
      note(`vacuumed and analysed  ${seconds().toFixed(0)} s`);
      await countDays(runtime, tenant.id);
      await ageLargeTenant(runtime, tenant.id);
    };
    if (had >= count) {
      // All is written, by a run that did not come to its end.
      if (await isParked(client)) await finish();
      return { tenantId: tenant.id, written: 0, total: had, seconds: seconds() };
    }
    const days = daysBetween(addDays(now, 1 - LOG_DAYS), now);
    await ensureRequestLogDays(deps.db, [...days, addDays(now, 1)]);
    const plan = planDays(now, count, done);
    if (plan.length === 0)
      throw new Foreseen(
        `The tenant has ${had} verifications on all its days: for more, use another database.`,
      );
    if (count >= WORTH_PARKING && (await parkIndexes(client)))
      note("without indexes until all is written; if this is interrupted, run it again");
    let total = had;
    await writeDays({ databaseUrl, tenant, now }, plan, ({ day, of }) => {
      total += of;
      const words = [
        day.toISOString().slice(0, 10),
        `${total.toLocaleString("en")} of ${count.toLocaleString("en")}`,
        `${seconds().toFixed(0)} s`,
        `${Math.round((total - had) / seconds()).toLocaleString("en")} a second`,
      ];
      note(words.join("  "));
    });
    await finish();
    return { tenantId: tenant.id, written: total - had, total, seconds: seconds() };
  });
};
