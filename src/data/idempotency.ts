import type { Db } from "./client.ts";

export type IdempotencyKey = { scope: string; keyHash: Uint8Array<ArrayBuffer> };

export type IdempotencyRecord = {
  requestHash: Uint8Array;
  lockedUntil: Date | null;
  httpStatus: number | null;
  answer: string | null;
  createdAt: Date;
};

/** Writes the record of a first run. False when there is one already; then nothing was written. */
export const insertRunning = async (
  db: Db,
  key: IdempotencyKey,
  requestHash: Uint8Array<ArrayBuffer>,
  now: Date,
  lockedUntil: Date,
): Promise<boolean> => {
  const { count } = await db.idempotencyRecord.createMany({
    data: { ...key, requestHash, lockedUntil, createdAt: now },
    skipDuplicates: true,
  });
  return count === 1;
};

export const findRecord = (db: Db, key: IdempotencyKey): Promise<IdempotencyRecord | null> =>
  db.idempotencyRecord.findUnique({ where: { scope_keyHash: key } });

/**
 * Takes over a record whose run died (its lock ran out) or whose 24 hours are over.
 * @param seen the record as it was read: only that very one is taken
 */
export const takeOver = async (
  db: Db,
  key: IdempotencyKey,
  seen: Pick<IdempotencyRecord, "lockedUntil" | "createdAt">,
  requestHash: Uint8Array<ArrayBuffer>,
  now: Date,
  lockedUntil: Date,
): Promise<boolean> => {
  const { count } = await db.idempotencyRecord.updateMany({
    where: { ...key, lockedUntil: seen.lockedUntil, createdAt: seen.createdAt },
    data: { requestHash, lockedUntil, createdAt: now, httpStatus: null, answer: null },
  });
  return count === 1;
};

export const finishRecord = async (
  db: Db,
  key: IdempotencyKey,
  lockedUntil: Date,
  httpStatus: number,
  answer: string,
): Promise<void> => {
  await db.idempotencyRecord.updateMany({
    where: { ...key, lockedUntil },
    data: { lockedUntil: null, httpStatus, answer },
  });
};

/** Forgets a run that changed nothing, so that the same key may be tried again. */
export const dropRecord = async (db: Db, key: IdempotencyKey, lockedUntil: Date): Promise<void> => {
  await db.idempotencyRecord.deleteMany({ where: { ...key, lockedUntil } });
};

/** Deletes records older than this, at most `limit` at a time. Returns how many. */
export const purgeRecords = (db: Db, createdBefore: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from idempotency_record where (scope, key_hash) in (
      select scope, key_hash from idempotency_record where created_at < ${createdBefore}
      limit ${limit} for update skip locked)`;
