import { unreachable } from "#core/unreachable.ts";
import type { Verification } from "#core/verification.ts";
import { recordAttempt } from "#data/checks.ts";
import type { Db } from "#data/client.ts";
import { findTenant } from "#data/tenants.ts";
import { endNow } from "#data/verifications.ts";
import type { Evidence, Finding } from "#methods/method.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { completeWith, expireOverdue, failWith } from "../verifications/end.ts";
import { inEndingTransaction } from "../verifications/ending.ts";
import { noteDocumentUse } from "../verifications/note-document-use.ts";

type Checked = { method: string; finding: Finding; startedAt: Date; until: Date };

const findingName = (finding: Finding): string =>
  finding.kind === "no_decision" ? finding.code : finding.kind;

const reasonOf = (finding: Finding): string | null =>
  finding.kind === "no_decision" ? (finding.reason ?? null) : null;

const complete = async (
  ctx: Ctx,
  db: Db,
  verification: Verification,
  method: string,
  evidence: Evidence,
): Promise<void> => {
  const tenant = await findTenant(db, verification.tenantId);
  if (!tenant) return;
  const documentReused = await noteDocumentUse(ctx, db, verification, evidence.documentDigest);
  await completeWith(
    ctx,
    db,
    verification,
    {
      outcome: evidence.meetsMinimumAge ? "approved" : "rejected",
      method,
      verifiedAge: evidence.age,
      confidence: evidence.confidence,
      documentType: evidence.documentType,
      documentReused,
      assurance: evidence.assurance,
      reason: null,
    },
    tenant.tokenTtlSeconds,
  );
};

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
        return complete(ctx, db, verification, method, finding.evidence);
      case "no_decision":
        if (number < verification.maxAttempts) return;
        await failWith(ctx, db, verification, { errorCode: finding.code, reason: reasonOf(finding), method });
        return;
      case "expire":
        await endNow(db, verification.tenantId, verification.id, now);
        await expireOverdue(ctx, db, verification);
        return;
      default:
        return unreachable(finding);
    }
  });
