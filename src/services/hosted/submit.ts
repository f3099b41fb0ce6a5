import { required, ServiceError } from "#core/errors.ts";
import { entryFor } from "#core/json.ts";
import type { FindingCode } from "#core/policy/finding-codes.ts";
import type { MethodId } from "#core/policy/method-id.ts";
import { isFinal, type Verification } from "#core/verification.ts";
import { claimCheck, noteOthersAsked, releaseCheck } from "#data/verifications/checks.ts";
import { findProgress } from "#data/verifications/hosted-page.ts";
import type { Method, MethodContext, Submission } from "#methods/method.ts";
import { failWith, inEndingTransaction } from "#services/check/end.ts";
import {
  evidenceState,
  hashToKeep,
  type KeptKey,
  keptFormKey,
  keptKey,
  wasJudged,
} from "#services/check/evidence-key.ts";
import {
  type CheckCtx,
  loadPage,
  type PageCtx,
  type PageState,
  policyOf,
  requireOffered,
  requireOpen,
  requireOpenPage,
  requirePage,
  standingOf,
  statusOf,
  withVerification,
} from "#services/check/page.ts";
import { recordFinding } from "#services/check/record.ts";
import { takeMethod } from "#services/check/visitors-check.ts";
import type { Ctx } from "#services/context.ts";
import { redeemVoucher } from "#services/vouchers/redeem.ts";
import { answerDcApi } from "#services/wallet/start.ts";
import { type HostedView, type Problem, problemOf, viewHostedPage } from "./view.ts";

// Longer than any method takes, so that a lease never expires under a running check.
const CHECK_LEASE_MS = 30_000;

/** Takes the lease. @throws CHECK_IN_PROGRESS, also where the check was taken back from this phone in the meantime */
const claim = async ({ deps, page }: CheckCtx, now: Date, key: KeptKey | null): Promise<Date> => {
  const until = new Date(now.getTime() + CHECK_LEASE_MS);
  const handoffId = page.device === "phone" ? (page.handoff?.id ?? null) : null;
  const verificationId = page.verification.id;
  const keyHash = hashToKeep(key);
  if (await claimCheck(deps.db.orm, { verificationId, handoffId, now, until, keyHash })) return until;
  throw new ServiceError("CHECK_IN_PROGRESS");
};

/**
 * Checks, under the lease, whether the method may still be tried: another request may have used it up since
 * the page was read.
 * @throws METHOD_UNAVAILABLE; CHECK_IN_PROGRESS: in another verification of the same person, whose tries count here too
 */
const checkChoices = async (ctx: CheckCtx, method: string, now: Date): Promise<void> => {
  const { verification } = ctx.page;
  if (verification.policyId === null) return;
  const progress = await findProgress(ctx.deps.db.orm, verification.id);
  if (!progress) return;
  const { history, ...state } = progress;
  if (history.busyUntil && history.busyUntil > now) throw new ServiceError("CHECK_IN_PROGRESS");
  const page = { ...ctx.page, history, verification: { ...verification, ...state } };
  await requireOffered({ ...ctx, page }, method);
};

const contextOf = ({ page: { verification, tenant } }: CheckCtx, now: Date): MethodContext => {
  const { minimumAge, thresholds, mode } = verification;
  return { now, minimumAge, thresholds, mode, acceptsVisas: tenant.acceptVisas };
};

/** What was handed in: for which method, and under which key. */
type Handed = { method: Method; submission: Submission; key: KeptKey | null };

/**
 * By method, what looks an answer up rather than checking it. It takes no lease: its row is used up by one
 * call, if any.
 */
const LOOK_UPS = { voucher: redeemVoucher } satisfies { [Id in MethodId]?: typeof redeemVoucher };

const lookUp = async (ctx: PageCtx, redeem: typeof redeemVoucher, tried: Handed): Promise<PageCtx> => {
  await redeem(ctx, { ...tried, startedAt: ctx.deps.now() });
  return required(await loadPage(ctx, ctx.secret), "VERIFICATION_NOT_FOUND");
};

/** Each of these costs the reading of a picture, so any beyond the limit are attempts like any other. */
const READ_TO_THE_END: ReadonlySet<FindingCode> = new Set(["BIRTHDAY_TODAY", "DOCUMENT_TWO_PEOPLE"]);
const FREE_READINGS_PER_PAGE = { limit: 5, windowSeconds: 600 } as const;

/** Whether evidence that decided nothing uses up no attempt. */
const isFree = async ({ deps, page }: CheckCtx, code: FindingCode): Promise<boolean> => {
  if (!READ_TO_THE_END.has(code)) return true;
  const key = `free-reading:${page.verification.id}`;
  return (await deps.rateLimiter.limit({ key, ...FREE_READINGS_PER_PAGE })).allowed;
};

/**
 * Checks a submission under the lease, and records the finding.
 * @returns the verification afterwards; null: it had ended in the meantime, or this submission was judged before
 * @throws CHECK_IN_PROGRESS; the code of a finding that was not opened: no attempt is used up
 */
export const checkUnderLease = async (
  ctx: CheckCtx,
  { method, submission, key }: Handed,
): Promise<Verification | null> => {
  const { deps, page } = ctx;
  const startedAt = deps.now();
  const release = (refused: Parameters<typeof releaseCheck>[3] = null): Promise<void> =>
    releaseCheck(deps.db.orm, page.verification.id, until, refused);
  const until = await claim(ctx, startedAt, key);
  try {
    // Asked under the lease: another request may have judged it just now.
    const before = key && (await evidenceState(ctx, key));
    if (before?.is === "judged") {
      await release();
      return null;
    }
    if (before?.is === "refused") throw new ServiceError(before.code);
    await checkChoices(ctx, method.id, startedAt);
    const finding = await method.answer(submission, contextOf(ctx, startedAt));
    if (finding.kind === "no_decision" && finding.isUnopened && (await isFree(ctx, finding.code))) {
      const refusedKeyHash = hashToKeep(key);
      await release(refusedKeyHash && { refusedKeyHash, refusedAs: finding.code });
      throw new ServiceError(finding.code);
    }
    return await recordFinding(ctx, { method: method.id, finding, startedAt, until, key });
  } catch (error) {
    // The evidence was not checked or could not be written, so no attempt is used up.
    await release().catch(() => undefined);
    throw error;
  }
};

