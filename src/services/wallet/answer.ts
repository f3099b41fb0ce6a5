import { reaches } from "#core/age-over.ts";
import { ServiceError } from "#core/errors.ts";
import { effectiveStatus, isFinal, type Verification } from "#core/verification.ts";
import {
  declineTransaction,
  findPendingTransaction,
  holdResult,
  type PendingTransaction,
  refuseAnswer,
  useTransaction,
  type WalletResult,
} from "#data/verifications/wallet-transactions.ts";
import type { Evidence } from "#methods/method.ts";
import { MAX_RESPONSE_BYTES } from "#methods/wallet/limits.ts";
import { maxResponseBytes } from "#methods/wallet/settings.ts";
import type { KeptKey } from "#services/check/evidence-key.ts";
import { type CheckCtx, isKeptBack, loadPageOf } from "#services/check/page.ts";
import { newCode } from "#services/check/page-secret.ts";
import { recordFruitless, recordUsedEvidence } from "#services/check/record-answer.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { originOf, originOfOwn } from "#services/hosts/site.ts";
import { hashOf } from "#services/sealing.ts";
import { expectationOf, isTransactionId, unsealExpectations } from "./transactions.ts";

/** The most bytes that a wallet can post. */
export const MAX_ANSWER_BYTES = MAX_RESPONSE_BYTES;

/** The most bytes that a browser can hand over, which may bring a zero-knowledge proof. */
export const maxHandedOver = ({ wallet }: Pick<Deps, "wallet">): number => maxResponseBytes(wallet);

/** An answer: evidence, a refusal by the person, or nothing that counts. */
type Judged = { kind: "evidence"; evidence: Evidence } | { kind: "declined" } | { kind: "refused" };

/** The verifications whose page has handed over an answer that is being checked, in this process. */
const HANDED_OVER = new Set<string>();

/**
 * Runs a check of what a page handed over, one at a time where it may be a proof: otherwise one page could keep the
 * verifier from everyone else's.
 * @throws CHECK_IN_PROGRESS
 */
const oneByOne = async <T>(
  { deps: { wallet }, page: { verification } }: CheckCtx,
  { channel }: Pick<PendingTransaction, "channel">,
  check: () => Promise<T>,
): Promise<T> => {
  if (!wallet.proofs || channel !== "dc_api") return check();
  const { id } = verification;
  if (HANDED_OVER.has(id)) throw new ServiceError("CHECK_IN_PROGRESS");
  HANDED_OVER.add(id);
  try {
    return await check();
  } finally {
    HANDED_OVER.delete(id);
  }
};

/**
 * Checks an answer. Refused ones are counted and logged by code, so that only the operator learns why.
 * @throws CHECK_IN_PROGRESS, SERVICE_UNAVAILABLE: it was not looked at, so nothing is counted
 */
export const verifyAnswer = async (
  ctx: CheckCtx,
  transaction: PendingTransaction,
  body: Uint8Array,
): Promise<Judged> => {
  const { deps, requestId, page } = ctx;
  const { mode, minimumAge, thresholds, tenantId } = page.verification;
  const { channel } = transaction;
  const context = {
    now: deps.now(),
    tenantId,
    mode,
    minimumAge,
    thresholds,
    kept: unsealExpectations(deps, transaction),
  };
  const method = deps.methods.get("wallet");
  const finding = await oneByOne(ctx, transaction, async () =>
    method?.answer({ contentType: "", body }, context),
  );
  if (finding?.kind === "evidence") return finding;
  const isDeclined = finding?.kind === "no_decision" && finding.code === "WALLET_DECLINED";
  // A decline ends a link or a code; the browser's own question stays open, so its answers are counted.
  if (!isDeclined || channel === "dc_api") await refuseAnswer(deps.db.orm, transaction.id);
  if (isDeclined) {
    deps.log.info("a wallet declined", { requestId, channel });
    return { kind: "declined" };
  }
  const code = finding?.kind === "no_decision" ? finding.reason : undefined;
  deps.log.info("a wallet's answer was refused", { requestId, channel, code });
  return { kind: "refused" };
};

