import type { AuditEntry, Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { defined, type IdRange, idsWithin } from "#data/service/columns.ts";

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
 * statement sees what the one before has committed. An entry that an erasure holds waits for the next reader, so nobody
 * waits for the other in a circle.
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

/** Whose entries, and which. @param tenantId absent: everyone's, and the deployment's own */
export type EntryFilter = IdRange & {
  tenantId?: string | undefined;
  actor?: string | undefined;
  /** One action, or all on a noun: "api_key.revoke", "api_key". */
  action?: string | undefined;
};

const whereOf = ({ tenantId, actor, action, ...range }: EntryFilter, after?: string) => ({
  ...defined({ tenantId, actor }),
  ...(action === undefined ? {} : { OR: [{ action }, { action: { startsWith: `${action}.` } }] }),
  ...idsWithin(range, after),
});

export type ExportedEntry = Omit<AuditEntry, "number">;

/** Newest first. @param before the last id of the previous page */
export const entriesBefore = (
  db: Db,
  filter: EntryFilter,
  before: string | undefined,
  limit: number,
): Promise<ExportedEntry[]> =>
  db.auditEntry.findMany({
    where: whereOf(filter, before),
    orderBy: { id: "desc" },
    take: limit,
    omit: { number: true },
  });

/** Those after a number, in order. */
export const entriesAfter = async (
  db: Db,
  filter: EntryFilter,
  after: bigint,
  limit: number,
): Promise<(ExportedEntry & { number: bigint })[]> => {
  const number: Prisma.BigIntNullableFilter = { gt: after };
  const rows = await db.auditEntry.findMany({
    where: { AND: [whereOf(filter), { number }] },
    orderBy: { number: "asc" },
    take: limit,
  });
  return rows.map((row) => ({ ...row, number: row.number ?? after }));
};
