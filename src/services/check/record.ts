import { narrowTo, reaches } from "#core/age-over.ts";
import { addDays } from "#core/day.ts";
import { unreachable } from "#core/errors.ts";
import { choicesOf, isConclusive } from "#core/policy/choices.ts";
import { type AttemptFinding, INCONCLUSIVE } from "#core/policy/finding-codes.ts";
import { leadsSomewhere } from "#core/policy/offer.ts";
import { progressOf } from "#core/policy/progress.ts";
import type { Decision, Verification } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { addToCounter } from "#data/service/counters.ts";
import { closeMethod, recordAttempt } from "#data/verifications/checks.ts";
import { recordDocumentUse } from "#data/verifications/document-uses.ts";
import { findProgress } from "#data/verifications/hosted-page.ts";
import { closeForSubject } from "#data/verifications/subjects.ts";
import { endNow } from "#data/verifications/verifications.ts";
import type { Evidence, Finding } from "#methods/method.ts";
import { methodNamed } from "#methods/registry.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import { newId } from "#services/ids.ts";
import { completeWith, expireOverdue, type Failure, failWith, inEndingTransaction } from "./end.ts";
import { hashToKeep, type KeptKey } from "./evidence-key.ts";
import { type CheckCtx, policyOf, type UnderPolicy } from "./page.ts";
import { tokenLife, UNDISCLOSED } from "./rule.ts";

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

const isEstimate = ({ deps }: CheckCtx, method: string): boolean =>
  methodNamed(deps.methods, method)?.traits.category === "estimation";

/**
 * Where the rule hides the method, nothing that it learned may reveal which it was, as an age in years or a
 * confidence would. Only what was asked for is answered.
 */
const NOT_TOLD = {
  method: UNDISCLOSED,
  verifiedAge: null,
  confidence: null,
  documentType: null,
  documentReused: null,
  assurance: null,
};

const withoutMethod = (decision: Decision, { thresholds, minimumAge }: Verification): Decision => ({
  ...decision,
  ...NOT_TOLD,
  band: narrowTo(decision.band, [...thresholds, minimumAge]),
});

type Proof = { method: string; evidence: Evidence; policy: UnderPolicy | null };

/** Ends the open verification with a method's evidence; null if it had already ended. */
export const completeWithEvidence = async (ctx: CheckCtx, db: Db, { method, evidence, policy }: Proof) => {
  const { verification, tenant } = ctx.page;
  const rule = policy?.rule ?? null;
  const documentReused = await noteDocumentUse(ctx, db, evidence.documentDigest);
  const { age: verifiedAge, band, confidence, documentType, assurance } = evidence;
  const outcome = reaches(band, verification.minimumAge) === true ? "approved" : "rejected";
  const learned = { verifiedAge, band, confidence, documentType, documentReused, assurance };
  const told: Decision = { outcome, method, ...learned, reason: null };
  const decision = rule?.hideMethod ? withoutMethod(told, verification) : told;
  // A person estimated too young does not get to try until the light is better.
  if (policy && outcome === "rejected" && isEstimate(ctx, method)) {
    await closeForSubject(db, verification.id, method, addDays(ctx.deps.now(), 1));
  }
  const ttlSeconds = tokenLife(rule, tenant.tokenTtlSeconds);
  const ended = await completeWith(ctx, db, verification, decision, ttlSeconds);
  return ended?.verification ?? null;
};

type Attempt = {
  method: string;
  finding: AttemptFinding;
  reason: string | null;
  startedAt: Date;
  /** What it was sent with, so that it counts once; null: nothing. */
  key: KeptKey | null;
};

/** @returns the attempt's number; null if it no longer counts, and then nothing was written */
export const countAttempt = (
  { deps, page: { verification } }: CheckCtx,
  db: Db,
  { startedAt, key, ...attempt }: Attempt,
  until: Date | null,
): Promise<number | null> => {
  const now = deps.now();
  return recordAttempt(
    db,
    {
      ...attempt,
      keyHash: hashToKeep(key),
      id: newId(deps, "attempt"),
      verificationId: verification.id,
      tenantId: verification.tenantId,
      durationMs: Math.max(0, Math.round(now.getTime() - startedAt.getTime())),
      createdAt: now,
    },
    until,
  );
};

export type Checked = {
  method: string;
  finding: Finding;
  startedAt: Date;
  /** The lease of the check. */
  until: Date;
  key: KeptKey | null;
};

/** What a method found, or that its estimate was too close to decide: the policy judges that, not it. */
type Judged = Finding | { kind: "no_decision"; code: typeof INCONCLUSIVE; reason?: string };

type Applied = Pick<Checked, "method"> & { finding: Judged; policy: UnderPolicy | null };

/** What the policy still allows the person, after what this transaction has written. */
export const choicesNow = async (
  { deps, page: { verification } }: CheckCtx,
  db: Db,
  { rule, unavailable }: UnderPolicy,
): Promise<string[]> => {
  const now = await findProgress(db, verification.id);
  return now ? choicesOf(rule, progressOf(now.history, now, unavailable, deps.now())).methods : [];
};

/** Applies a finding to the verification; null if it had already ended. */
export const applyFinding = async (
  ctx: CheckCtx,
  db: Db,
  { method, finding, policy }: Applied,
  number: number,
): Promise<Verification | null> => {
  const { deps, page } = ctx;
  const { verification } = page;
  switch (finding.kind) {
    case "evidence":
      return completeWithEvidence(ctx, db, { method, evidence: finding.evidence, policy });
    case "no_decision": {
      const { code: errorCode, reason = null } = finding;
      if (errorCode === INCONCLUSIVE) await closeMethod(db, verification.id, method);
      const isOver = policy
        ? !leadsSomewhere(await choicesNow(ctx, db, policy))
        : number >= verification.maxAttempts;
      const failure: Failure = policy?.rule.hideMethod
        ? { errorCode: "METHOD_FAILED", reason: null, method: UNDISCLOSED }
        : { errorCode, reason, method };
      if (isOver) return failWith(ctx, db, verification, failure);
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

/**
 * A method's evidence that does not decide the minimum age is a fault of the method, never a rejection. Under a policy, an
 * estimate that is too close to it is inconclusive.
 */
const decided = (ctx: CheckCtx, { method, finding, policy }: Applied): Judged => {
  if (finding.kind !== "evidence") return finding;
  const { minimumAge } = ctx.page.verification;
  const { band } = finding.evidence;
  if (policy && isEstimate(ctx, method) && !isConclusive({ band, minimumAge }, policy.rule.challengeAge)) {
    return { kind: "no_decision", code: INCONCLUSIVE };
  }
  return reaches(band, minimumAge) === null
    ? { kind: "no_decision", code: "METHOD_FAILED", reason: "age_undetermined", hint: "" }
    : finding;
};

/**
 * Writes a check's finding in one transaction: the attempt and, if it ends the verification, the transition and the
 * token.
 * @returns the verification afterwards; null if the lease was lost or the verification had already ended: then the
 *   finding changed nothing
 */
export const recordFinding = async (ctx: CheckCtx, checked: Checked): Promise<Verification | null> => {
  const policy = await policyOf(ctx);
  return inEndingTransaction(ctx, async (db) => {
    const { method, startedAt, until, key } = checked;
    const finding = decided(ctx, { ...checked, policy });
    const [name, reason] =
      finding.kind === "no_decision" ? [finding.code, finding.reason ?? null] : [finding.kind, null];
    const number = await countAttempt(ctx, db, { method, finding: name, reason, startedAt, key }, until);
    return number === null ? null : applyFinding(ctx, db, { method, finding, policy }, number);
  });
};
