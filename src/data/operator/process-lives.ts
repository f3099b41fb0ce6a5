import type { WorkerLife } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type ProcessLife = WorkerLife;

/** Notes that a process is alive; the first time it is added. */
export const noteLife = async (db: Db, { id, seenAt, ...first }: ProcessLife): Promise<void> => {
  await db.workerLife.upsert({ where: { id }, create: { id, seenAt, ...first }, update: { seenAt } });
};

/** For a process that ends in order: it is not missed. */
export const endLife = async (db: Db, id: string): Promise<void> => {
  await db.workerLife.deleteMany({ where: { id } });
};

/** The processes that gave a sign of life and did not end in order, the last one first. */
export const listLives = (db: Db, limit: number): Promise<ProcessLife[]> =>
  db.workerLife.findMany({ orderBy: [{ seenAt: "desc" }, { id: "asc" }], take: limit });

export const purgeLives = async (db: Db, seenBefore: Date): Promise<number> =>
  (await db.workerLife.deleteMany({ where: { seenAt: { lt: seenBefore } } })).count;

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
