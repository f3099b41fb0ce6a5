import { randomUUID } from "node:crypto";
import type pg from "pg";
import { withClient } from "./database.ts";
import { Foreseen } from "./foreseen.ts";

/** `checksum` is the SHA-256 of migration.sql in hex, as Prisma writes it. */
export type Migration = { name: string; sql: string; checksum: string };

/**
 * What `_prisma_migrations` says of a migration. "unfinished": begun, and no end was recorded; only Prisma's own
 * engine, a version of Lintel that used it, and CREATE INDEX CONCURRENTLY can leave that.
 */
export type HistoryState = "applied" | "unfinished" | "rolled back";

// Every process that migrates the same database takes the same locks, in this order. The first number is
// arbitrary but must never change; the second is the one that Prisma's engine takes.
const MIGRATION_LOCKS = ["7206911846281937", "72707369"];

// Prisma's own words: its command line goes on from here at any time.
const CREATE_HISTORY = `create table if not exists _prisma_migrations (
  id                  varchar(36) primary key not null,
  checksum            varchar(64) not null,
  finished_at         timestamptz,
  migration_name      varchar(255) not null,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

// The tables of an extension do not show that another program uses the database.
const HAS_TABLES = `select to_regclass('_prisma_migrations') is null and exists (
  select from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as is_foreign`;

/**
 * Runs `use` alone on this database. The connection that holds the locks is the one that migrates: what a killed
 * process sent to Postgres may still run, and keeps the next process out until it is over.
 */
export async function withMigrationLock<T>(
  databaseUrl: string,
  note: (line: string) => void,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(databaseUrl, async (client) => {
    for (const lock of MIGRATION_LOCKS) {
      for (let attempt = 1; ; attempt += 1) {
        // Asking again and again, not waiting inside Postgres: a waiting statement holds a snapshot, and the
        // other process's CREATE INDEX CONCURRENTLY would wait for that snapshot without end.
        const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [lock]);
        if (rows[0]?.held === true) break;
        if (attempt === 5) note("waiting for another migration of this database to end");
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    return use(client); // the locks end with the connection
  });
}

/** Makes the history of an empty database; throws `Foreseen` where there are tables that it does not know. */
export async function ensureHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query(HAS_TABLES);
  if (rows[0]?.is_foreign === true) {
    throw new Foreseen(
      "The database has tables, but no history of migrations (_prisma_migrations): it may belong to another program. " +
        "Give Lintel a separate, empty database.",
    );
  }
  await client.query("set client_min_messages = warning"); // "already exists, skipping" is not news
  await client.query(CREATE_HISTORY);
}

export type HistoryEntry = { state: HistoryState; checksum: string | null };

export async function readHistory(client: pg.Client): Promise<Map<string, HistoryEntry>> {
  const { rows } = await client.query<HistoryEntry & { name: string }>(`
    select migration_name as name,
      case when bool_or(finished_at is not null and rolled_back_at is null) then 'applied'
           when bool_or(finished_at is null and rolled_back_at is null) then 'unfinished'
           else 'rolled back' end as state,
      max(checksum) filter (where finished_at is not null and rolled_back_at is null) as checksum
    from _prisma_migrations group by migration_name order by migration_name`);
  return new Map(rows.map(({ name, ...entry }) => [name, entry]));
}

/** What the database says of its migrations; empty where the database has never been migrated. */
export async function readHistoryIfAny(client: pg.Client): Promise<Map<string, HistoryEntry>> {
  const { rows } = await client.query("select to_regclass('_prisma_migrations') is null as is_new");
  return rows[0]?.is_new === true ? new Map() : readHistory(client);
}

/** Notes that the migration has begun; only for what cannot share a transaction with its end. */
export async function recordBegun(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    "insert into _prisma_migrations (id, checksum, migration_name, started_at) values ($1, $2, $3, clock_timestamp())",
    [randomUUID(), checksum, name],
  );
}

/** Closes what earlier runs left open, as Prisma's `migrate resolve --rolled-back` does. */
export async function recordRolledBack(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `update _prisma_migrations set rolled_back_at = clock_timestamp()
      where migration_name = $1 and finished_at is null and rolled_back_at is null`,
    [name],
  );
}

/** Writes the row of an applied migration; belongs in the transaction of its script. */
export async function recordApplied(client: pg.Client, migration: Migration): Promise<void> {
  // now() is when the transaction began.
  await client.query(
    `with closed as (
       update _prisma_migrations set rolled_back_at = clock_timestamp()
        where migration_name = $3 and finished_at is null and rolled_back_at is null)
     insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
