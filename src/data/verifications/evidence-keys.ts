import type { Db } from "#data/service/client.ts";

// What is known of a photo or an answer by the key that its page gave it: docs/adr/0062.

type Hash = Uint8Array<ArrayBuffer>;

type Keyed = { tenantId: string; verificationId: string };

type Known = {
  isReading: boolean;
  /** The code, where it was refused without an attempt. */
  refusedAs: string | null;
  /** Of the attempt that it was. */
  finding: string | null;
};

/**
 * What is known of the evidence under a key; null: the verification is not this tenant's.
 * @param hashes every hash that the key may have
 */
export const findByEvidenceKey = async (
  db: Db,
  { tenantId, verificationId }: Keyed,
  hashes: readonly [Hash, ...Hash[]],
  now: Date,
): Promise<Known | null> => {
  const [hash, older = hash] = hashes;
  const [row] = await db.$queryRaw<Known[]>`
    select coalesce(reading_key_hash in (${hash}, ${older}) and reading_until > ${now}, false) as "isReading",
      case when refused_key_hash in (${hash}, ${older}) then refused_as end as "refusedAs",
      (select finding from method_attempt a where a.verification_id = v.id and a.key_hash in (${hash}, ${older}) limit 1)
        as finding
    from verification v where id = ${verificationId} and tenant_id = ${tenantId}`;
  return row ?? null;
};

/**
 * Records that an answer is being read, for what takes no lease (`claimCheck`).
 * @returns false: it is being read already; nothing was written
 */
export const beginReading = async (
  db: Db,
  { tenantId, verificationId }: Keyed,
  hashes: readonly [Hash, ...Hash[]],
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  const [hash, older = hash] = hashes;
  const count = await db.$executeRaw`
    update verification set reading_key_hash = ${hash}, reading_until = ${until}
    where id = ${verificationId} and tenant_id = ${tenantId}
      and not coalesce(reading_key_hash in (${hash}, ${older}) and reading_until > ${now}, false)`;
  return count === 1;
};

/**
 * Records that an answer is no longer being read.
 * @param refusedAs the code that it was refused with, and is refused with when it comes again; null: nothing came of it
 */
export const endReading = async (
  db: Db,
  { tenantId, verificationId }: Keyed,
  keyHash: Hash,
  refusedAs: string | null,
): Promise<void> => {
  await db.verification.updateMany({
    where: {
      id: verificationId,
      tenantId,
      readingKeyHash: keyHash,
      status: { in: ["pending", "in_progress"] },
    },
    data: {
      readingKeyHash: null,
      readingUntil: null,
      ...(refusedAs === null ? {} : { refusedKeyHash: keyHash, refusedAs }),
    },
  });
};
