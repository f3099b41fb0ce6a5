import type pg from "pg";
import { withClient } from "../../../scripts/lib/database.ts";
import { Foreseen } from "../../../scripts/lib/foreseen.ts";
import { addDays, dayOf, daysBetween } from "../../../src/core/day.ts";
import { monthOf } from "../../../src/core/quota.ts";
import type { Verification } from "../../../src/core/verification.ts";
import { ensureRequestLogDays } from "../../../src/data/service/request-logs.ts";
import type { Runtime } from "../../../src/runtime.ts";
import { rollDays } from "../../../src/services/usage/usage.ts";
import { type Chance, createChance } from "./chance.ts";
import { copyRows } from "./copy.ts";
import { attemptRows, logRows, type Row, tokenRows, toldOf, verificationRow } from "./rows.ts";
import {
  ageLargeTenant,
  auditRows,
  DAYS,
  findLargeTenant,
  type LargeTenant,
  makeLargeTenant,
} from "./tenant.ts";
import { makeVerification } from "./verification.ts";

// Evidence, webhooks and logs exist for the last days only: that is where pages show them, and a seed has minutes.
const EVIDENCE_DAYS = 30;
const WEBHOOK_DAYS = 14;
const LOG_DAYS = 7;
const AUDIT_PER_DAY = 50;

type SeedOptions = { databaseUrl: string; count: number; note: (line: string) => void };

export type Seeded = { tenantId: string; written: number; total: number; seconds: number };

type Work = { day: Date; dayMs: number; of: number; age: number };

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

const countUsage = async (client: pg.Client, made: readonly Verification[]): Promise<void> => {
  for (const mode of ["live", "test"] as const) {
    const ofMode = made.filter((one) => one.mode === mode);
    const [first] = ofMode;
    if (!first) continue;
    await client.query(
      `insert into usage_month as u (tenant_id, month, mode, started) values ($1, $2::date, $3::mode, $4)
        on conflict (tenant_id, month, mode) do update set started = u.started + excluded.started`,
      [first.tenantId, monthOf(first.createdAt).toISOString().slice(0, 10), mode, ofMode.length],
    );
  }
};

/** What verifications of one age in days have around them: evidence, tokens, webhooks and log lines. */
export const writeSurroundings = async (
  client: pg.Client,
  chance: Chance,
  { made, age, endpointId }: { made: readonly Verification[]; age: number; endpointId: string },
): Promise<void> => {
  const ofEach = (rows: (chance: Chance, v: Verification) => Row[]): Row[] =>
    made.flatMap((one) => rows(chance, one));
  if (age < EVIDENCE_DAYS) {
    await copyRows(client, "method_attempt", ofEach(attemptRows));
    await copyRows(client, "token", ofEach(tokenRows));
  }
  if (age < WEBHOOK_DAYS) {
    const { events, deliveries, attempts } = toldOf(chance, made, endpointId);
    await copyRows(client, "event", events);
    await copyRows(client, "webhook_delivery", deliveries);
    await copyRows(client, "webhook_attempt", attempts);
  }
  if (age < LOG_DAYS) await copyRows(client, "request_log", ofEach(logRows));
};

/** A day in one transaction. */
const writeDay = async (
  client: pg.Client,
  chance: Chance,
  tenant: LargeTenant,
  { day, dayMs, of, age }: Work,
  now: Date,
): Promise<void> => {
  const made = Array.from({ length: of }, (_, number) =>
    makeVerification(chance, tenant.id, { day, dayMs, number, of }, now),
  );
  await client.query("begin");
  const verifications = made.map((one) => verificationRow(chance, one));
  await copyRows(client, "verification", verifications);
  await countUsage(client, made);
  await writeSurroundings(client, chance, { made, age, endpointId: tenant.endpointId });
  await copyRows(client, "audit_entry", auditRows(chance, tenant.id, day, AUDIT_PER_DAY));
  await client.query("commit");
};

// A worker may have counted days before they were filled, so the service's own use case counts all of them again.
const countDays = async ({ deps }: Runtime, tenantId: string): Promise<void> => {
  await deps.db.orm.tenant.update({ where: { id: tenantId }, data: { daysRolledThrough: null } });
  await deps.db.orm.verificationDay.deleteMany({ where: { tenantId } });
  await rollDays(deps, tenantId, DAYS + 1);
};

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
  const chance = createChance();
  return withClient(databaseUrl, async (client) => {
    await client.query("set timezone = 'UTC'; set synchronous_commit = off");
    // One at a time: two seeds would each see the days missing that the other writes.
    await client.query("select pg_advisory_lock(hashtext('lintel seed:large'))");
    const tenant = (await findLargeTenant(runtime)) ?? (await makeLargeTenant(runtime));
    const done = await countByDay(client, tenant.id);
    const had = [...done.values()].reduce((sum, one) => sum + one, 0);
    if (had >= count) return { tenantId: tenant.id, written: 0, total: had, seconds: seconds() };
    const days = daysBetween(addDays(now, 1 - LOG_DAYS), now);
    await ensureRequestLogDays(deps.db, [...days, addDays(now, 1)]);
    let total = had;
    const plan = planDays(now, count, done);
    if (plan.length === 0)
      throw new Foreseen(
        `The tenant has ${had} verifications on all its days: for more, use another database.`,
      );
    for (const work of plan) {
      await writeDay(client, chance, tenant, work, now);
      total += work.of;
      const day = work.day.toISOString().slice(0, 10);
      note(
        `${day}  ${total.toLocaleString("en")} of ${count.toLocaleString("en")}  ${seconds().toFixed(0)} s`,
      );
    }
    await client.query(
      "vacuum analyze verification, token, method_attempt, event, webhook_delivery, webhook_attempt, audit_entry",
    );
    await client.query("analyze request_log, usage_month");
    await countDays(runtime, tenant.id);
    await ageLargeTenant(runtime, tenant.id);
    return { tenantId: tenant.id, written: total - had, total, seconds: seconds() };
  });
};
