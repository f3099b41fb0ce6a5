import type { Database } from "./client.ts";

/** The channel on which workers hear that deliveries are due. */
export const WAKE_CHANNEL = "lintel_deliveries";

const EVERY_MS = 3;

// Notifying transactions commit one after the other; this one does not wait for the disk, since nothing in it can be lost.
const NOTIFY = {
  name: "wake_deliveries",
  text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, '')",
  values: [WAKE_CHANNEL],
};

/**
 * A function that wakes the delivery workers by NOTIFY: on a connection of its own, after the commit, at most 300 times a
 * second per process. A lost wake costs half a second, until the worker's poll.
 */
export const createWaker = (database: Database): (() => void) => {
  let isPausing = false;
  let isWanted = false;
  const notify = (): void => {
    isWanted = false;
    isPausing = true;
    database.pool.query(NOTIFY).catch(() => undefined);
    setTimeout(() => {
      isPausing = false;
      if (isWanted) notify();
    }, EVERY_MS).unref();
  };
  return () => {
    isWanted = true;
    if (!isPausing) notify();
  };
};
