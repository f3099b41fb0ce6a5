import type { Database } from "./client.ts";

/** What the database knows about itself and about what waits. */
export type DatabaseFacts = {
  /** PostgreSQL's major version. */
  version: number;
  now: Date;
  /** Since when the verification that has been overdue for longest waits for a worker; null: none is overdue. */
  overdueSince: Date | null;
};

/**
 * Reads what `npm run doctor` asks.
 * @throws when the tables are missing or the database is away
 */
export const readDatabaseFacts = async ({ pool }: Pick<Database, "pool">): Promise<DatabaseFacts> => {
  const { rows } = await pool.query<DatabaseFacts>(`
    select current_setting('server_version_num')::int / 10000 as version,
      clock_timestamp() as now,
      (select min(expires_at) from verification
        where status in ('pending', 'in_progress') and expires_at <= now()) as "overdueSince"`);
  const [facts] = rows;
  if (!facts) throw new Error("the database answered without a row");
  return facts;
};
