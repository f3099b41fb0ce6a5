import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "#services/context.ts";
import { isBehind } from "#services/migrations.ts";
import type { Outage } from "./outage.ts";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
const SAID_FOR_MS = 60_000;

/**
 * Waits until the database has all migrations of this release, or for the signal: without its tables each of a worker's questions
 * fails, some twelve a second. One line says so, again after each minute, and one that the worker begins.
 * @param outage says that the database is away, which is waited for too. Any other failure to ask ends the wait: jobs say what they lack
 */
export const awaitMigrations = async (
  deps: Pick<Deps, "db" | "settings" | "log" | "now">,
  outage: Outage,
  signal: AbortSignal,
): Promise<void> => {
  const { log, now } = deps;
  let saidAt: Date | null = null;
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const found = await isBehind(deps).then(
      (lacksSome) => (lacksSome ? "pending" : "there"),
      async (error: unknown) => ((await outage.covers(error)) ? "away" : "unknown"),
    );
    if (found === "there" && saidAt && !signal.aborted)
      log.info("the migrations are there: jobs and deliveries begin");
    if (found === "there" || found === "unknown") return;
    if (found === "pending" && (!saidAt || now().getTime() - saidAt.getTime() >= SAID_FOR_MS)) {
      saidAt = now();
      log.warn("migrations of this release are pending (npm run migrate): jobs and deliveries wait for them");
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined); // it rejects at the signal
  }
};
