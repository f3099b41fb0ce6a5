import type { Mode } from "#core/verification.ts";
import { type PendingTransaction, refuseAnswer } from "#data/wallet-transactions.ts";
import { verifyAnswer } from "#methods/wallet/answer.ts";
import type { WalletProof } from "#methods/wallet/proof.ts";
import type { Ctx } from "../context.ts";
import { openExpectations } from "./kept.ts";
import { anchorsOfMode } from "./trusted-types.ts";

/** What an answer was: a proof, the word of the wallet that there is none, or nothing that counts. */
export type Judged = { kind: "proof"; proof: WalletProof } | { kind: "declined" } | { kind: "refused" };

/** Verifies an answer. What is refused is counted, and told to the operator by its code: nobody else learns why. */
export const judgeAnswer = async (
  ctx: Ctx,
  transaction: PendingTransaction,
  mode: Mode,
  body: Uint8Array,
): Promise<Judged> => {
  const { deps, requestId } = ctx;
  const question = {
    expectations: openExpectations(deps, transaction),
    anchors: await anchorsOfMode(deps, mode),
  };
  const result = await verifyAnswer(body, question, deps.now());
  if (result.ok) return { kind: "proof", proof: result.value };
  const { channel, verificationId } = transaction;
  if (result.code === "response_error") {
    // A link or a code ends by it; the browser's own question stays open, so its answers are counted.
    if (channel === "dc_api") await refuseAnswer(deps.db.orm, transaction.id);
    deps.log.info("a wallet declined", { requestId, verificationId, channel });
    return { kind: "declined" };
  }
  await refuseAnswer(deps.db.orm, transaction.id);
  deps.log.info("a wallet's answer was refused", { requestId, verificationId, channel, code: result.code });
  return { kind: "refused" };
};
