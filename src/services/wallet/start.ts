import { ServiceError } from "#core/errors.ts";
import { findPendingTransaction } from "#data/verifications/wallet-transactions.ts";
import { signedLinkRequest } from "#methods/wallet/openid4vp/link.ts";
import type { WalletApp } from "#methods/wallet/question.ts";
import { qrSvg } from "#platform/qr-svg.ts";
import { judgeOnce, type KeptKey, keptKey, wasJudged } from "#services/check/evidence-key.ts";
import { isKeptBack, type PageCtx, requireOpen, requirePage } from "#services/check/page.ts";
import type { Ctx } from "#services/context.ts";
import { completeByAnswer, countFruitless, verifyAnswer } from "./answer.ts";
import { signerOfClient } from "./signers.ts";
import { expectationOf, isTransactionId, openTransaction } from "./transactions.ts";

// For the contract of the form: http may not import methods.
export { WALLET_APPS } from "#methods/wallet/question.ts";

type WalletStart = { channel: "link" | "qr"; app: WalletApp };

type StartedWallet = WalletStart & {
  transactionId: string;
  link: string;
  expiresAt: Date;
  /** The link as an SVG image, for another device to scan. */
  qrSvg?: string;
  /** For the browser to store; only a link has one. */
  cookie: string | null;
};

/**
 * Asks a wallet by a link or a code to scan. Each is a separate transaction: a link's answer is for the browser that
 * asked, a code's is for the page.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const startWallet = async (
  ctx: Ctx,
  { secret, channel, app }: WalletStart & { secret: string },
): Promise<StartedWallet> => {
  const { transactionId, question, expiresAt, cookie } = await openTransaction(ctx, { secret, channel, app });
  const link = question.link ?? "";
  const picture = channel === "qr" ? { qrSvg: qrSvg(link) } : {};
  return { transactionId, channel, app, link, expiresAt, cookie, ...picture };
};

/**
 * The signed request behind a link (RFC 9101, OpenID4VP 1.0 §5.10).
 * @returns null when there is no such open transaction, or its request is not signed
 */
export const requestObject = async (
  { deps }: Ctx,
  id: string,
  walletNonce: string | null,
): Promise<string | null> => {
  if (!isTransactionId(id)) return null;
  const transaction = await findPendingTransaction(deps.db.orm, id, deps.now());
  const expectation = transaction ? expectationOf(deps, transaction) : undefined;
  if (!transaction || expectation?.channel !== "signed_link") return null;
  const signer = await signerOfClient(deps, transaction.tenantId, expectation.clientId);
  return signer && signedLinkRequest(expectation, signer, walletNonce);
};

/**
 * The requests for one call of the Digital Credentials API; an answer to any of them uses the transaction up.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const startDcApi = async (ctx: Ctx, secret: string) => {
  const { transactionId, question, expiresAt } = await openTransaction(ctx, { secret, channel: "dc_api" });
  return { transactionId, requests: question.requests, expiresAt };
};

const judgeDcApi = async (
  asked: PageCtx,
  { id, key }: { id: string; key: KeptKey | null },
  readBody: (verificationId: string) => Promise<Uint8Array>,
): Promise<void> => {
  const { deps } = asked;
  const startedAt = deps.now();
  const verificationId = asked.page.verification.id;
  const transaction = isTransactionId(id) ? await findPendingTransaction(deps.db.orm, id, startedAt) : null;
  if (transaction?.channel !== "dc_api" || transaction.verificationId !== verificationId) {
    throw new ServiceError("METHOD_UNAVAILABLE");
  }
  if (await isKeptBack(asked, "wallet")) throw new ServiceError("METHOD_UNAVAILABLE");
  const judged = await verifyAnswer(asked, transaction, await readBody(verificationId));
  if (judged.kind !== "evidence") {
    await countFruitless(asked, judged, startedAt, key);
    throw new ServiceError(judged.kind === "refused" ? "METHOD_FAILED" : "WALLET_DECLINED");
  }
  await completeByAnswer(asked, id, judged.evidence, startedAt, key);
};

/**
 * The browser submits the wallet's answer. Only the page that asked can: the transaction must belong to the secret's
 * verification. An answer that comes again under its key is judged once.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE: no such open transaction;
 *   METHOD_FAILED: it proved nothing; WALLET_DECLINED: the wallet says that the person declined;
 *   CHECK_IN_PROGRESS, SERVICE_UNAVAILABLE: it was not looked at, and no attempt is used up
 */
export const answerDcApi = async (
  ctx: Ctx,
  { secret, id, key: given = null }: { secret: string; id: string; key?: string | null },
  readBody: (verificationId: string) => Promise<Uint8Array>,
): Promise<void> => {
  const asked = await requirePage(ctx, secret);
  const key = given === null ? null : keptKey(asked, "wallet", given);
  // First of all: its judgement may have ended the check, or used up the question.
  if (await wasJudged(asked, key)) return;
  requireOpen(asked);
  await judgeOnce(asked, key, () => judgeDcApi(asked, { id, key }, readBody));
};
