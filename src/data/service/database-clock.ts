import type { Database } from "./client.ts";

const SYNC_INTERVAL_MS = 5_000;

/**
 * The clock that all workers share. Between two syncs it follows this machine's monotonic clock, so a wrong or changed
 * machine time does not matter.
 */
export const createDatabaseClock = (
  database: Pick<Database, "pool">,
  machineNow: () => Date,
  monotonicMs: () => number = () => performance.now(),
) => {
  let offsetMs: number | null = null;
  let syncedAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Postgres' time, to within half the round trip of the query; this machine's until the first sync. */
    now: (): Date => (offsetMs === null ? machineNow() : new Date(Math.round(offsetMs + monotonicMs()))),
    /** Asks Postgres for the time, unless the last answer is less than 5 seconds old. */
    sync: async (): Promise<void> => {
      const askedMs = monotonicMs();
      if (askedMs - syncedAtMs < SYNC_INTERVAL_MS) return;
      const { rows } = await database.pool.query<{ ms: number }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
      );
      const [row] = rows;
      if (!row) return;
      const answeredMs = monotonicMs();
      offsetMs = row.ms - (askedMs + answeredMs) / 2;
      syncedAtMs = answeredMs;
    },
  };
};