/** Where a policy applies, an answer that decided nothing is an attempt, as with any other method. */
export const countFruitless = (
  ctx: CheckCtx,
  judged: Exclude<Judged, { kind: "evidence" }>,
  startedAt: Date,
  key: KeptKey | null = null,
): Promise<void> =>
  recordFruitless(ctx, {
    method: "wallet",
    startedAt,
    key,
    ...(judged.kind === "declined"
      ? { code: "WALLET_DECLINED" as const }
      : { code: "METHOD_FAILED" as const }),
  });

const resultOf = (
  { band, documentType, trustLabel = "", proofVerifier }: Evidence,
  { minimumAge }: Pick<Verification, "minimumAge">,
): WalletResult => ({
  isOver: reaches(band, minimumAge) === true,
  ageAtLeast: band.atLeast,
  ageBelow: band.below,
  credentialType: documentType ?? "",
  trustLabel,
  proofVerifier: proofVerifier ?? null,
});

/** Ends the verification with a single-use answer. Returns whether this call ended it. */
export const completeByAnswer = (
  ctx: CheckCtx,
  id: string,
  evidence: Evidence,
  startedAt: Date,
  key: KeptKey | null = null,
): Promise<boolean> =>
  recordUsedEvidence(ctx, { method: "wallet", startedAt, key }, async (db) =>
    (await useTransaction(db, id, resultOf(evidence, ctx.page.verification), ctx.deps.now()))
      ? evidence
      : null,
  );

/** Where the wallet sends the browser after a link (OpenID4VP 1.0 §8.2): to the site that it left. */
const returnUriOf = async (ctx: Ctx, transaction: PendingTransaction, code: string): Promise<string> => {
  const left = expectationOf(ctx.deps, transaction);
  const returnTo =
    left && "returnTo" in left && left.returnTo !== undefined ? new URL(left.returnTo).host : null;
  const own = returnTo === null ? null : await originOfOwn(ctx, returnTo, transaction.tenantId);
  const origin = own ?? originOf(ctx);
  return `${origin}/openid4vp/return/${transaction.id}?response_code=${code}`;
};

/**
 * A wallet posts its answer to a link or a scanned code. A code's answer ends the verification; a link's waits for its
 * browser, which the wallet sends back with a code (OpenID4VP 1.0 §8.2, §13.3). A decline (§8.2, Authorization Error
 * Response) ends only the question.
 * @param readBody called only for a transaction that waits for an answer
 * @returns where the wallet sends the person; null for any answer that proved nothing
 */
export const answerWallet = async (
  ctx: Ctx,
  id: string,
  readBody: (verificationId: string) => Promise<Uint8Array>,
): Promise<{ redirectUri: string | null; verificationId: string } | null> => {
  const { deps } = ctx;
  const startedAt = deps.now();
  if (!isTransactionId(id)) return null;
  const transaction = await findPendingTransaction(deps.db.orm, id, startedAt);
  if (!transaction || transaction.channel === "dc_api") return null;
  const { verificationId } = transaction;
  const asked = await loadPageOf(ctx, transaction);
  if (!asked || isFinal(effectiveStatus(asked.page.verification, startedAt))) return null;
  if (await isKeptBack(asked, "wallet")) return null;
  const judged = await verifyAnswer(asked, transaction, await readBody(verificationId));
  if (judged.kind === "refused") {
    await countFruitless(asked, judged, startedAt);
    return null;
  }
  // The same way back for consent and decline; the code of a decline releases nothing.
  const code = transaction.channel === "link" ? newCode(deps) : null;
  const redirectUri = code === null ? null : await returnUriOf(ctx, transaction, code);
  const end = async (): Promise<boolean> => {
    if (judged.kind === "declined") {
      const isFirst = await declineTransaction(deps.db.orm, id, deps.now());
      if (isFirst) await countFruitless(asked, judged, startedAt);
      return isFirst;
    }
    const { evidence } = judged;
    if (code === null) return completeByAnswer(asked, id, evidence, startedAt);
    const result = resultOf(evidence, asked.page.verification);
    return holdResult(deps.db.orm, id, result, hashOf(deps, code), deps.now());
  };
  return (await end()) ? { redirectUri, verificationId } : null;
};
