import type { RegistrarCertificate } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type RegistrarCertificateRow = RegistrarCertificate;

/** The certificate that signs a tenant's requests now; null: it has none that was announced. */
export const findAnnounced = (db: Db, tenantId: string): Promise<RegistrarCertificateRow | null> =>
  db.registrarCertificate.findFirst({ where: { tenantId, announcedAt: { not: null }, retiredAt: null } });

/** The certificate that waits for its announcement; null: there is none. */
export const findWaiting = (db: Db, tenantId: string): Promise<RegistrarCertificateRow | null> =>
  db.registrarCertificate.findFirst({ where: { tenantId, announcedAt: null } });

/** Inserts a certificate that waits. @returns false: another one waits */
export const insertWaiting = async (db: Db, row: RegistrarCertificateRow): Promise<boolean> =>
  (await db.registrarCertificate.createMany({ data: [row], skipDuplicates: true })).count === 1;

/**
 * Inserts a certificate that waits, in place of one that waited before.
 * @returns false: another call was faster
 */
export const replaceWaiting = async (db: Db, row: RegistrarCertificateRow): Promise<boolean> => {
  await db.registrarCertificate.deleteMany({ where: { tenantId: row.tenantId, announcedAt: null } });
  return insertWaiting(db, row);
};

/**
 * Puts the waiting certificate into use, and retires the one before it.
 * @returns false: another call was faster
 */
export const announceWaiting = async (
  db: Db,
  { tenantId, id }: Pick<RegistrarCertificateRow, "tenantId" | "id">,
  at: Date,
): Promise<boolean> => {
  const inUse = { tenantId, announcedAt: { not: null }, retiredAt: null };
  await db.registrarCertificate.updateMany({ where: inUse, data: { retiredAt: at } });
  const waiting = { tenantId, id, announcedAt: null };
  return (
    (await db.registrarCertificate.updateMany({ where: waiting, data: { announcedAt: at } })).count === 1
  );
};

/** Deletes all of a tenant's certificates, with their keys. @returns how many there were */
export const deleteRegistrarCertificates = async (db: Db, tenantId: string): Promise<number> =>
  (await db.registrarCertificate.deleteMany({ where: { tenantId } })).count;

/** The certificates of all tenants that wait or are in use, by tenant, the one in use first. */
export const listRegistrarCertificates = (db: Db) =>
  db.registrarCertificate.findMany({
    where: { retiredAt: null },
    include: { tenant: { select: { name: true, isActive: true } } },
    orderBy: [{ tenantId: "asc" }, { id: "asc" }],
  });

/** The certificates in use by open tenants: how many there are, and how many end before then or have ended. */
export const countAnnounced = async (db: Db, before: Date): Promise<{ all: number; ending: number }> => {
  const where = { announcedAt: { not: null }, retiredAt: null, tenant: { isActive: true } };
  const [all, ending] = await Promise.all([
    db.registrarCertificate.count({ where }),
    db.registrarCertificate.count({ where: { ...where, validUntil: { lt: before } } }),
  ]);
  return { all, ending };
};
