import type { Database } from "./client.ts";

const KEPT_MS = 5_000;

type DatabaseClock = {
  /** Postgres' time, to within half the round trip that asked for it; this machine's until it was asked first. */
  now(): Date;
  /** Asks Postgres for the time, unless that was done within the last 5 seconds. */
  sync(): Promise<void>;
};

/**
 * The one clock that all workers share. Between two questions it goes on by this machine's monotonic clock, so that it
 * does not matter if the machine's own time is wrong or is set.
 */
export const createDatabaseClock = (
  database: Pick<Database, "pool">,
  machineNow: () => Date,
  monotonicMs: () => number = () => performance.now(),
): DatabaseClock => {
  let offsetMs: number | null = null;
  let syncedAtMs = Number.NEGATIVE_INFINITY;
  return {
    now: () => (offsetMs === null ? machineNow() : new Date(Math.round(offsetMs + monotonicMs()))),
    sync: async () => {
      const askedMs = monotonicMs();
      if (askedMs - syncedAtMs < KEPT_MS) return;
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
