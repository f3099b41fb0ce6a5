import type { Database } from "#data/service/client.ts";
import { ACKNOWLEDGE_HELD, LISTENERS_DUE, TAKE_HELD } from "#data/sql/listeners.ts";
import { type RowOf, run } from "#data/sql/statement.ts";

/** A delivery that a listener has leased. */
export type TakenDelivery = RowOf<typeof TAKE_HELD>;

/** Leases due deliveries, oldest first; none for a listener or a key that has ended. */
export const takeHeld = async (
  database: Database,
  input: {
    tenantId: string;
    listenerId: string;
    keyId: string;
    now: Date;
    leaseSeconds: number;
    limit: number;
  },
): Promise<TakenDelivery[]> => {
  const { tenantId, listenerId, keyId, now, leaseSeconds, limit } = input;
  const values = [listenerId, tenantId, keyId, now, leaseSeconds, limit] as const;
  const taken = await run(database, TAKE_HELD, values);
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1)); // an UPDATE returns rows in any order
};

/** What a command line's target did with a delivery. */
export type HeldResult = {
  id: string;
  /** The fencing token of its lease. */
  attempt: number;
  isDelivered: boolean;
  status: number | null;
  code: string | null;
  durationMs: number;
  at: Date;
};

/** Ends deliveries with their results. @returns the ids whose result is recorded, by this call or an earlier one */
export const acknowledgeHeld = async (
  database: Database,
  { tenantId, listenerId }: { tenantId: string; listenerId: string },
  results: readonly HeldResult[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  if (results.length === 0) return new Set();
  const rows = results.map(({ id, attempt, isDelivered, status, code, durationMs, at }) => ({
    ...{ id, attempt, ok: isDelivered, http: status, code, ms: durationMs, at },
  }));
  const recorded = await run(database, ACKNOWLEDGE_HELD, [listenerId, tenantId, now, JSON.stringify(rows)]);
  return new Set(recorded.map(({ id }) => id));
};

/** Those of the listeners that have something to take. */
export const listenersDue = async (
  database: Database,
  listenerIds: readonly string[],
  now: Date,
): Promise<string[]> => (await run(database, LISTENERS_DUE, [listenerIds, now])).map(({ id }) => id);
