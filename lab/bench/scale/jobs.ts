import { withClient } from "../../../scripts/lib/database.ts";
import { findTenant } from "../../../src/data/tenants/tenants.ts";
import { systemCtx } from "../../../src/runtime/runtime.ts";
import { startVerification } from "../../../src/services/check/start.ts";
import { JOBS } from "../../../src/worker/jobs.ts";
import type { Timed } from "../measure.ts";
import { createChance } from "../seed-large/chance.ts";
import { copyRows } from "../seed-large/copy.ts";
import { toldOf, verificationRow } from "../seed-large/rows.ts";
import { makeVerification } from "../seed-large/verification.ts";
import { newOrder, type Side } from "./side.ts";

/** What the worker takes in one go. */
const OVERDUE = 50;
const TOO_OLD = 100;
// Older than the tenant keeps anything (`seed:large` says 3,650 days), and than whatever else it has.
const AGE_DAYS = 3_700;
const DAY_MS = 86_400_000;

const jobOf = (name: string) => {
  const job = JOBS.find((one) => one.name === name);
  if (!job) throw new Error(`the worker has no job ${name}`);
  return job;
};

/** Fifty verifications whose time is up, begun as tenants begin them. */
const makeOverdue = async ({ runtime, tenantId }: Side): Promise<void> => {
  const { deps } = runtime;
  const tenant = await findTenant(deps.db.orm, tenantId);
  if (!tenant) throw new Error("the tenant is gone");
  const ctx = { ...systemCtx(deps), tenant, mode: "live" } as const;
  const ids: string[] = [];
  for (let i = 0; i < OVERDUE; i += 1)
    ids.push((await startVerification(ctx, { metadata: newOrder() })).verificationId);
  await deps.db.pool.query("update verification set expires_at = $2 where id = any($1)", [
    ids,
    new Date(deps.now().getTime() - DAY_MS),
  ]);
};

/** A hundred verifications with their events, from before the tenant's retention. */
const makeTooOld = async ({ runtime, tenantId, url }: Side): Promise<void> => {
  const now = runtime.deps.now();
  const day = new Date(now.getTime() - AGE_DAYS * DAY_MS);
  const chance = createChance();
  const made = Array.from({ length: TOO_OLD }, (_, number) =>
    makeVerification(chance, tenantId, { day, dayMs: DAY_MS, number, of: TOO_OLD }, now),
  );
  const endpoint = await runtime.deps.db.orm.webhookEndpoint.findFirstOrThrow({ where: { tenantId } });
  await withClient(url, async (client) => {
    const verification = made.map((one) => verificationRow(chance, one));
    const all = { verification, ...toldOf(chance, made, endpoint.id) };
    for (const [table, rows] of Object.entries(all)) await copyRows(client, table, rows);
  });
};

const leftOver = async ({ runtime, tenantId }: Side): Promise<number> => {
  const { rows } = await runtime.deps.db.pool.query<{ left: number }>(
    `select ((select count(*) from event where tenant_id = $1 and created_at < $2 and id < 'evt_01')
      + (select count(*) from verification where tenant_id = $1 and metadata is not null
          and created_at < $2 and id < (select min(id) from verification where tenant_id = $1 and created_at > $2)))::int as left`,
    [tenantId, new Date(runtime.deps.now().getTime() - (AGE_DAYS - 2) * DAY_MS)],
  );
  return rows[0]?.left ?? Number.NaN;
};

/** The worker's jobs that look for old rows, each with the same work to do on either side. */
export const jobsOf = (
  side: Side,
): { prepare: () => Promise<void>; timed: Timed[]; check: () => Promise<void> } => {
  const expire = jobOf("expire-verifications");
  const purge = jobOf("purge-expired-data");
  return {
    prepare: async () => {
      await makeOverdue(side);
      await makeTooOld(side);
    },
    timed: [
      {
        name: `expiry sweep of ${OVERDUE} ${side.label}`,
        ask: async () => {
          const done = await expire.run(side.runtime);
          if (done !== OVERDUE) throw new Error(`${side.label}: expired ${done} and not ${OVERDUE}`);
        },
      },
      { name: `retention purge of ${TOO_OLD} ${side.label}`, ask: () => purge.run(side.runtime) },
    ],
    check: async () => {
      const left = await leftOver(side);
      if (left !== 0) throw new Error(`${side.label}: ${left} old rows were not erased`);
    },
  };
};
