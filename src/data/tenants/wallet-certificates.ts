import type { WalletCertificate } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type WalletCertificateRow = WalletCertificate;

/** The certificate that a tenant's requests are signed with; null: it has none. */
export const findCertificate = (db: Db, tenantId: string): Promise<WalletCertificateRow | null> =>
  db.walletCertificate.findFirst({ where: { tenantId, retiredAt: null } });

/** The certificate that a request was made with, replaced or not; null means absent or not this tenant's. */
export const findCertificateByPrint = (db: Db, tenantId: string, fingerprint: string) =>
  db.walletCertificate.findFirst({ where: { tenantId, fingerprint }, orderBy: { id: "desc" } });

/**
 * Replaces the certificate in use, which keeps signing requests already made with it.
 * @returns false: another call was faster
 */
export const replaceCertificate = async (db: Db, row: WalletCertificateRow): Promise<boolean> => {
  const { tenantId, createdAt: retiredAt } = row;
  await db.walletCertificate.updateMany({ where: { tenantId, retiredAt: null }, data: { retiredAt } });
  return (await db.walletCertificate.createMany({ data: [row], skipDuplicates: true })).count === 1;
};

/**
 * Deletes all of a tenant's certificates, with their keys.
 * @returns the one that was in use; null: there was none
 */
export const deleteCertificates = async (db: Db, tenantId: string): Promise<WalletCertificateRow | null> => {
  const inUse = await findCertificate(db, tenantId);
  await db.walletCertificate.deleteMany({ where: { tenantId } });
  return inUse;
};

/**
 * The certificates in use by open tenants: how many there are, and how many of each kind end before then or
 * have ended.
 */
export const countEnding = async (db: Db, before: Date) => {
  const where = { retiredAt: null, tenant: { isActive: true } };
  const [all, request, registration] = await Promise.all([
    db.walletCertificate.count({ where }),
    db.walletCertificate.count({ where: { ...where, validUntil: { lt: before } } }),
    db.walletCertificate.count({ where: { ...where, registeredUntil: { lt: before } } }),
  ]);
  return { all, request, registration };
};
