import type { Database, Db } from "#data/service/client.ts";
import { KEY_HOUR, KEY_HOURS_ADD, KEY_USES } from "#data/sql/key-uses.ts";
import { jsonOf } from "#data/sql/rows.ts";
import { type Fields, type RowOf, run } from "#data/sql/statement.ts";

/** Adds to what is stored of the keys' use. */
export const addKeyHours = async (
  database: Database,
  sums: readonly Fields<typeof KEY_HOUR>[],
): Promise<void> => {
  await run(database, KEY_HOURS_ADD, [jsonOf(KEY_HOUR, sums)]);
};

export type KeyUses = RowOf<typeof KEY_USES>;

/** What each of the tenant's keys was used for, by its id; keys that were not used are missing. */
export const keyUses = async (
  database: Database,
  { tenantId, dayFrom, from }: { tenantId: string; dayFrom: Date; from: Date },
): Promise<ReadonlyMap<string, KeyUses>> => {
  const rows = await run(database, KEY_USES, [tenantId, dayFrom, from]);
  return new Map(rows.map((row) => [row.keyId, row]));
};

/** Deletes hours that began before then, some at a time. Returns how many. */
export const purgeKeyHours = (db: Db, before: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from key_hour where (key_id, hour) in (
      select key_id, hour from key_hour where hour < ${before} order by hour limit ${limit} for update skip locked)`;
