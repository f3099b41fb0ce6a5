import { ServiceError } from "#core/errors.ts";
import { findPendingTransaction } from "#data/wallet-transactions.ts";
import type { Question } from "#methods/method.ts";
import type { Ctx } from "../context.ts";
import { requireOpenPage } from "../hosted/page.ts";
import { type HostedView, viewHostedPage } from "../hosted/view.ts";
import { completeByAnswer, judgeAnswer } from "./answer.ts";
import { isTransactionId, openTransaction } from "./transactions.ts";

export { originOf } from "#methods/wallet/question.ts";

type StartedDcApi = { transactionId: string; requests: Question["requests"]; expiresAt: Date };

/**
 * The requests that one call of the Digital Credentials API offers; the one that the wallet answers uses the
 * transaction up.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const startDcApi = async (ctx: Ctx, secret: string): Promise<StartedDcApi> => {
  const { transactionId, question, expiresAt } = await openTransaction(ctx, { secret, channel: "dc_api" });
  return { transactionId, requests: question.requests, expiresAt };
};

/**
 * The browser hands over what the wallet gave it. Only the page that asked can: the transaction is found together with its
 * verification's secret.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE: no such open transaction;
 *   METHOD_FAILED: it proved nothing; WALLET_DECLINED: the wallet says that the person declined
 */
export const answerDcApi = async (
  ctx: Ctx,
  { secret, id }: { secret: string; id: string },
  readBody: (verificationId: string) => Promise<Uint8Array>,
): Promise<HostedView> => {
  const { deps } = ctx;
  const startedAt = deps.now();
  const asked = await requireOpenPage(ctx, secret);
  const verificationId = asked.page.verification.id;
  const transaction = isTransactionId(id) ? await findPendingTransaction(deps.db.orm, id, startedAt) : null;
  if (transaction?.channel !== "dc_api" || transaction.verificationId !== verificationId) {
    throw new ServiceError("METHOD_UNAVAILABLE");
  }
  const judged = await judgeAnswer(asked, transaction, await readBody(verificationId));
  if (judged.kind === "refused") throw new ServiceError("METHOD_FAILED");
  if (judged.kind === "declined") throw new ServiceError("WALLET_DECLINED");
  await completeByAnswer(asked, id, judged.evidence, startedAt);
  const view = await viewHostedPage(ctx, secret);
  if (!view) throw new ServiceError("VERIFICATION_NOT_FOUND");
  return view;
};
