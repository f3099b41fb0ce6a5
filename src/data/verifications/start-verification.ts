import { addDays } from "#core/day.ts";
import type { History } from "#core/policy/progress.ts";
import { asOneTransaction, type Database, type Db } from "#data/service/client.ts";
import { isRefusedRow, isTaken } from "#data/service/errors.ts";
import { oncePerTurn } from "#data/sql/once-per-turn.ts";
import {
  VERIFICATION_START,
  VERIFICATION_STARTS,
  VERIFICATION_STARTS_HELD,
  VERIFICATION_STEP,
  VERIFICATION_VISIT,
} from "#data/sql/requests.ts";
import { jsonOf, valuesOf } from "#data/sql/rows.ts";
import { type Fields, type Pooled, type RowOf, run } from "#data/sql/statement.ts";
import { ASKED, STARTED } from "#data/sql/tables.ts";
import { findProgress } from "./hosted-page.ts";
import { insertSubjectUse, lockSubject, rehashSubject, startsOfSubject } from "./subjects.ts";

/** No value has this type: it appears only in compile errors, where `Advice` says what to do. */
type ForgottenField<Advice extends string> = { readonly advice: Advice; readonly value: never };

/**
 * `Given`, if it has no field that `Fields` lacks. TypeScript refuses extra fields only in literals: those of
 * a variable or a spread pass, and are silently lost.
 */
export type Exactly<
  Fields,
  Given extends Fields,
  Advice extends string = "add its column to STARTED in data/sql/tables.ts",
> = Given & {
  [Name in Exclude<keyof Given, keyof Fields>]: ForgottenField<Advice>;
};

/** What a start writes: all of its columns, and nothing else. */
export type NewVerification = Fields<typeof STARTED> & { metadata: Record<string, unknown> | null };

/** A verification to start, and how many its tenant may start in a month. */
type Start<Given extends NewVerification = NewVerification> = {
  verification: Exactly<NewVerification, Given>;
  ceiling: number;
};

const startOne = async (database: Pooled, { verification, ceiling }: Start): Promise<boolean> => {
  const rows = await run(database, VERIFICATION_START, [...valuesOf(STARTED, verification), ceiling]);
  return rows.length === 1;
};

/** @returns the ids of the verifications that were written */
const startMany = async (
  database: Pooled,
  statement: typeof VERIFICATION_STARTS | typeof VERIFICATION_STARTS_HELD,
  starts: readonly Start[],
): Promise<Set<string>> => {
  if (starts.length === 1) return new Set();
  const asked = starts.map(({ verification, ceiling }) => ({ ...verification, ceiling }));
  // A row that PostgreSQL refuses must not take the others down with it, so each is then sent by itself.
  const rows = await run(database, statement, [jsonOf(ASKED, asked)]).catch((error: unknown) => {
    if (isRefusedRow(error)) return [];
    throw error;
  });
  return new Set(rows.map(({ id }) => id));
};

// Starts that another process or a longer transaction held up are sent together again, separately from the
// others, and now wait. Near its ceiling and in a new month, a tenant's starts go one by one.
const startHeld = oncePerTurn<Start, boolean>("verification_start_held", 1, async (database, starts) => {
  const started = await startMany(database, VERIFICATION_STARTS_HELD, starts);
  return starts.map((start) => started.has(start.verification.id) || startOne(database, start));
});

// One at a time: two at once would hold each other's counters.
const startTogether = oncePerTurn<Start, boolean>("verification_start", 1, async (database, starts) => {
  if (starts.length === 1) return starts.map((start) => startOne(database, start));
  const started = await startMany(database, VERIFICATION_STARTS, starts);
  return starts.map((start) => started.has(start.verification.id) || startHeld(database, start));
});

/**
 * Writes a verification and counts it, unless the month has reached `ceiling`. The starts of one turn of the
 * event loop are written together, so a tenant's starts do not queue for its counter's lock behind each
 * other's commits.
 * @returns false if it has; nothing was written then
 */
