import { reaches } from "#core/age-over.ts";
import { addDays } from "#core/day.ts";
import { unreachable } from "#core/errors.ts";
import type { Decision, Verification } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { lockVerification, recordAttempt } from "#data/verifications/checks.ts";
import { recordDocumentUse } from "#data/verifications/document-uses.ts";
import { addToCounter } from "#data/verifications/start-verification.ts";
import { endNow } from "#data/verifications/verifications.ts";
import type { Evidence, Finding } from "#methods/method.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import { newId } from "#services/context.ts";
import { completeWith, expireOverdue, failWith, inEndingTransaction } from "#services/verifications/end.ts";
import type { CheckCtx } from "./page.ts";

/**
 * Whether a document has decided more of this tenant's verifications than its limit. Each tenant has separate hashes, so
 * tenants cannot be compared.
 * @returns null if the tenant has this switched off or the document has no digest: then nothing is stored
 */
const noteDocumentUse = async (
  { deps, page: { verification, tenant } }: CheckCtx,
  db: Db,
  digest: Uint8Array | null | undefined,
): Promise<boolean | null> => {
  const { documentReuseDays, documentReuseLimit } = tenant;
  if (!digest || !documentReuseDays) return null;
  const { id: verificationId, tenantId } = verification;
  const now = deps.now();
  const [hash, olderHash = null] = fingerprintsOf(deps.secrets, `document ${tenantId}`, digest);
  if (!hash) return null;
  const expiresAt = addDays(now, documentReuseDays);
  const before = await recordDocumentUse(db, { tenantId, hash, verificationId, expiresAt }, olderHash, now);
  return before >= documentReuseLimit;
};

/** Ends the open verification with a method's evidence; null if it had already ended. */
const completeWithEvidence = async (ctx: CheckCtx, db: Db, method: string, evidence: Evidence) => {
  const { verification, tenant } = ctx.page;
  const documentReused = await noteDocumentUse(ctx, db, evidence.documentDigest);
  const { age: verifiedAge, band, confidence, documentType, assurance } = evidence;
  const outcome = reaches(band, verification.minimumAge) === true ? "approved" : "rejected";
  const learned = { verifiedAge, band, confidence, documentType, documentReused, assurance };
  const decision: Decision = { outcome, method, ...learned, reason: null };
  const ended = await completeWith(ctx, db, verification, decision, tenant.tokenTtlSeconds);
  return ended?.verification ?? null;
};

type Attempt = { method: string; finding: string; reason: string | null; startedAt: Date };

/** @returns the attempt's number; null if it no longer counts, and then nothing was written */
const countAttempt = (
  { deps, page: { verification } }: CheckCtx,
  db: Db,
  { startedAt, ...attempt }: Attempt,
  until: Date | null,
): Promise<number | null> => {
  const now = deps.now();
  return recordAttempt(
    db,
    {
      ...attempt,
      id: newId(deps, "attempt"),
      verificationId: verification.id,
      tenantId: verification.tenantId,
      durationMs: Math.max(0, Math.round(now.getTime() - startedAt.getTime())),
      createdAt: now,
    },
    until,
  );
};

type Checked = {
  method: string;
  finding: Finding;
  startedAt: Date;
  /** The lease of the check. */
  until: Date;
};

/** Applies a finding to the verification; null if it had already ended. */
const applyFinding = async (
  ctx: CheckCtx,
  db: Db,
  { method, finding }: Checked,
  number: number,
): Promise<Verification | null> => {
  const { deps, page } = ctx;
  const { verification } = page;
  switch (finding.kind) {
    case "evidence":
      return completeWithEvidence(ctx, db, method, finding.evidence);
    case "no_decision": {
      const { code: errorCode, reason = null } = finding;
      if (number >= verification.maxAttempts)
        return failWith(ctx, db, verification, { errorCode, reason, method });
      return { ...verification, status: "in_progress", attempts: number };
    }
    case "expire": {
      await endNow(db, verification.tenantId, verification.id, deps.now());
      const expired = await expireOverdue(ctx, db, verification);
      if (expired) await addToCounter(db, "verifications_expired", 1);
      return expired;
    }
    default:
      return unreachable(finding);
  }
};

/** A method's evidence that does not decide the minimum age is a fault of the method, never a rejection. */
const decided = (finding: Finding, { minimumAge }: Verification): Finding =>
  finding.kind === "evidence" && reaches(finding.evidence.band, minimumAge) === null
    ? { kind: "no_decision", code: "METHOD_FAILED", reason: "age_undetermined", hint: "" }
    : finding;

/**
 * Writes a check's finding in one transaction: the attempt and, if it ends the verification, the transition and the
 * token.
 * @returns the verification afterwards; null if the lease was lost or the verification had already ended: then the
 *   finding changed nothing
 */
export const recordFinding = (ctx: CheckCtx, checked: Checked): Promise<Verification | null> =>
  inEndingTransaction(ctx, async (db) => {
    const { method, startedAt, until } = checked;
    const finding = decided(checked.finding, ctx.page.verification);
    const [name, reason] =
      finding.kind === "no_decision" ? [finding.code, finding.reason ?? null] : [finding.kind, null];
    const number = await countAttempt(ctx, db, { method, finding: name, reason, startedAt }, until);
    return number === null ? null : applyFinding(ctx, db, { ...checked, finding }, number);
  });

/**
 * Ends a verification with single-use evidence, in the transaction that uses it up.
 * @param use takes the evidence's row; null if another call has taken it
 * @returns whether this call ended it
 */
export const recordUsedEvidence = (
  ctx: CheckCtx,
  { method, startedAt }: Pick<Checked, "method" | "startedAt">,
  use: (db: Db) => Promise<Evidence | null>,
): Promise<boolean> =>
  inEndingTransaction(ctx, async (db) => {
    const { id, tenantId } = ctx.page.verification;
    // First, so that answers to two questions of one verification are serialised.
    await lockVerification(db, tenantId, id);
    const evidence = await use(db);
    if (!evidence || reaches(evidence.band, ctx.page.verification.minimumAge) === null) return false;
    const attempt = { method, finding: "evidence", reason: null, startedAt };
    if ((await countAttempt(ctx, db, attempt, null)) === null) return false;
    return (await completeWithEvidence(ctx, db, method, evidence)) !== null;
  });
