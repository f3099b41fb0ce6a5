import type pg from "pg";

// An index costs several times as much row by row as in one go at the end, and so does a foreign key. A database without
// any verification does without both while it is filled. What was taken away is written down in the same transaction, in
// a separate schema, so that a run after an interrupted one brings it back.

const TABLES = ["verification", "method_attempt", "token", "event", "webhook_delivery", "webhook_attempt"];

// Primary keys stay: ids come nearly in order, and other tables' foreign keys need them.
const FIND = `
  with loaded as (select unnest($1::text[])::regclass as oid)
  select 'alter table ' || c.conrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' '
      || pg_get_constraintdef(c.oid) as restore,
    'alter table ' || c.conrelid::regclass || ' drop constraint ' || quote_ident(c.conname) as drop, 2 as turn,
    c.conname::text as name
  from pg_constraint c join loaded on loaded.oid = c.conrelid where c.contype = 'f'
  union all
  select pg_get_indexdef(i.indexrelid), 'drop index ' || i.indexrelid::regclass, 1, i.indexrelid::regclass::text
  from pg_index i join loaded on loaded.oid = i.indrelid where not i.indisprimary
  order by turn, name`;

type Found = { name: string; restore: string; drop: string };

/** Whether a run that has not ended has taken indexes away. */
export const isParked = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query("select to_regclass('seed_large.parked') is not null as found");
  return rows[0]?.found === true;
};

/** Takes indexes and foreign keys away where no verification is there yet. @returns whether it did, or had before */
export const parkIndexes = async (client: pg.Client): Promise<boolean> => {
  if (await isParked(client)) return true;
  await client.query(`begin; set local lock_timeout = '5s'; lock table ${TABLES.join(", ")}`);
  const { rows } = await client.query("select exists (select 1 from verification) as filled");
  if (rows[0]?.filled !== false) {
    await client.query("rollback");
    return false;
  }
  const found = await client.query<Found>(FIND, [TABLES]);
  await client.query("create schema seed_large");
  await client.query("create table seed_large.parked (turn serial primary key, name text, restore text)");
  for (const { name, restore, drop } of found.rows) {
    await client.query("insert into seed_large.parked (name, restore) values ($1, $2)", [name, restore]);
    await client.query(drop);
  }
  await client.query("commit");
  return true;
};

/** Makes again what `parkIndexes` took away, in this run or in one that was interrupted; each is there whole or not. */
export const restoreIndexes = async (client: pg.Client, note: (line: string) => void): Promise<void> => {
  if (!(await isParked(client))) return;
  await client.query("set maintenance_work_mem = '512MB'");
  const parked = await client.query<{ turn: number; name: string; restore: string }>(
    "select turn, name, restore from seed_large.parked order by turn",
  );
  for (const { turn, name, restore } of parked.rows) {
    const startedMs = performance.now();
    await client.query("begin");
    await client.query(restore);
    await client.query("delete from seed_large.parked where turn = $1", [turn]);
    await client.query("commit");
    note(`${name}  ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
  }
  await client.query("drop schema seed_large cascade; reset maintenance_work_mem");
};
