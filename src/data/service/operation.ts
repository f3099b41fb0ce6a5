import { SILENT_MINUTES } from "#core/operator/findings.ts";
import type { Database } from "./client.ts";

/** What the database knows about itself and about what waits. */
export type DatabaseFacts = {
  /** PostgreSQL's major version. */
  version: number;
  now: Date;
  /** Since when the verification that has been overdue for longest waits for a worker; null: none is overdue. */
  overdueSince: Date | null;
  /** Whether the role of this connection is a superuser. */
  isSuperuser: boolean;
  /** How many connections roles without special rights can have, all together. */
  connections: number;
  /** Processes of each kind that gave a sign of life in the last minutes. */
  serves: number;
  workers: number;
};

/**
 * Reads what `npm run doctor` asks.
 * @throws when the tables are missing or the database is away
 */
export const readDatabaseFacts = async ({ pool }: Pick<Database, "pool">): Promise<DatabaseFacts> => {
  const { rows } = await pool.query<DatabaseFacts>(
    `with life as (
      select kind from worker_life where seen_at > clock_timestamp() - make_interval(mins => $1::int)
    )
    select current_setting('server_version_num')::int / 10000 as version,
      clock_timestamp() as now,
      (select min(expires_at) from verification
        where status in ('pending', 'in_progress') and expires_at <= now()) as "overdueSince",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as connections,
      (select count(*) from life where kind = 'serve')::int as serves,
      (select count(*) from life where kind = 'worker')::int as workers`,
    [SILENT_MINUTES],
  );
  const [facts] = rows;
  if (!facts) throw new Error("the database answered without a row");
  return facts;
};
