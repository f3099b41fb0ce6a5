import { reaches } from "#core/age-over.ts";
import type { FindingCode } from "#core/policy/finding-codes.ts";
import type { Verification } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { lockVerification } from "#data/verifications/checks.ts";
import type { Evidence, Finding } from "#methods/method.ts";
import { inEndingTransaction } from "./end.ts";
import { evidenceState, type KeptKey } from "./evidence-key.ts";
import { type CheckCtx, policyOf, type UnderPolicy } from "./page.ts";
import { applyFinding, type Checked, choicesNow, completeWithEvidence, countAttempt } from "./record.ts";

// Answers that take no lease, because what they answer can be used once: a voucher, a wallet's or a provider's question.

/** Whether a method may be tried now that the verification is held: another call may just have used it up. */
export const isStillOpen = async (
  ctx: CheckCtx,
  db: Db,
  policy: UnderPolicy | null,
  method: string,
): Promise<boolean> => policy === null || (await choicesNow(ctx, db, policy)).includes(method);

type FruitlessAnswer = {
  method: string;
  code: FindingCode;
  reason?: string | null | undefined;
  startedAt: Date;
  key: KeptKey | null;
};

/**
 * Counts an answer that decided nothing and needed no lease, in a transaction that holds the verification,
 * and ends the verification if it was the last that the person had.
 * @returns the verification afterwards; null if it had ended in the meantime
 */
export const recordFruitlessIn = async (
  ctx: CheckCtx,
  db: Db,
  policy: UnderPolicy | null,
  { method, code, reason = null, startedAt, key }: FruitlessAnswer,
): Promise<Verification | null> => {
  const number = await countAttempt(ctx, db, { method, finding: code, reason, startedAt, key }, null);
  if (number === null) return null;
  const finding: Finding = { kind: "no_decision", code, hint: "", ...(reason === null ? {} : { reason }) };
  return applyFinding(ctx, db, { method, finding, policy }, number);
};

/** A transaction that holds the verification, so that answers to two of its questions take turns. */
const inHeldTransaction = <Result>(ctx: CheckCtx, work: (db: Db) => Promise<Result>): Promise<Result> =>
  inEndingTransaction(ctx, async (db) => {
    const { id, tenantId } = ctx.page.verification;
    await lockVerification(db, tenantId, id);
    return work(db);
  });

/**
 * Records a wallet's answer that decided nothing, where a policy applies; without one it is not an attempt. One that comes
 * again under its key counts once.
 */
export const recordFruitless = async (ctx: CheckCtx, answer: FruitlessAnswer): Promise<void> => {
  const policy = await policyOf(ctx);
  if (!policy) return;
  await inHeldTransaction(ctx, async (db) => {
    const before = answer.key && (await evidenceState(ctx, answer.key, db));
    if (before?.is !== "judged") await recordFruitlessIn(ctx, db, policy, answer);
  });
};

/**
 * Ends an open verification with evidence that was used up in this transaction: the attempt, the transition and the token.
 * @returns null if it had ended in the meantime, or the evidence does not decide the minimum age
 */
export const recordOwnEvidence = async (
  ctx: CheckCtx,
  db: Db,
  policy: UnderPolicy | null,
  {
    method,
    startedAt,
    evidence,
    key,
  }: Pick<Checked, "method" | "startedAt" | "key"> & { evidence: Evidence },
): Promise<Verification | null> => {
  if (reaches(evidence.band, ctx.page.verification.minimumAge) === null) return null;
  const attempt = { method, finding: "evidence", reason: null, startedAt, key } as const;
  if ((await countAttempt(ctx, db, attempt, null)) === null) return null;
  return completeWithEvidence(ctx, db, { method, evidence, policy });
};

/**
 * Ends a verification with single-use evidence, in the transaction that uses it up.
 * @param use takes the evidence's row; null if another call has taken it
 * @returns whether this call ended it
 */
export const recordUsedEvidence = async (
  ctx: CheckCtx,
  tried: Pick<Checked, "method" | "startedAt" | "key">,
  use: (db: Db) => Promise<Evidence | null>,
): Promise<boolean> => {
  const policy = await policyOf(ctx);
  return inHeldTransaction(ctx, async (db) => {
    const evidence = await use(db);
    return evidence !== null && (await recordOwnEvidence(ctx, db, policy, { ...tried, evidence })) !== null;
  });
};

/**
 * Records the answer of a service that the person was sent to.
 * @param take uses up the question in the same transaction: of two answers at once, one counts
 */
export const recordAnswer = async (
  ctx: CheckCtx,
  { finding, ...answer }: Omit<Checked, "until" | "key">,
  take: (db: Db) => Promise<boolean>,
): Promise<void> => {
  const policy = await policyOf(ctx);
  // Its question is used up: that is its key.
  const tried = { ...answer, key: null };
  await inHeldTransaction(ctx, async (db) => {
    if (!(await take(db)) || !(await isStillOpen(ctx, db, policy, tried.method))) return;
    if (finding.kind === "evidence") await recordOwnEvidence(ctx, db, policy, { ...tried, ...finding });
    else if (finding.kind === "no_decision" && !finding.isUnopened)
      await recordFruitlessIn(ctx, db, policy, { ...tried, ...finding });
  });
};
