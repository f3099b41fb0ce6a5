import type { Db } from "#data/service/client.ts";

// The order in which audit entries and request log lines leave the service. Ids and times are made before the commit, so a
// row can appear behind one that a reader has passed; numbers cannot (docs/adr/0054). Lines get theirs in the statement
// that writes them, entries after their commit.

export type ExportStream = "audit" | "log";

/** The last number that was given; 0: none yet. */
export const lastExported = async (db: Db, stream: ExportStream): Promise<bigint> =>
  (await db.exportOrder.findUnique({ where: { stream } }))?.last ?? 0n;

export const hasUnnumberedEntries = async (db: Db): Promise<boolean> => {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    select exists (select from audit_entry where number is null) as found`;
  return row?.found ?? false;
};

/**
 * Numbers committed audit entries that have no number, oldest first, in a transaction. Readers take turns, and each
 * statement sees what the one before has committed. An entry that an erasure holds waits for the next reader, so that
 * no two wait for each other.
 * @returns how many
 */
export const numberEntries = async (db: Db, limit: number): Promise<number> => {
  // Holds the row, new or old, until the commit.
  await db.$executeRaw`
    insert into export_order (stream) values ('audit')
    on conflict (stream) do update set last = export_order.last`;
  return db.$executeRaw`
    with waiting as materialized (
      select id from audit_entry where number is null
      order by id limit ${limit} for no key update skip locked),
    placed as (select id, row_number() over (order by id) as place from waiting),
    moved as (
      update export_order set last = last + (select count(*) from waiting) where stream = 'audit'
      returning last - (select count(*) from waiting) as before)
    update audit_entry set number = moved.before + placed.place from placed, moved where audit_entry.id = placed.id`;
};
