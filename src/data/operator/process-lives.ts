import { SILENT_MINUTES } from "#core/operator/findings.ts";
import type { WorkerLife } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

/** Without what it says of its secrets: data/service/secrets-in-use.ts. */
export type ProcessLife = Omit<WorkerLife, "secrets" | "saidAt">;

/** Notes that a process is alive; the first time it is added. */
export const noteLife = async (db: Db, { id, seenAt, ...first }: ProcessLife): Promise<void> => {
  await db.workerLife.upsert({ where: { id }, create: { id, seenAt, ...first }, update: { seenAt } });
};

/**
 * For processes that are not to be reported as missing: one that ended, and those whose place it had. By the database's clock, because what a
 * living process reads counts for the others, whatever this machine's clock says.
 */
export const endLives = async (db: Db, id: string, before: readonly string[]): Promise<void> => {
  await db.$executeRaw`
    delete from worker_life where id = ${id} or id = any(${[...before]}::text[])
      and coalesce(said_at <= clock_timestamp() - make_interval(mins => ${SILENT_MINUTES}::int), true)`;
};

/** The processes that gave a sign of life and did not shut down cleanly, the last one first. */
export const listLives = (db: Db, limit: number): Promise<ProcessLife[]> =>
  db.workerLife.findMany({
    orderBy: [{ seenAt: "desc" }, { id: "asc" }],
    take: limit,
    omit: { secrets: true, saidAt: true },
  });

/** Forgets processes that were not seen since and are silent by the database's clock too, but not the workers while there is no other: they are still missed. */
export const purgeLives = (db: Db, seenBefore: Date): Promise<number> =>
  db.$executeRaw`
    delete from worker_life where seen_at < ${seenBefore}
      and coalesce(said_at <= clock_timestamp() - make_interval(mins => ${SILENT_MINUTES}::int), true) and (
      kind <> 'worker' or exists (select from worker_life o where o.kind = 'worker' and o.seen_at >= ${seenBefore}))`;

/** Whether a worker lives that is not silent, by the database's clock. */
export const isWorkerSeen = async (db: Db): Promise<boolean> => {
  const [row] = await db.$queryRaw<{ isSeen: boolean }[]>`
    select exists (select from worker_life where kind = 'worker'
      and seen_at > clock_timestamp() - make_interval(mins => ${SILENT_MINUTES}::int)) as "isSeen"`;
  return row?.isSeen ?? false;
};

/** The migrations that the database has, and those that were begun and have no end; null: it keeps no such list. */
export const readMigrations = async (db: Db): Promise<{ applied: string[]; unfinished: string[] } | null> => {
  const [known] = await db.$queryRaw<{ isKept: boolean }[]>`
    select to_regclass('_prisma_migrations') is not null as "isKept"`;
  if (!known?.isKept) return null;
  const rows = await db.$queryRaw<{ name: string; isApplied: boolean }[]>`
    select migration_name as name, finished_at is not null as "isApplied" from _prisma_migrations
    where rolled_back_at is null order by migration_name`;
  return {
    applied: rows.filter(({ isApplied }) => isApplied).map(({ name }) => name),
    unfinished: rows.filter(({ isApplied }) => !isApplied).map(({ name }) => name),
  };
};

/** PostgreSQL's own version, such as 16.4, and the size of this database in bytes. */
export const readServer = async (db: Db): Promise<{ version: string; bytes: number }> => {
  const [row] = await db.$queryRaw<{ version: string; bytes: bigint }[]>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`;
  return { version: row?.version ?? "", bytes: Number(row?.bytes ?? 0) };
};
