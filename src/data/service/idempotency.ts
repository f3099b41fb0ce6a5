import type { IdempotencyRecord as RecordRow } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

export type IdempotencyKey = Pick<RecordRow, "scope" | "keyHash">;

export type IdempotencyRecord = Omit<RecordRow, keyof IdempotencyKey>;

/**
 * Takes a key for the rest of the transaction, without waiting. The lock is the connection's: when the process or
 * its connection dies, Postgres rolls back and lets go of it at once.
 * @param lock 8 bytes that stand for the key; two numbers keep clear of the migrations' lock, which is one number
 * @returns false while another run holds it
 */
export const tryLockKey = async (db: Db, lock: Buffer): Promise<boolean> => {
  const [row] = await db.$queryRaw<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(${lock.readInt32BE(0)}::int, ${lock.readInt32BE(4)}::int) as held`;
  return row?.held === true;
};

export const findRecord = (db: Db, key: IdempotencyKey): Promise<IdempotencyRecord | null> =>
  db.idempotencyRecord.findUnique({ where: { scope_keyHash: key } });

/**
 * Writes the answer of a run, in the run's transaction.
 * @param before the record as it was found; only that very one is written over
 * @returns false when another run has written in the meantime; then nothing was written
 */
export const writeRecord = async (
  db: Db,
  key: IdempotencyKey,
  before: IdempotencyRecord | null,
  record: {
    requestHash: Uint8Array<ArrayBuffer>;
    httpStatus: number;
    answer: string;
    /** What the answer is about: it goes with the verification. */
    verificationId: string | null;
    createdAt: Date;
  },
): Promise<boolean> => {
  const data = { ...record, lockedUntil: null };
  const { count } =
    before === null
      ? await db.idempotencyRecord.createMany({ data: { ...key, ...data }, skipDuplicates: true })
      : await db.idempotencyRecord.updateMany({ where: { ...key, createdAt: before.createdAt }, data });
  return count === 1;
};
