import type { IdempotencyRecord as RecordRow } from "#data/generated/client.ts";
import { createFairPlaces, type FairPlaces } from "#data/sql/fair-places.ts";
import { asOneTransaction, type Database, type Db } from "./client.ts";
import { isDatabaseError } from "./errors.ts";

export { NoPlace } from "#data/sql/fair-places.ts";

export type IdempotencyKey = Pick<RecordRow, "scope" | "keyHash">;

export type IdempotencyRecord = Omit<RecordRow, keyof IdempotencyKey>;

const PATIENCE_MS = 5_000;

const places = new WeakMap<Database, FairPlaces>();

const placesOf = (database: Database): FairPlaces => {
  const { root } = database;
  const found = places.get(root);
  if (found) return found;
  const inAll = Math.max(1, Math.floor(root.pool.options.max / 2));
  // Two where there are two: a repeat beside its first run learns that it is in progress.
  const each = Math.min(inAll, Math.max(2, Math.ceil(inAll / 2)));
  const made = createFairPlaces({ inAll, each, patienceMs: PATIENCE_MS, isSilence: isDatabaseError });
  places.set(root, made);
  return made;
};

/**
 * Runs a keyed request as one transaction. It holds a connection, and often a lock that the owner's others wait for: so half
 * of the pool is for requests without a key, and no owner has all of the rest, if the pool has six connections or more.
 * @throws NoPlace, without having run it: no place was free within five seconds
 */
export const asKeyedTransaction = <Result>(
  database: Database,
  { scope }: Pick<IdempotencyKey, "scope">,
  work: (joined: Database) => Promise<Result>,
): Promise<Result> => placesOf(database).run(scope, () => asOneTransaction(database, work));

/**
 * Takes a key for the rest of the transaction, without waiting. The lock belongs to the connection: when the
 * process or its connection dies, Postgres rolls back and releases it at once.
 * @param lock 8 bytes that stand for the key; as two numbers, they cannot clash with the migrations' lock,
 *   which is one number
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
 * Writes a run's answer, in the run's transaction.
 * @param before the record as it was found; only that exact record is overwritten
 * @returns false if another run has written in the meantime; nothing was written then
 */
export const writeRecord = async (
  db: Db,
  key: IdempotencyKey,
  before: IdempotencyRecord | null,
  record: {
    requestHash: Uint8Array<ArrayBuffer>;
    httpStatus: number;
    answer: string;
    /** What the answer is about: the answer is deleted with the verification. */
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
