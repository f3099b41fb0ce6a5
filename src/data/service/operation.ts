import { isWorkerSeen } from "#data/operator/process-lives.ts";
import type { Database } from "./client.ts";

/** What the database knows about itself and about the processes that use it. */
export type DatabaseFacts = {
  /** PostgreSQL's major version. */
  version: number;
  now: Date;
  /** Whether a worker lives that is not silent. */
  hasWorker: boolean;
  /** Since when the verification that has been overdue for longest waits for a worker; null: none is overdue. */
  overdueSince: Date | null;
};

/**
 * Reads what `npm run doctor` asks.
 * @throws when the tables are missing or the database is away
 */
export const readDatabaseFacts = async ({
  pool,
  orm,
}: Pick<Database, "pool" | "orm">): Promise<DatabaseFacts> => {
  const hasWorker = await isWorkerSeen(orm);
  const { rows } = await pool.query<Omit<DatabaseFacts, "hasWorker">>(`
    select current_setting('server_version_num')::int / 10000 as version,
      clock_timestamp() as now,
      (select min(expires_at) from verification
        where status in ('pending', 'in_progress') and expires_at <= now()) as "overdueSince"`);
  const [facts] = rows;
  if (!facts) throw new Error("the database answered without a row");
  return { ...facts, hasWorker };
};
