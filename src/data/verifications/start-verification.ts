import type { Mode } from "#core/verification.ts";
import type { Database, Db } from "#data/service/client.ts";
import { VERIFICATION_START } from "#data/sql/requests.ts";
import { run } from "#data/sql/statement.ts";

type NewVerification = {
  id: string;
  tenantId: string;
  mode: Mode;
  requestId: string;
  secretHash: Uint8Array;
  minimumAge: number;
  methods: string[];
  locale: string | null;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
  ipHash: Uint8Array | null;
  maxAttempts: number;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Writes a verification and counts it, unless the month has reached `ceiling`.
 * @returns false when it has; then nothing was written
 */
export const insertVerification = async (
  database: Database,
  verification: NewVerification,
  ceiling: number,
): Promise<boolean> => {
  const v = verification;
  const rows = await run(database, VERIFICATION_START, [
    v.id,
    v.tenantId,
    v.mode,
    v.requestId,
    v.secretHash,
    v.minimumAge,
    v.methods,
    v.locale,
    v.callbackUrl,
    v.metadata === null ? null : JSON.stringify(v.metadata),
    v.ipHash,
    v.maxAttempts,
    v.createdAt,
    v.expiresAt,
    ceiling,
  ]);
  return rows.length === 1;
};

/** Running totals that workers write and /admin/metrics reads; attempts on webhooks have theirs in delivery-results.ts. */
type CounterName = "verifications_expired" | "verifications_purged" | "events_purged";

/** Adds to a total, in the transaction of what it counts. */
export const addToCounter = async (db: Db, name: CounterName, value: number): Promise<void> => {
  if (value === 0) return;
  await db.$executeRaw`
    insert into service_counter as c (name, value) values (${name}, ${value})
    on conflict (name) do update set value = c.value + excluded.value`;
};

/** All totals by name. */
export const readCounters = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.serviceCounter.findMany();
  return new Map(rows.map((row) => [row.name, Number(row.value)]));
};
