import type { Mode } from "#core/verification.ts";
import type { AgeKey, AgeKeyChallenge } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

type Hash = Uint8Array<ArrayBuffer>;

export type AgeKeyRow = AgeKey;

export type Purpose = "use" | "keep" | "manage";

/** Stores a question that waits for its answer. */
export const insertChallenge = async (
  db: Db,
  challenge: Omit<AgeKeyChallenge, "isUsed" | "purpose"> & { purpose: Purpose },
): Promise<void> => {
  await db.ageKeyChallenge.create({ data: challenge });
};

type Asked = { hashes: Hash[]; purpose: Purpose; verificationId: string | null };

/** Uses a question up: true for exactly one answer in time, and only for the page that asked. */
export const takeChallenge = async (
  db: Db,
  { hashes, purpose, verificationId }: Asked,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.ageKeyChallenge.updateMany({
    where: { challengeHash: { in: hashes }, purpose, verificationId, isUsed: false, expiresAt: { gt: now } },
    data: { isUsed: true },
  });
  return count === 1;
};

/**
 * Whether a verification has already been remembered: its question is kept for as long as that could happen
 * again.
 */
export const isRemembered = async (db: Db, verificationId: string): Promise<boolean> =>
  (await db.ageKeyChallenge.count({ where: { verificationId, purpose: "keep", isUsed: true } })) > 0;

/**
 * Deletes a question that got no valid answer. An answered one stays: it shows that the verification is
 * remembered.
 */
export const dropChallenge = async (db: Db, { hashes, purpose, verificationId }: Asked): Promise<void> => {
  const where = { challengeHash: { in: hashes }, purpose, verificationId, isUsed: false };
  await db.ageKeyChallenge.deleteMany({ where });
};

/** How much the decision of a verification proves; the hosted page does not read this. */
export const assuranceOf = async (db: Db, tenantId: string, verificationId: string): Promise<string | null> =>
  (
    await db.verification.findFirst({
      where: { id: verificationId, tenantId },
      select: { assurance: true },
    })
  )?.assurance ?? null;

/** @returns false: this passkey already has a key, and nothing was written */
export const insertAgeKey = async (db: Db, key: AgeKeyRow): Promise<boolean> =>
  (await db.ageKey.createMany({ data: [key], skipDuplicates: true })).count === 1;

/** The key of a passkey, expired or not. */
export const findAgeKey = (db: Db, credentialHashes: Hash[]): Promise<AgeKeyRow | null> =>
  db.ageKey.findFirst({ where: { credentialHash: { in: credentialHashes } } });

/**
 * Stores an answer's counter in one statement, so that neither of two simultaneous answers lowers the
 * other's. Zero stays zero.
 * @returns false: the key was deleted, or another answer has already brought this count
 */
export const advanceCounter = async (db: Db, credentialHash: Hash, counter: number): Promise<boolean> => {
  const changed = await db.$executeRaw`
    update age_key set counter = greatest(counter, ${counter}::bigint)
    where credential_hash = ${credentialHash} and (counter <> ${counter}::bigint or counter = 0)`;
  return changed === 1;
};

/** @returns false: it was deleted in the meantime */
export const deleteAgeKey = async (db: Db, credentialHash: Hash): Promise<boolean> =>
  (await db.ageKey.deleteMany({ where: { credentialHash } })).count === 1;

/** Counts a verification as re-use in its month. */
export const countReuse = async (
  db: Db,
  { tenantId, mode, month }: { tenantId: string; mode: Mode; month: Date },
): Promise<void> => {
  await db.usageMonth.updateMany({ where: { tenantId, mode, month }, data: { reused: { increment: 1 } } });
};

/** Deletes keys that expired before then. Returns how many, at most `limit`. */
export const purgeAgeKeys = (db: Db, expiredBefore: Date, limit: number): Promise<number> => db.$executeRaw`
  delete from age_key where credential_hash in (
    select credential_hash from age_key where expires_on <= ${expiredBefore}::timestamptz at time zone 'UTC'
    order by expires_on limit ${limit} for update skip locked)`;
