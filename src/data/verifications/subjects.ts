import type { SubjectUse } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Keeps other starts of the same person waiting until the transaction ends; always in the same order. */
export const lockSubject = async (db: Db, hashes: readonly Bytes[]): Promise<void> => {
  const keys = hashes.map((hash) => Buffer.from(hash).toString("hex"));
  await db.$queryRaw`
    select pg_advisory_xact_lock(key)::text as held
    from (select hashtextextended(hash, 0) as key from unnest(${keys}::text[]) as hash order by 1) as keys`;
};

/** Makes rows with an older pepper's hash findable by the current one. */
export const rehashSubject = async (
  db: Db,
  tenantId: string,
  older: readonly Bytes[],
  hash: Bytes,
): Promise<void> => {
  await db.subjectUse.updateMany({ where: { tenantId, hash: { in: [...older] } }, data: { hash } });
};

/** The person's verifications since then, ascending. */
export const startsOfSubject = (db: Db, tenantId: string, hash: Bytes, since: Date) =>
  db.subjectUse.findMany({
    where: { tenantId, hash, createdAt: { gt: since } },
    orderBy: { createdAt: "asc" },
    select: { verificationId: true, createdAt: true },
  });

export const insertSubjectUse = async (
  db: Db,
  use: Omit<SubjectUse, "closedMethods" | "hash"> & { hash: Bytes },
): Promise<void> => {
  await db.subjectUse.create({ data: use });
};

/**
 * Closes a method until then for a verification's person, in all their verifications. If there is no such
 * person, nothing happens.
 */
export const closeForSubject = async (
  db: Db,
  verificationId: string,
  method: string,
  until: Date,
): Promise<void> => {
  await db.subjectUse.updateMany({
    where: { verificationId },
    data: { closedMethods: { push: method }, expiresAt: until },
  });
};
