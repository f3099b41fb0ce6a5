import { effectiveStatus, isFinal } from "#core/verification.ts";
import { findVerification } from "#data/verifications.ts";
import {
  declineTransaction,
  findPendingTransaction,
  holdResult,
  useTransaction,
} from "#data/wallet-transactions.ts";
import { MAX_RESPONSE_BYTES } from "#methods/wallet/limits.ts";
import type { Ctx } from "../context.ts";
import { hashOf, newCode } from "./browser-cookie.ts";
import { completeByWallet } from "./complete.ts";
import { judgeAnswer } from "./judge.ts";
import { returnUriOf } from "./link.ts";
import { isTransactionId } from "./transaction-id.ts";

/** Bytes of what a wallet may post. */
export const MAX_ANSWER_BYTES = MAX_RESPONSE_BYTES;

/**
 * A wallet posts its answer to a link or a code that was scanned. A code's answer ends the verification; a link's
 * waits for its browser, which the wallet sends back with a code (OpenID4VP 1.0 §8.2, §13.3).
 * That the person declined is an answer too (§8.2, Authorization Error Response): it ends the question, and nothing else.
 * @param readBody called only for a transaction that waits for an answer
 * @returns where the wallet sends the person on to; null for everything that proved nothing, whatever was wrong
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
  const { tenantId, verificationId } = transaction;
  const verification = await findVerification(deps.db.orm, tenantId, verificationId);
  if (!verification || isFinal(effectiveStatus(verification, startedAt))) return null;
  const isLink = transaction.channel === "link";
  const judged = await judgeAnswer(ctx, transaction, verification.mode, await readBody(verificationId));
  if (judged.kind === "refused") return null;
  if (judged.kind === "declined") {
    // The way back is the same as for an answer, with a code that releases nothing.
    const redirectUri = isLink ? returnUriOf(deps, id, newCode(deps)) : null;
    const isEnded = await declineTransaction(deps.db.orm, id, deps.now());
    return isEnded ? { redirectUri, verificationId } : null;
  }
  const { isOver, credentialType, trustLabel } = judged.proof;
  const result = { isOver, credentialType, trustLabel };
  if (isLink) {
    const code = newCode(deps);
    const isHeld = await holdResult(deps.db.orm, id, result, hashOf(deps, code), deps.now());
    return isHeld ? { redirectUri: returnUriOf(deps, id, code), verificationId } : null;
  }
  const isDone = await completeByWallet(ctx, verification, startedAt, async (db) =>
    (await useTransaction(db, id, result, deps.now())) ? result : null,
  );
  return isDone ? { redirectUri: null, verificationId } : null;
};