/** Checks what the page handed in. Returns the page afterwards. */
const check = async (ctx: PageCtx, handed: Handed): Promise<PageCtx> => {
  const verification = await checkUnderLease(ctx, handed).catch(async (error: unknown) => {
    // Taken back from this phone in the meantime: there is no such page for it.
    if (error instanceof ServiceError && error.code === "CHECK_IN_PROGRESS")
      await requirePage(ctx, ctx.secret);
    throw error;
  });
  // Where attempts count, what has been tried has changed too.
  if (verification && verification.policyId === null) return withVerification(ctx, verification);
  // Too late, where no policy applies: the page shows what happened instead.
  return required(await loadPage(ctx, ctx.secret), "VERIFICATION_NOT_FOUND");
};

/** What came in a request; `formKey`: the key that a form without scripts was drawn with. */
type Received = Submission & { formKey?: string | null };

/** The page as it stands, with what was wrong with the last evidence. */
const standingAfter = async (after: PageCtx): Promise<PageState & { problem: Problem | null }> => {
  const { state } = await standingOf(after);
  return { ...state, problem: await problemOf(after.deps, after.page.verification, state) };
};

/**
 * The end user submits evidence on the hosted page; the server checks it and decides. What comes again under its key is
 * answered as the first time.
 * @param input.key the key that the page's script gave this evidence; null: it gave none
 * @param readSubmission reads the body; called only if it can be checked
 * @returns the page's state afterwards, and what was wrong with the evidence, if anything
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, CHECK_IN_PROGRESS,
 *   SERVICE_UNAVAILABLE (too busy: try again), PAYLOAD_TOO_LARGE and INVALID_REQUEST_BODY from reading,
 *   IMAGE_FORMAT_UNSUPPORTED and IMAGE_TOO_LARGE for a file that was not opened, VOUCHER_UNKNOWN and
 *   VOUCHER_UNDECIDED for a code, BIRTHDAY_TODAY for a decisive birthday that has not begun everywhere,
 *   DOCUMENT_TWO_PEOPLE for a picture of two people's documents: no attempt is used up
 */
export const submitEvidence = async (
  ctx: Ctx,
  input: { secret: string; method: string; key?: string | null },
  readSubmission: (method: Method, verificationId: string) => Promise<Received>,
): Promise<PageState & { problem: Problem | null }> => {
  const opened = await requirePage(ctx, input.secret);
  const { verification } = opened.page;
  const given = input.key ? keptKey(opened, input.method, input.key) : null;
  // First of all: its judgement may have ended the check, or closed the method.
  if (await wasJudged(opened, given)) return standingAfter(opened);
  requireOpen(opened);
  const method = await takeMethod(opened, input.method);
  const question = await method.start({ channel: "form" }, contextOf(opened, ctx.deps.now()));
  if (!question) throw new ServiceError("METHOD_UNAVAILABLE");
  // Read before the lease is taken: a slow connection must not hold it.
  const { formKey, ...submission } = await readSubmission(method, verification.id);
  const key = given ?? (formKey ? keptFormKey(opened, method.id, formKey, submission.body) : null);
  const handed: Handed = { method, submission, key };
  const redeem = entryFor(LOOK_UPS, method.id);
  return standingAfter(redeem ? await lookUp(opened, redeem, handed) : await check(opened, handed));
};

/**
 * The browser hands in what a wallet answered to the page's own question, and the page shows how things stand.
 * @throws as answerDcApi
 */
export const submitCredential = async (
  ctx: Ctx,
  question: { secret: string; id: string; key?: string | null },
  readBody: (verificationId: string) => Promise<Uint8Array>,
): Promise<HostedView> => {
  await answerDcApi(ctx, question, readBody);
  return required(await viewHostedPage(ctx, question.secret), "VERIFICATION_NOT_FOUND");
};

/**
 * The end user says that they cannot use any of the methods shown: the others of the policy are shown too. Where there are
 * none, nothing changes.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED
 */
export const askForOthers = async (ctx: Ctx, secret: string): Promise<HostedView> => {
  const found = await requireOpenPage(ctx, secret);
  if ((await policyOf(found))?.choices.hasOthers) {
    await noteOthersAsked(ctx.deps.db.orm, found.page.verification.id, ctx.deps.now());
  }
  return required(await viewHostedPage(ctx, secret), "VERIFICATION_NOT_FOUND");
};

/**
 * The end user cancels: the verification fails with CANCELLED_BY_USER. One that has ended does not change, so a second
 * click has no effect; a check that still runs comes too late.
 * @throws VERIFICATION_NOT_FOUND
 */
export const cancelVerification = async (ctx: Ctx, secret: string): Promise<HostedView> => {
  const found = await requirePage(ctx, secret);
  if (!isFinal(statusOf(found))) {
    const cancelled = { errorCode: "CANCELLED_BY_USER", reason: null } as const;
    await inEndingTransaction(ctx, (db) => failWith(ctx, db, found.page.verification, cancelled));
  }
  return required(await viewHostedPage(ctx, secret), "VERIFICATION_NOT_FOUND");
};
