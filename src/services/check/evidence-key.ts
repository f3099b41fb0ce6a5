import { ERRORS, type ErrorCode, invalidParameter, ServiceError } from "#core/errors.ts";
import type { Db } from "#data/service/client.ts";
import { beginReading, endReading, findByEvidenceKey } from "#data/verifications/evidence-keys.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import type { Ctx } from "#services/context.ts";
import { type CheckCtx, openedPage, type PageState, standingOf } from "./page.ts";

// A page gives each photo and each answer a random key. What comes again under its key is judged once: docs/adr/0062.

const PATTERN = /^[A-Za-z0-9_-]{22,64}$/;

export const isEvidenceKey = (text: string): boolean => PATTERN.test(text);

/** @throws INVALID_PARAMETERS */
export const requireEvidenceKey = (text: string): string => {
  if (isEvidenceKey(text)) return text;
  throw invalidParameter("X-Evidence-Key", "expected 22 to 64 letters, digits, hyphens and underscores");
};

type Hash = Uint8Array<ArrayBuffer>;

/** A key as it is kept: bound to the verification and the method. The first hash is written, each is found. */
export type KeptKey = { readonly hashes: readonly [Hash, ...Hash[]] };

const keptFrom = (
  { deps, page }: CheckCtx,
  purpose: string,
  method: string,
  value: string | Uint8Array,
): KeptKey => {
  const [first, ...others] = fingerprintsOf(
    deps.secrets,
    `${purpose} ${page.verification.id} ${method}`,
    value,
  );
  if (!first) throw new TypeError("every key has a hash");
  return { hashes: [first, ...others] };
};

/** The key that a script made for one photo or answer. */
export const keptKey = (ctx: CheckCtx, method: string, key: string): KeptKey =>
  keptFrom(ctx, "evidence-key", method, key);

/**
 * The key that a page without scripts was drawn with. The Back button can bring such a page back for another photo, so
 * the key is bound to these bytes.
 */
export const keptFormKey = (ctx: CheckCtx, method: string, key: string, body: Uint8Array): KeptKey =>
  keptFrom(ctx, "evidence-form-key", method, Buffer.concat([Buffer.from(`${key}\n`), body]));

export const hashToKeep = (key: KeptKey | null): Hash | null => key?.hashes[0] ?? null;

/** What has become of evidence: `unknown` has not arrived, or nothing came of it and it can be sent again. */
type EvidenceState =
  | { is: "unknown" | "reading" }
  | { is: "judged"; finding: string }
  | { is: "refused"; code: ErrorCode };

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/** @param db a transaction that holds the verification, where nothing may come between */
export const evidenceState = async (
  { deps, page: { verification } }: CheckCtx,
  { hashes }: KeptKey,
  db: Db = deps.db.orm,
): Promise<EvidenceState> => {
  const of = { tenantId: verification.tenantId, verificationId: verification.id };
  const known = await findByEvidenceKey(db, of, hashes, deps.now());
  if (!known) return { is: "unknown" };
  const { isReading, refusedAs, finding } = known;
  if (finding !== null) return { is: "judged", finding };
  if (refusedAs !== null && isCode(refusedAs)) return { is: "refused", code: refusedAs };
  return { is: isReading ? "reading" : "unknown" };
};

/** The state of a page, and what has become of the evidence that its script asks about. */
type Polled = PageState & { evidence?: { is: EvidenceState["is"]; code?: ErrorCode } };

/**
 * The state of the page for its own script.
 * @param asked the evidence that the script asks about; null: none
 * @returns null if there is no such page
 */
export const pollEvidence = async (
  ctx: Ctx,
  secret: string,
  asked: { method: string; key: string } | null,
): Promise<Polled | null> => {
  const found = await openedPage(ctx, secret);
  if (!found) return null;
  const { state } = await standingOf(found);
  if (!asked) return state;
  const known = await evidenceState(found, keptKey(found, asked.method, asked.key));
  return { ...state, evidence: { is: known.is, ...(known.is === "refused" && { code: known.code }) } };
};

/**
 * Whether the evidence under this key was judged before.
 * @throws its code, where it was refused; CHECK_IN_PROGRESS: it is being read
 */
export const wasJudged = async (ctx: CheckCtx, key: KeptKey | null, db?: Db): Promise<boolean> => {
  const state = key ? await evidenceState(ctx, key, db) : null;
  if (state?.is === "refused") throw new ServiceError(state.code);
  if (state?.is === "reading") throw new ServiceError("CHECK_IN_PROGRESS");
  return state?.is === "judged";
};

/** Errors by which nothing was judged: sent again under its key, the answer is read. */
const NOT_JUDGED: ReadonlySet<ErrorCode> = new Set([
  "CHECK_IN_PROGRESS",
  "DATABASE_ERROR",
  "INTERNAL_ERROR",
  "INVALID_REQUEST_BODY",
  "PAYLOAD_TOO_LARGE",
  "SERVICE_UNAVAILABLE",
] satisfies ErrorCode[]);

const refusalIn = (error: unknown): ErrorCode | null =>
  error instanceof ServiceError && !NOT_JUDGED.has(error.code) ? error.code : null;

/** Longer than any answer takes to be read. */
const READING_MS = 30_000;

/**
 * Reads an answer that takes no lease, once for its key, and remembers a refusal.
 * @returns null: it was judged before
 * @throws as `judge`; the code of the refusal, where it was refused before; CHECK_IN_PROGRESS: it is being read
 */
export const judgeOnce = async <Result>(
  ctx: CheckCtx,
  key: KeptKey | null,
  judge: () => Promise<Result>,
): Promise<Result | null> => {
  if (key === null) return judge();
  const { deps, page } = ctx;
  const of = { tenantId: page.verification.tenantId, verificationId: page.verification.id };
  const now = deps.now();
  const until = new Date(now.getTime() + READING_MS);
  if (await wasJudged(ctx, key)) return null;
  if (!(await beginReading(deps.db.orm, of, key.hashes, { now, until })))
    throw new ServiceError("CHECK_IN_PROGRESS");
  const end = (refusedAs: ErrorCode | null): Promise<void> =>
    endReading(deps.db.orm, of, key.hashes[0], refusedAs);
  try {
    // Another process may have judged it between the two statements.
    const before = await evidenceState(ctx, key);
    if (before.is === "refused") throw new ServiceError(before.code);
    const result = before.is === "judged" ? null : await judge();
    await end(null);
    return result;
  } catch (error) {
    await end(refusalIn(error)).catch(() => undefined);
    throw error;
  }
};