export const insertVerification = <Given extends NewVerification>(
  database: Database,
  verification: Exactly<NewVerification, Given>,
  ceiling: number,
): Promise<boolean> => startTogether(database, { verification, ceiling });

/**
 * Writes a visitor's check, which is counted at its first step (`countStep`); one with this id that is there already stays as
 * it is.
 * @returns false: the month has reached `ceiling`, and nothing was written
 */
export const insertVisitorsCheck = async <Given extends NewVerification>(
  database: Pooled,
  verification: Exactly<NewVerification, Given>,
  ceiling: number,
): Promise<boolean> => {
  const [row] = await run(database, VERIFICATION_VISIT, [...valuesOf(STARTED, verification), ceiling]);
  return row?.hasRoom === true;
};

/**
 * Counts a visitor's check as a start, once, however many steps are taken at the same time.
 * @param db also a transaction
 * @param ceiling how many verifications its month admits
 * @returns false: the month is full, and it was not counted
 */
export const countStep = async (
  db: Db,
  { id, tenantId }: Pick<NewVerification, "id" | "tenantId">,
  ceiling: number,
): Promise<boolean> => {
  const [row] = await db.$queryRawUnsafe<RowOf<typeof VERIFICATION_STEP>[]>(
    VERIFICATION_STEP.text,
    id,
    tenantId,
    ceiling,
  );
  return !row?.isDue || row.isCounted;
};

/**
 * Whether the tenant has given this reference before, in the same mode: also to a verification from the time when its
 * references did not have to be unique.
 */
export const isReferenceInUse = async (
  db: Db,
  { tenantId, mode }: Pick<NewVerification, "tenantId" | "mode">,
  reference: string,
): Promise<boolean> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select id from verification
    where tenant_id = ${tenantId} and lower(reference) = lower(${reference}::text collate "C") and mode = ${mode}::mode
      and reference = ${reference} limit 1`;
  return rows.length > 0;
};

/** Whether a start failed because another one, perhaps of the same moment, holds its reference; nothing was written. */
export const lostItsReference = (error: unknown): boolean => isTaken(error, "verification_reference_key");

/** The person of a start, by their hash: the one with KEY_PEPPER, then the one with KEY_PEPPER_PREVIOUS. */
export type Subject = {
  hashes: readonly [Bytes, ...Bytes[]];
  /** How many verifications the person may start between `since` and now. */
  most: number;
  since: Date;
  keptUntil: Date;
  /** When a person with this history has a method available again; null: they have one now. */
  openFrom: (history: History) => Date | null;
};

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Starts a verification of a person whom the tenant names, unless they have started too many. Both are
 * decided and written together, one start at a time for each person.
 * @returns "started"; "ceiling": the month is full; otherwise, when the person can start again. In the last
 *   two cases, nothing was written
 */
export const insertForSubject = <Given extends NewVerification>(
  database: Database,
  start: Start<Given>,
  { hashes, most, since, keptUntil, openFrom }: Subject,
): Promise<"started" | "ceiling" | Date> =>
  asOneTransaction(database, async (joined) => {
    const { id: verificationId, tenantId, createdAt } = start.verification;
    const [hash, ...older] = hashes;
    await lockSubject(joined.orm, hashes);
    // Counted once and under one hash, whatever pepper earlier starts had.
    if (older.length > 0) await rehashSubject(joined.orm, tenantId, older, hash);
    const starts = await startsOfSubject(joined.orm, tenantId, hash, since);
    const counting = starts.at(-most);
    if (counting) return addDays(counting.createdAt, 1);
    const last = starts.at(-1);
    const known = last && (await findProgress(joined.orm, last.verificationId));
    const from = known ? openFrom(known.history) : null;
    if (from) return from;
    if (!(await startOne(joined, start))) return "ceiling";
    await insertSubjectUse(joined.orm, { verificationId, tenantId, hash, createdAt, expiresAt: keptUntil });
    return "started";
  });
