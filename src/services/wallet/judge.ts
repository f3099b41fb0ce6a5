import type { Mode } from "#core/verification.ts";
import { type PendingTransaction, refuseAnswer } from "#data/wallet-transactions.ts";
import { verifyAnswer } from "#methods/wallet/answer.ts";
import type { WalletProof } from "#methods/wallet/proof.ts";
import type { Ctx } from "../context.ts";
import { openExpectations } from "./kept.ts";
import { anchorsOfMode } from "./trusted-types.ts";

/** Verifies an answer. What is refused is counted, and told to the operator by its code: nobody else learns why. */
export const judgeAnswer = async (
  ctx: Ctx,
  transaction: PendingTransaction,
  mode: Mode,
  body: Uint8Array,
): Promise<WalletProof | null> => {
  const { deps, requestId } = ctx;
  const question = {
    expectations: openExpectations(deps, transaction),
    anchors: await anchorsOfMode(deps, mode),
  };
  const result = await verifyAnswer(body, question, deps.now());
  if (result.ok) return result.value;
  await refuseAnswer(deps.db.orm, transaction.id);
  const { channel, verificationId } = transaction;
  deps.log.info("a wallet's answer was refused", { requestId, verificationId, channel, code: result.code });
  return null;
};
