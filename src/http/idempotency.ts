import { z } from "zod";
import { invalidParameter, ServiceError } from "#core/errors.ts";
import {
  asKeyedTransaction,
  findRecord,
  type IdempotencyKey,
  type IdempotencyRecord,
  NoPlace,
  tryLockKey,
  writeRecord,
} from "#data/service/idempotency.ts";
import type { Deps } from "#services/context.ts";
import { sealedFor } from "#services/sealing.ts";
import { verificationIdIn } from "./input.ts";
import type { Incoming } from "./respond.ts";

const LIFE_MS = 24 * 60 * 60 * 1000;
const RETRY_AFTER_SECONDS = 1; // a run takes milliseconds, and one that dies ends at once
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** The stored part of an answer; sealed, because it can contain a token, a key or a session address. */
export type StoredAnswer = { status: number; body: unknown };

const keptBody = z.object({ body: z.unknown() });

/** Runs the request; the database of `deps` is the key's transaction. */
type Run = (deps: Deps) => Promise<StoredAnswer>;

const readKey = (request: Incoming): string | null => {
  const key = request.headers.get("idempotency-key");
  if (key === null || KEY_PATTERN.test(key)) return key;
  throw invalidParameter("Idempotency-Key", "expected 1 to 255 printable ASCII characters without spaces");
};

const contextOf = ({ scope, keyHash }: IdempotencyKey): string => sealedFor("answer", scope, keyHash);

const inProgress = (): ServiceError =>
  new ServiceError("IDEMPOTENCY_IN_PROGRESS", undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });

const tooManyAtOnce = (): ServiceError =>
  new ServiceError(
    "RATE_LIMIT_EXCEEDED",
    "Too many of your requests with an Idempotency-Key wait for each other. Nothing was done: send this one again.",
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

/** The first answer, or null if there is none yet. @throws INVALID_REQUEST_BODY, IDEMPOTENCY_IN_PROGRESS */
const answerOf = (
  deps: Deps,
  key: IdempotencyKey,
  requestHash: Uint8Array,
  record: IdempotencyRecord | null,
): StoredAnswer | null => {
  const now = deps.now().getTime();
  if (record === null || now - record.createdAt.getTime() >= LIFE_MS) return null;
  if (Buffer.compare(record.requestHash, requestHash) !== 0) {
    throw new ServiceError(
      "INVALID_REQUEST_BODY",
      "This Idempotency-Key was used for a different request. Use a new key for each request.",
      { issues: [{ path: "Idempotency-Key", message: "already used with another path or body" }] },
    );
  }
  if (record.answer === null || record.httpStatus === null) {
    if (record.lockedUntil !== null && record.lockedUntil.getTime() > now) throw inProgress();
    return null;
  }
  const { body } = keptBody.parse(JSON.parse(deps.secrets.open(record.answer, contextOf(key))));
  return { status: record.httpStatus, body };
};

/** A request as its record knows it; with KEY_PEPPER_PREVIOUS it can be recorded in two forms. */
type Kept = { key: IdempotencyKey; requestHash: Uint8Array<ArrayBuffer>; lock: Buffer };

const keptAs = (by: Digests, scope: string, given: string, request: Uint8Array): Kept => {
  const key = { scope, keyHash: new Uint8Array(by.fingerprint("idempotency-key", given)) };
  const requestHash = new Uint8Array(by.fingerprint("idempotency-request", request));
  return { key, requestHash, lock: by.fingerprint("idempotency-lock", contextOf(key)) };
};

type Digests = Pick<Deps["secrets"], "fingerprint">;

/**
 * Runs a request once per Idempotency-Key within 24 hours; a repeat gets the first answer again, byte for
 * byte. The work and its answer are one transaction, so a crash keeps both or neither. A failed run writes
 * nothing, so a retry with the same key is safe.
 * @param scope the owner of the key: two tenants can use the same text
 * @param bytes the body as received; stored only as a keyed hash
 * @throws INVALID_PARAMETERS (the header), INVALID_REQUEST_BODY (another request), IDEMPOTENCY_IN_PROGRESS,
 *   RATE_LIMIT_EXCEEDED: too many of the owner's wait for each other
 */
export const withIdempotency = async (
  deps: Deps,
  request: Incoming,
  scope: string,
  bytes: Uint8Array,
  run: Run,
): Promise<StoredAnswer & { replayed: boolean }> => {
  const given = readKey(request);
  if (given === null) return { ...(await run(deps)), replayed: false };
  const { secrets } = deps;
  const path = new URL(request.url).pathname;
  const whole = Buffer.concat([Buffer.from(`${request.method} ${path}\n`), bytes]);
  const current = keptAs(secrets, scope, given, whole);
  const older = secrets.older ? keptAs(secrets.older, scope, given, whole) : null;
  const { key, requestHash } = current;
  let isWakeWanted = false;
  const work = async (db: Deps["db"]) => {
    // Both, because a process from before the rollout takes the other one for the current one.
    for (const { lock } of older ? [current, older] : [current]) {
      if (!(await tryLockKey(db.orm, lock))) throw inProgress();
    }
    const before = await findRecord(db.orm, key); // after the lock, so that a previous run's commit is visible
    const olderRecord = older && (await findRecord(db.orm, older.key));
    const kept =
      answerOf(deps, key, requestHash, before) ??
      (older && answerOf(deps, older.key, older.requestHash, olderRecord));
    if (kept) return { ...kept, replayed: true };
    const createdAt = deps.now();
    const fresh = await run({
      ...deps,
      db,
      wakeDeliveries: () => {
        isWakeWanted = true; // workers would find nothing before the commit
      },
    });
    const sealed = secrets.seal(JSON.stringify({ body: fresh.body }), contextOf(key));
    const verificationId = verificationIdIn(fresh.body);
    const record = { requestHash, httpStatus: fresh.status, answer: sealed, verificationId, createdAt };
    if (!(await writeRecord(db.orm, key, before, record))) throw inProgress();
    return { ...fresh, replayed: false };
  };
  const answer = await asKeyedTransaction(deps.db, key, work).catch((error: unknown) => {
    throw error instanceof NoPlace && error.isMoving ? tooManyAtOnce() : error;
  });
  if (isWakeWanted) deps.wakeDeliveries();
  return answer;
};
