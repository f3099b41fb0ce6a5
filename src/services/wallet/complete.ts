import type { Verification } from "#core/verification.ts";
import { lockVerification, recordAttempt } from "#data/checks.ts";
import type { Db } from "#data/client.ts";
import { evidenceOf } from "#methods/wallet/answer.ts";
import type { Ctx } from "../context.ts";
import { completeWithEvidence } from "../hosted/complete-with-evidence.ts";
import { newId } from "../new-id.ts";
import { inEndingTransaction } from "../verifications/ending.ts";

type Proven = { isOver: boolean; credentialType: string };

/**
 * Ends a verification by what a wallet proved, in the transaction in which that is used up.
 * @param use takes the one row that stands for the proof; null when somebody else has
 * @returns whether this call ended it
 */
export const completeByWallet = (
  ctx: Ctx,
  verification: Verification,
  startedAt: Date,
  use: (db: Db) => Promise<Proven | null>,
): Promise<boolean> =>
  inEndingTransaction(ctx, async (db) => {
    const { id: verificationId, tenantId } = verification;
    // First, so that two answers to two questions of one verification wait for each other and never cross.
    await lockVerification(db, tenantId, verificationId);
    const proven = await use(db);
    if (!proven) return false;
    const now = ctx.deps.now();
    const number = await recordAttempt(
      db,
      {
        id: newId(ctx.deps, "attempt"),
        verificationId,
        tenantId,
        method: "wallet",
        finding: "evidence",
        reason: null,
        durationMs: Math.max(0, now.getTime() - startedAt.getTime()),
        createdAt: now,
      },
      null,
    );
    if (number === null) return false;
    return completeWithEvidence(ctx, db, verification, "wallet", evidenceOf(proven, verification.mode));
  });
