import { addDays, dayOf, daysBetween } from "#core/day.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { createChance } from "../../../lab/bench/seed-large/chance.ts";
import { copyRows } from "../../../lab/bench/seed-large/copy.ts";
import { writeSurroundings } from "../../../lab/bench/seed-large/day.ts";
import { verificationRow } from "../../../lab/bench/seed-large/rows.ts";
import { auditRows } from "../../../lab/bench/seed-large/tenant.ts";
import { makeVerification } from "../../../lab/bench/seed-large/verification.ts";
import { withClient } from "../../../scripts/lib/database.ts";
import { scriptRuntime } from "../../../scripts/lib/script-runtime.ts";

const DAYS = 7;
const AUDIT_PER_DAY = 12;

/** The database of the service under test. */
export const databaseUrl = (): string => {
  const url = process.env.E2E_DATABASE_URL;
  if (!url) throw new Error("E2E_DATABASE_URL is set by the browser tests' own setup");
  return url;
};

/** Gives a tenant a week in which `count` verifications were started, with all that comes of them. */
export const fillTenant = async (tenantId: string, endpointId: string, count: number): Promise<void> => {
  if (count === 0) return;
  const runtime = await scriptRuntime(databaseUrl());
  const now = runtime.deps.now();
  const chance = createChance();
  const days = daysBetween(addDays(dayOf(now), 1 - DAYS), dayOf(now));
  await ensureRequestLogDays(runtime.deps.db, [...days, addDays(dayOf(now), 1)]);
  await runtime.close();
  const made = days.flatMap((day, index) => {
    const isToday = index === DAYS - 1;
    const of = Math.floor(count / DAYS) + (isToday ? count % DAYS : 0);
    const dayMs = isToday ? now.getTime() - day.getTime() : 86_400_000;
    return Array.from({ length: of }, (_, number) =>
      makeVerification(chance, tenantId, { day, dayMs, number, of }, now),
    );
  });
  await withClient(databaseUrl(), async (client) => {
    await client.query("set timezone = 'UTC'; begin");
    await client.query("update tenant set created_at = $2 where id = $1", [tenantId, days[0]]);
    await copyRows(
      client,
      "verification",
      made.map((one) => verificationRow(chance, one)),
    );
    await writeSurroundings(client, chance, { made, age: 0, endpointId });
    await copyRows(
      client,
      "audit_entry",
      days.flatMap((day) => auditRows(chance, tenantId, day, AUDIT_PER_DAY)),
    );
    await client.query("commit; analyze verification, webhook_delivery, event, request_log, audit_entry");
  });
};
