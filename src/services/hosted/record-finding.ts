import { unreachable } from "#core/unreachable.ts";
import type { Verification } from "#core/verification.ts";
import { recordAttempt } from "#data/checks.ts";
import { addToCounter } from "#data/counters.ts";
import { endNow } from "#data/verifications.ts";
import type { Finding } from "#methods/method.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { expireOverdue, failWith } from "../verifications/end.ts";
import { inEndingTransaction } from "../verifications/ending.ts";
import { completeWithEvidence } from "./complete-with-evidence.ts";

type Checked = { method: string; finding: Finding; startedAt: Date; until: Date };

const findingName = (finding: Finding): string =>
  finding.kind === "no_decision" ? finding.code : finding.kind;

const reasonOf = (finding: Finding): string | null =>
  finding.kind === "no_decision" ? (finding.reason ?? null) : null;

/**
 * Writes what a check found, all in one transaction: the attempt and, if that ends the verification, its move
 * and its token. A check whose lease was lost, or whose verification ended meanwhile, changes nothing.
 */
export const recordFinding = (ctx: Ctx, verification: Verification, checked: Checked): Promise<void> =>
  inEndingTransaction(ctx, async (db) => {
    const { deps } = ctx;
    const { finding, method, startedAt, until } = checked;
    const now = deps.now();
    const number = await recordAttempt(
      db,
      {
        id: newId(deps, "attempt"),
        verificationId: verification.id,
        tenantId: verification.tenantId,
        method,
        finding: findingName(finding),
        reason: reasonOf(finding),
        durationMs: Math.max(0, Math.round(now.getTime() - startedAt.getTime())),
        createdAt: now,
      },
      until,
    );
    if (number === null) return;
    switch (finding.kind) {
      case "evidence":
        await completeWithEvidence(ctx, db, verification, method, finding.evidence);
        return;
      case "no_decision":
        if (number < verification.maxAttempts) return;
        await failWith(ctx, db, verification, { errorCode: finding.code, reason: reasonOf(finding), method });
        return;
      case "expire":
        await endNow(db, verification.tenantId, verification.id, now);
        if (await expireOverdue(ctx, db, verification)) await addToCounter(db, "verifications_expired", 1);
        return;
      default:
        return unreachable(finding);
    }
  });
