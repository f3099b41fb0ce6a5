import type { DocumentUse } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

/**
 * Records that a document decided a verification. Uses of one document wait for each other, so that the later
 * one sees the earlier.
 * @param olderHash the hash of the same document, with KEY_PEPPER_PREVIOUS
 * @returns how many verifications of the tenant it decided before, if their records are still kept
 */
export const recordDocumentUse = async (
  db: Db,
  use: DocumentUse,
  olderHash: Uint8Array<ArrayBuffer> | null,
  now: Date,
): Promise<number> => {
  const { tenantId, hash } = use;
  const hashes = olderHash ? [hash, olderHash] : [hash];
  // In the same order in every process, whichever pepper it considers current.
  const locks = hashes.map((each) => Buffer.from(each).readBigInt64BE(0)).sort((a, b) => (a < b ? -1 : 1));
  for (const lock of locks) await db.$executeRaw`select pg_advisory_xact_lock(${lock})`;
  const before = await db.documentUse.count({
    where: { tenantId, hash: { in: hashes }, expiresAt: { gt: now } },
  });
  await db.documentUse.create({ data: use });
  return before;
};

/** Deletes all uses of a tenant that no longer keeps any. */
export const forgetDocumentUses = async (db: Db, tenantId: string): Promise<void> => {
  await db.documentUse.deleteMany({ where: { tenantId } });
};

/** Ensures that none of the tenant's uses is kept beyond this moment. */
export const shortenDocumentUses = async (db: Db, tenantId: string, latest: Date): Promise<void> => {
  await db.documentUse.updateMany({
    where: { tenantId, expiresAt: { gt: latest } },
    data: { expiresAt: latest },
  });
};
