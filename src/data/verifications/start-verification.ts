import type { Disclosure } from "#core/age-over.ts";
import { addDays } from "#core/day.ts";
import type { History } from "#core/policy/progress.ts";
import type { Mode } from "#core/verification.ts";
import { asOneTransaction, type Database, type Db } from "#data/service/client.ts";
import { isRefusedRow } from "#data/service/errors.ts";
import { oncePerTurn } from "#data/sql/once-per-turn.ts";
import { VERIFICATION_START, VERIFICATION_STARTS, VERIFICATION_STARTS_HELD } from "#data/sql/requests.ts";
import { hexOf, run } from "#data/sql/statement.ts";
import { findProgress } from "./hosted-page.ts";
import { insertSubjectUse, lockSubject, rehashSubject, startsOfSubject } from "./subjects.ts";

type NewVerification = {
  id: string;
  tenantId: string;
  mode: Mode;
  requestId: string;
  secretHash: Uint8Array;
  minimumAge: number;
  thresholds: number[];
  disclosure: Disclosure;
  methods: string[];
  locale: string | null;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
  ipHash: Uint8Array | null;
  maxAttempts: number;
  createdAt: Date;
  expiresAt: Date;
  policyId: string | null;
  policyPlace: string | null;
};

/** With how many its tenant may start in a month. */
type Start = { verification: NewVerification; ceiling: number };

const startOne = async (
  database: Pick<Database, "pool" | "observe">,
  { verification: v, ceiling }: Start,
): Promise<boolean> => {
  const rows = await run(database, VERIFICATION_START, [
    v.id,
    v.tenantId,
    v.mode,
    v.requestId,
    v.secretHash,
    v.minimumAge,
    v.methods,
    v.locale,
    v.callbackUrl,
    v.metadata === null ? null : JSON.stringify(v.metadata),
    v.ipHash,
    v.maxAttempts,
    v.createdAt,
    v.expiresAt,
    ceiling,
    v.thresholds,
    v.disclosure,
    v.policyId,
    v.policyPlace,
  ]);
  return rows.length === 1;
};

/** @returns the ids of those that were written */
const startMany = async (
  database: Pick<Database, "pool">,
  statement: typeof VERIFICATION_STARTS | typeof VERIFICATION_STARTS_HELD,
  starts: readonly Start[],
): Promise<Set<string>> => {
  if (starts.length === 1) return new Set();
  const asked = starts.map(({ verification, ceiling }) => ({
    ...verification,
    secretHash: hexOf(verification.secretHash),
    ipHash: verification.ipHash && hexOf(verification.ipHash),
    ceiling,
  }));
  // A row that PostgreSQL refuses must not take the others with it: then each goes alone.
  const rows = await run(database, statement, [JSON.stringify(asked)]).catch((error: unknown) => {
    if (isRefusedRow(error)) return [];
    throw error;
  });
  return new Set(rows.map(({ id }) => id));
};

// What another process or a longer transaction held up: together again, beside the others, and now it waits. Near its
// ceiling and in a new month a tenant's starts go one by one.
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
 * Writes a verification and counts it, unless the month has reached `ceiling`. Those of one turn of the event loop are
 * written together, so a tenant's starts do not queue for the lock of its counter behind each other's commits.
 * @returns false when it has; then nothing was written
 */
export const insertVerification = (
  database: Database,
  verification: NewVerification,
  ceiling: number,
): Promise<boolean> => startTogether(database, { verification, ceiling });

/** The person of a start, by their hash: KEY_PEPPER's, then KEY_PEPPER_PREVIOUS'. */
export type Subject = {
  hashes: readonly [Bytes, ...Bytes[]];
  /** How many verifications the person may start between `since` and now. */
  most: number;
  since: Date;
  keptUntil: Date;
  /** When a person with this history has a way again; null: they have one now. */
  openFrom: (history: History) => Date | null;
};

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Starts a verification of a person whom the tenant names, unless they have started too many. Both are decided and written
 * together, one start of a person after the other.
 * @returns "started"; "ceiling": the month is full; or when the person can start again. Then nothing was written
 */
export const insertForSubject = (
  database: Database,
  start: Start,
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

/** Running totals that workers write and /admin/metrics reads; attempts on webhooks have theirs in delivery-results.ts. */
type CounterName = "verifications_expired" | "verifications_purged" | "events_purged";

/** Adds to a total, in the transaction of what it counts. */
export const addToCounter = async (db: Db, name: CounterName, value: number): Promise<void> => {
  if (value === 0) return;
  await db.$executeRaw`
    insert into service_counter as c (name, value) values (${name}, ${value})
    on conflict (name) do update set value = c.value + excluded.value`;
};

/** All totals by name. */
export const readCounters = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.serviceCounter.findMany();
  return new Map(rows.map((row) => [row.name, Number(row.value)]));
};
