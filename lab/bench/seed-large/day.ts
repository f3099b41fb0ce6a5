import type pg from "pg";
import { monthOf } from "../../../src/core/billing/quota.ts";
import type { Verification } from "../../../src/core/verification.ts";
import type { Chance } from "./chance.ts";
import { copyRows } from "./copy.ts";
import { attemptRows, logRows, type Row, tokenRows, toldOf, verificationRow } from "./rows.ts";
import { auditRows, type LargeTenant } from "./tenant.ts";
import { makeVerification } from "./verification.ts";

// Evidence, webhooks and logs exist for the last days only: that is where pages show them, and a seed has minutes.
const EVIDENCE_DAYS = 30;
const WEBHOOK_DAYS = 14;
export const LOG_DAYS = 7;
const AUDIT_PER_DAY = 50;
// A day of ten million is 110,000 verifications: in pieces, it does not have to be in memory at once.
const PIECE = 5_000;

/** A day to write: how much of it is over, how many verifications it gets, and how many days ago it was. */
export type Work = { day: Date; dayMs: number; of: number; age: number };

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
    const told = toldOf(chance, made, endpointId);
    for (const [table, rows] of Object.entries(told)) await copyRows(client, table, rows);
  }
  if (age < LOG_DAYS) await copyRows(client, "request_log", ofEach(logRows));
};

const countUsage = async (
  client: pg.Client,
  tenantId: string,
  day: Date,
  started: Readonly<Record<"live" | "test", number>>,
): Promise<void> => {
  for (const mode of ["live", "test"] as const) {
    if (started[mode] === 0) continue;
    await client.query(
      `insert into usage_month as u (tenant_id, month, mode, started) values ($1, $2::date, $3::mode, $4)
        on conflict (tenant_id, month, mode) do update set started = u.started + excluded.started`,
      [tenantId, monthOf(day).toISOString().slice(0, 10), mode, started[mode]],
    );
  }
};

/** Writes a day in one transaction: it is there whole or not at all. */
export const writeDay = async (
  client: pg.Client,
  chance: Chance,
  tenant: LargeTenant,
  { day, dayMs, of, age }: Work,
  now: Date,
): Promise<void> => {
  const started = { live: 0, test: 0 };
  await client.query("begin");
  for (let from = 0; from < of; from += PIECE) {
    const made = Array.from({ length: Math.min(PIECE, of - from) }, (_, index) =>
      makeVerification(chance, tenant.id, { day, dayMs, number: from + index, of }, now),
    );
    await copyRows(
      client,
      "verification",
      made.map((one) => verificationRow(chance, one)),
    );
    await writeSurroundings(client, chance, { made, age, endpointId: tenant.endpointId });
    for (const { mode } of made) started[mode] += 1;
  }
  await copyRows(client, "audit_entry", auditRows(chance, tenant.id, day, AUDIT_PER_DAY));
  // Last: the days of a month share these rows, and each day's transaction holds their locks from here on.
  await countUsage(client, tenant.id, day, started);
  await client.query("commit");
};
