import type { AuditAction } from "#core/audit.ts";
import type { Db } from "#data/service/client.ts";

// What a restore from a backup is looked at and put right with: services/operator/restored.ts.

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

/** When the newest audit entry was written; null: there is none. */
export const newestEntryAt = async (db: Db): Promise<Date | null> => {
  const row = await db.auditEntry.findFirst({ orderBy: { id: "desc" }, select: { createdAt: true } });
  return row?.createdAt ?? null;
};

/**
 * What the newest note of a restore in the audit trail says, and whether it is the last thing in there that anyone but the service
 * itself did; null: there is none.
 */
export const newestRestore = async (db: Db): Promise<{ changes: unknown; isLast: boolean } | null> => {
  const action: AuditAction = "deployment.restore";
  const row = await db.auditEntry.findFirst({
    where: { action },
    orderBy: { id: "desc" },
    select: { id: true, changes: true },
  });
  if (!row) return null;
  const later = await db.auditEntry.findFirst({
    where: { id: { gt: row.id }, actor: { not: "system" } },
    select: { id: true },
  });
  return { changes: row.changes, isLast: later === null };
};
