import { z } from "zod";
import { ServiceError } from "#core/errors.ts";
import {
  dropRecord,
  findRecord,
  finishRecord,
  type IdempotencyKey,
  type IdempotencyRecord,
  insertRunning,
  takeOver,
} from "#data/idempotency.ts";
import type { Deps } from "#services/context.ts";

const LIFE_MS = 24 * 60 * 60 * 1000;
const LOCK_MS = 60_000;
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** What is kept of an answer: sealed, for it may hold a token or a session address. */
export type KeptAnswer = { status: number; body: unknown };

const keptBody = z.object({ body: z.unknown() });

type Run = () => Promise<KeptAnswer>;

const readKey = (request: Request): string | null => {
  const key = request.headers.get("idempotency-key");
  if (key === null || KEY_PATTERN.test(key)) return key;
  const message = "expected 1 to 255 printable ASCII characters without spaces";
  throw new ServiceError("INVALID_PARAMETERS", `Idempotency-Key: ${message}`, {
    issues: [{ path: "Idempotency-Key", message }],
  });
};

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const replay = (deps: Deps, key: IdempotencyKey, record: IdempotencyRecord): KeptAnswer => {
  const { body } = keptBody.parse(JSON.parse(deps.secrets.open(record.answer ?? "", contextOf(key))));
  return { status: record.httpStatus ?? 200, body };
};

const contextOf = (key: IdempotencyKey): string =>
  `idempotency:${key.scope}:${Buffer.from(key.keyHash).toString("base64url")}`;

const refuseOtherRequest = (): never => {
  throw new ServiceError(
    "INVALID_REQUEST_BODY",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
    { issues: [{ path: "Idempotency-Key", message: "used before with another path or body" }] },
  );
};

/** Takes the key for this run, or gives the answer of the run before. */
const claim = async (
  deps: Deps,
  key: IdempotencyKey,
  requestHash: Uint8Array<ArrayBuffer>,
  now: Date,
  lockedUntil: Date,
): Promise<KeptAnswer | null> => {
  const db = deps.db.orm;
  if (await insertRunning(db, key, requestHash, now, lockedUntil)) return null;
  const record = await findRecord(db, key);
  const isOver = record !== null && now.getTime() - record.createdAt.getTime() >= LIFE_MS;
  if (record && !isOver) {
    if (!sameBytes(record.requestHash, requestHash)) refuseOtherRequest();
    if (record.lockedUntil === null) return replay(deps, key, record);
  }
  const isDead = record?.lockedUntil != null && record.lockedUntil.getTime() <= now.getTime();
  if (record && (isOver || isDead) && (await takeOver(db, key, record, requestHash, now, lockedUntil)))
    return null;
  throw new ServiceError("IDEMPOTENCY_IN_PROGRESS", undefined, { retryAfterSeconds: 1 });
};

/**
 * Runs a request once per Idempotency-Key within 24 hours: a repeated one gets the first answer again.
 * Only successes are kept. A run that failed wrote nothing, so trying it again with the same key is safe.
 * @param scope whose keys these are: two tenants may use the same text
 * @param bytes the body as it came; kept as a keyed hash only
 * @throws INVALID_PARAMETERS (the header), INVALID_REQUEST_BODY (another request), IDEMPOTENCY_IN_PROGRESS
 */
export const withIdempotency = async (
  deps: Deps,
  request: Request,
  scope: string,
  bytes: Uint8Array,
  run: Run,
): Promise<KeptAnswer & { replayed: boolean }> => {
  const given = readKey(request);
  if (given === null) return { ...(await run()), replayed: false };
  const { secrets } = deps;
  const key = { scope, keyHash: new Uint8Array(secrets.fingerprint("idempotency-key", given)) };
  const path = new URL(request.url).pathname;
  const fingerprint = secrets.fingerprint(
    "idempotency-request",
    Buffer.concat([Buffer.from(`${request.method} ${path}\n`), bytes]),
  );
  const now = deps.now();
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const kept = await claim(deps, key, new Uint8Array(fingerprint), now, lockedUntil);
  if (kept) return { ...kept, replayed: true };
  const answer = await run().catch(async (error: unknown) => {
    await dropRecord(deps.db.orm, key, lockedUntil).catch(() => undefined);
    throw error;
  });
  const sealed = secrets.seal(JSON.stringify({ body: answer.body }), contextOf(key));
  // The work is done: its answer goes out even if it cannot be kept, and the record stays, so that a repetition
  // meets a lock and not a second run.
  await finishRecord(deps.db.orm, key, lockedUntil, answer.status, sealed).catch((error: unknown) => {
    deps.log.warn("an idempotent answer was not kept", { error });
  });
  return { ...answer, replayed: false };
};
