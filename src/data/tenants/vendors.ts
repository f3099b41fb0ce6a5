import type { Mode, Vendor, VendorSession } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { defined, running } from "#data/service/columns.ts";
import { isOrphan } from "#data/service/errors.ts";
import { type Asked, claimDue } from "#data/service/outbox.ts";

export type VendorRow = Vendor;

export type VendorSessionRow = VendorSession;

/** @returns false: the tenant already has this vendor in this mode */
export const insertVendor = async (db: Db, vendor: Vendor): Promise<boolean> =>
  (await db.vendor.createMany({ data: [vendor], skipDuplicates: true })).count === 1;

/** All of a tenant's vendors, including those switched off, in the order they were added. */
export const listVendors = (db: Db, tenantId: string): Promise<VendorRow[]> =>
  db.vendor.findMany({ where: { tenantId }, orderBy: { id: "asc" } });

/** Null means absent or not this tenant's. */
export const findVendor = (db: Db, tenantId: string, id: string): Promise<VendorRow | null> =>
  db.vendor.findFirst({ where: { tenantId, id } });

/** Found by the address that the vendor calls: no tenant is known yet. Null means absent or switched off. */
export const findVendorCalled = (db: Db, id: string): Promise<VendorRow | null> =>
  db.vendor.findFirst({ where: { id, isActive: true } });

/** A vendor that is switched on; null means absent, off, of the other mode or not this tenant's. */
export const findActiveVendor = (
  db: Db,
  tenantId: string,
  { kind, mode }: { kind: string; mode: Mode },
): Promise<VendorRow | null> => db.vendor.findFirst({ where: { tenantId, kind, mode, isActive: true } });

type VendorChanges = {
  [Key in "isActive" | "name" | "accountId" | "credentialSealed"]?: VendorRow[Key] | undefined;
};

/** @returns false: absent or not this tenant's */
export const updateVendor = async (
  db: Db,
  tenantId: string,
  id: string,
  changes: VendorChanges,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.vendor.updateMany({
    where: { tenantId, id },
    data: { ...defined(changes), updatedAt: now },
  });
  return count === 1;
};

/**
 * Holds a vendor's row until the transaction ends: in the meantime no session begins there. Nothing is held where there is
 * none of this tenant's.
 */
export const lockVendor = async (db: Db, tenantId: string, id: string): Promise<void> => {
  await db.$queryRaw`select 1 as held from vendor where tenant_id = ${tenantId} and id = ${id} for update`;
};

/** The sessions of people at a vendor that we still have: each is there until the vendor has erased its copy. */
export const countVendorSessions = (db: Db, tenantId: string, vendorId: string): Promise<number> =>
  db.vendorSession.count({ where: { tenantId, vendorId } });

/** Its sessions are deleted with it. @returns false: absent or not this tenant's */
export const deleteVendor = async (db: Db, tenantId: string, id: string): Promise<boolean> =>
  (await db.vendor.deleteMany({ where: { tenantId, id } })).count === 1;

type NewSession = Omit<VendorSession, "returnedAt" | "endedAt" | "redactTries">;

/** @returns false: the vendor, or the verification, was deleted in the meantime */
export const insertVendorSession = async (db: Db, session: NewSession): Promise<boolean> => {
  try {
    await db.vendorSession.create({ data: session });
    return true;
  } catch (error) {
    if (isOrphan(error)) return false;
    throw error;
  }
};

type Hashes = Uint8Array<ArrayBuffer>[];

/** A session whose answer is awaited, found by what only the browser that was sent to the vendor can show. */
export const findSessionOfBrowser = (
  db: Db,
  { id, cookieHashes }: { id: string; cookieHashes: Hashes },
  now: Date,
): Promise<VendorSessionRow | null> =>
  db.vendorSession.findFirst({ where: { id, cookieHash: { in: cookieHashes }, ...running(now) } });

/** A session whose answer is awaited, found by the vendor's own id for it. */
export const findSessionOfVendor = (
  db: Db,
  { tenantId, vendorId, sessionHashes }: { tenantId: string; vendorId: string; sessionHashes: Hashes },
  now: Date,
): Promise<VendorSessionRow | null> =>
  db.vendorSession.findFirst({
    where: { tenantId, vendorId, sessionHash: { in: sessionHashes }, ...running(now) },
  });

/**
 * A verification's newest session whose browser has come back and whose answer is awaited, with the vendor's
 * name.
 */
export const findAwaitedSession = (db: Db, tenantId: string, verificationId: string, now: Date) =>
  db.vendorSession.findFirst({
    where: { tenantId, verificationId, returnedAt: { not: null }, ...running(now) },
    orderBy: { createdAt: "desc" },
    include: { vendor: { select: { name: true } } },
  });

/** Records the first time that the browser came back. */
export const markReturned = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.vendorSession.updateMany({ where: { id, returnedAt: null }, data: { returnedAt: now } });
};

/** Takes a session's answer, after which the session is to be erased: true for exactly one caller. */
export const endSession = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const data = { endedAt: now, redactAt: now };
  return (await db.vendorSession.updateMany({ where: { id, ...running(now) }, data })).count === 1;
};

/** Takes sessions that are due to be erased. No other process gets them before the next try, whose time the lease gives. */
export const takeForRedaction = async (db: Db, asked: Asked): Promise<VendorSessionRow[]> => {
  const taken = await db.$queryRaw<{ id: string }[]>`
    ${claimDue("vendor_session", asked)} returning id`;
  const ids = taken.map(({ id }) => id);
  return db.vendorSession.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
};

export const deleteVendorSession = async (db: Db, id: string): Promise<void> => {
  await db.vendorSession.deleteMany({ where: { id } });
};
