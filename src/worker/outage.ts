import { setTimeout as pause } from "node:timers/promises";
import { whyAway } from "#data/connection/why-away.ts";
import { isAway } from "#data/service/client.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import { reachTestWord } from "#data/service/secret-check.ts";
import type { Deps } from "#services/context.ts";

// A worker asks its database some twelve times a second. While it is away, each of these questions fails, and one line says so.

export type Outage = {
  /**
   * Takes note of a failure. The first that finds the database away is logged.
   * @returns whether the database is away, so that the caller has nothing to add
   */
  covers(error: unknown): Promise<boolean>;
};

/** For jobs and deliveries by themselves, as tests run them: every failure is said. */
export const SAYS_ALL: Outage = { covers: () => Promise.resolve(false) };

const ASK_AGAIN_MS = 2_000;

/** The outages of a worker's database: one line when it goes and one when it is back. @param signal when the worker stops */
export const createOutage = (deps: Pick<Deps, "db" | "log" | "now">, signal: AbortSignal): Outage => {
  const { db, log, now } = deps;
  let awaySince: Date | null = null;

  const awaitReturn = async (since: Date): Promise<void> => {
    do {
      await pause(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    } while (await isAway(db));
    awaySince = null;
    log.info("the database is back", {
      awaySeconds: Math.round((now().getTime() - since.getTime()) / 1_000),
    });
  };

  return {
    covers: async (error) => {
      if (!isDatabaseError(error)) return false;
      if (awaySince !== null) return true;
      // It may be another service that does not answer, with the same codes: so the database itself is asked.
      if (!(await isAway(db))) return false;
      // Another part of the worker may have found it while this one asked.
      if (awaySince !== null) return true;
      const since = now();
      awaySince = since;
      // Asked through the driver: an error of Prisma's would not say why.
      const reason = await reachTestWord(db).then(
        () => error,
        (failure: unknown) => failure,
      );
      const { code, why } = whyAway(reason);
      log.warn("the database is away: jobs and deliveries wait for it", { code, why });
      void awaitReturn(since);
      return true;
    },
  };
};

/**
 * The connection that listens for new deliveries, which may lead elsewhere than all others (DATABASE_SESSION_URL): one line when
 * it fails for the second time in a row, and one when it works again.
 */
export const createListeningNotice = (
  { log }: Pick<Deps, "log">,
  outage: Outage,
  setting: "DATABASE_URL" | "DATABASE_SESSION_URL",
) => {
  let failures = 0;
  let isSaid = false;
  return {
    failed: async (error: unknown): Promise<void> => {
      if (await outage.covers(error)) {
        failures = 0;
        return;
      }
      failures += 1;
      // It connects again after two seconds, and once is not an outage.
      if (isSaid || failures < 2) return;
      isSaid = true;
      const { code, why } = whyAway(error, setting);
      log.warn("no connection listens for new deliveries: each waits up to half a second", { code, why });
    },
    works: (): void => {
      failures = 0;
      if (isSaid) log.info("a connection listens for new deliveries again");
      isSaid = false;
    },
  };
};
