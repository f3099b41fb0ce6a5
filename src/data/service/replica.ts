import { type Database, probe } from "./client.ts";
import { isDatabaseError } from "./errors.ts";

const ASK_AGAIN_MS = 10_000;

/** Where reports are read from: a standby of the database, or the database itself. */
export type Replica = {
  /** Runs reads on the standby, or on `primary` if there is none or the standby fails. */
  read<Result>(primary: Database, work: (database: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/**
 * For reads that may be some seconds old. A standby that is away costs one of them its wait; the others go to
 * the database until the standby answers again. It is asked every ten seconds while there are reads.
 * @param options.onAway called once each time the standby goes away, `onBack` when it is back
 */
export const createReplica = (options: {
  standby: Database | null;
  now: () => Date;
  onAway: (error: unknown) => void;
  onBack: () => void;
}): Replica => {
  const { standby, now, onAway, onBack } = options;
  /** Null while the standby is in use. */
  let askAgainAt: number | null = null;

  const leave = (error: unknown): void => {
    if (askAgainAt === null) onAway(error);
    askAgainAt = now().getTime() + ASK_AGAIN_MS;
  };

  const askAgain = async (database: Database): Promise<void> => {
    if (askAgainAt === null || now().getTime() < askAgainAt) return;
    askAgainAt = now().getTime() + ASK_AGAIN_MS;
    const state = await probe(database);
    if (state === "silent" || state === "unreachable" || askAgainAt === null) return;
    askAgainAt = null;
    onBack();
  };

  return {
    read: async (primary, work) => {
      if (!standby) return work(primary);
      void askAgain(standby);
      if (askAgainAt !== null) return work(primary);
      try {
        return await work(standby);
      } catch (error) {
        // A conflict with recovery counts too: the standby had to continue (PostgreSQL, "Handling Query
        // Conflicts").
        if (!isDatabaseError(error)) throw error;
        leave(error);
        return work(primary);
      }
    },
    close: async () => {
      await standby?.close();
    },
  };
};
