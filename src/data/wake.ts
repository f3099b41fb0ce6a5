import type { Database } from "./client.ts";
import { WAKE } from "./sql/requests.ts";
import { run } from "./sql/statement.ts";

/** The channel on which workers hear that deliveries are due. */
export const WAKE_CHANNEL = "lintel_deliveries";

const EVERY_MS = 3;

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
    run(database, WAKE, [WAKE_CHANNEL]).catch(() => undefined);
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
