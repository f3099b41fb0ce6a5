import type { ReaderCertificate } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type ReaderCertificateRow = ReaderCertificate;

/** All of a tenant's, oldest first. */
export const listReaders = (db: Db, tenantId: string): Promise<ReaderCertificateRow[]> =>
  db.readerCertificate.findMany({ where: { tenantId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });

/** How many a tenant has for a domain. */
export const countReadersOf = (db: Db, tenantId: string, domain: string): Promise<number> =>
  db.readerCertificate.count({ where: { tenantId, domain } });

/** @returns false: the tenant has this certificate already */
export const insertReader = async (db: Db, row: ReaderCertificateRow): Promise<boolean> =>
  (await db.readerCertificate.createMany({ data: [row], skipDuplicates: true })).count === 1;

/**
 * Deletes one of a tenant's, with its key.
 * @returns null: the tenant has no such certificate
 */
export const deleteReader = async (
  db: Db,
  tenantId: string,
  id: string,
): Promise<ReaderCertificateRow | null> => {
  const row = await db.readerCertificate.findFirst({ where: { tenantId, id } });
  const { count } = await db.readerCertificate.deleteMany({ where: { tenantId, id } });
  return count === 1 ? row : null;
};

/** Deletes all of a tenant's, with their keys. */
export const deleteReaders = async (db: Db, tenantId: string): Promise<void> => {
  await db.readerCertificate.deleteMany({ where: { tenantId } });
};

/** Open tenants' certificates: how many there are, and how many of them end before then or have ended. */
export const countReaders = async (db: Db, before: Date): Promise<{ all: number; ending: number }> => {
  const where = { tenant: { isActive: true } };
  const [all, ending] = await Promise.all([
    db.readerCertificate.count({ where }),
    db.readerCertificate.count({ where: { ...where, validUntil: { lt: before } } }),
  ]);
  return { all, ending };
};
