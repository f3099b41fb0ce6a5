import type { Db } from "#data/service/client.ts";

// What a restore from a backup is looked at and mended with: services/operator/restored.ts.

/** When the newest audit entry or verification was written; null: there is none. */
export const newestRowAt = async (db: Db): Promise<Date | null> => {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select greatest(
      (select created_at from audit_entry order by id desc limit 1),
      (select created_at from verification order by id desc limit 1)) as at`;
  return row?.at ?? null;
};

/** Whose verification it is; null: it is not in this database. */
export const tenantOfVerification = async (db: Db, id: string): Promise<string | null> => {
  const row = await db.verification.findUnique({ where: { id }, select: { tenantId: true } });
  return row?.tenantId ?? null;
};

const AT_ONCE = 1_000;

/** Those of these audit entries that this database has. */
export const knownEntries = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const where = { id: { in: ids.slice(from, from + AT_ONCE) } };
    for (const { id } of await db.auditEntry.findMany({ where, select: { id: true } })) known.add(id);
  }
  return known;
};
