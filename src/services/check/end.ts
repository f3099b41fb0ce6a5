import {
  type AgeBand,
  type AgeOver,
  ageAnswerOf,
  bandOfAge,
  keptOf,
  NOTHING_KNOWN,
  reaches,
} from "#core/age-over.ts";
import type { Token } from "#core/claims.ts";
import { epochSeconds } from "#core/day.ts";
import { type ErrorCode, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { FailureCode } from "#core/policy/finding-codes.ts";
import {
  type Decision,
  effectiveStatus,
  provesOver18,
  statesLeftBy,
  type Verification,
} from "#core/verification.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { addToCounter } from "#data/service/counters.ts";
import { overturn } from "#data/verifications/appeals.ts";
import { countStep } from "#data/verifications/start-verification.ts";
import { insertToken } from "#data/verifications/tokens.ts";
import {
  claimOverdue,
  findVerification,
  findVerificationState,
  moveVerification,
  type VerificationChanges,
} from "#data/verifications/verifications.ts";
import { endTransactions } from "#data/verifications/wallet-transactions.ts";
import type { Ctx, TenantCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { emitEvent } from "#services/webhooks/emit.ts";
import { ruleOf, tokenLife } from "./rule.ts";

type Ended = { verification: Verification; token: Token | null };

/**
 * Whether an approval proves 18; with thresholds, by everything learned, even where 18 is not one of them.
 */
const isOver18 = ({ thresholds, minimumAge }: Verification, { verifiedAge, band }: Decision): boolean =>
  thresholds.length === 0 ? provesOver18({ verifiedAge, minimumAge }) : reaches(band, 18) === true;

const issueToken = async (
  ctx: Ctx,
  db: Db,
  verification: Verification,
  decision: Decision,
  tokenTtlSeconds: number,
): Promise<Token> => {
  // JWT times are whole seconds, so a finer stored time would not match.
  const issuedAt = new Date(epochSeconds(ctx.deps.now()) * 1000);
  const token: Token = {
    id: newId(ctx.deps, "token"),
    tenantId: verification.tenantId,
    verificationId: verification.id,
    minimumAge: verification.minimumAge,
    verifiedAge: verification.verifiedAge,
    thresholds: verification.thresholds,
    ageAtLeast: verification.ageAtLeast,
    ageBelow: verification.ageBelow,
    over18: isOver18(verification, decision),
    method: decision.method,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + tokenTtlSeconds * 1000),
    revokedAt: null,
  };
  await insertToken(db, token);
  return token;
};

type Target = { tenantId: string; id: string };

const TRANSITIONS = { completed: "complete", failed: "fail", expired: "expire" } as const;

/** More starts than a month ever has: what is decided counts. */
const UNLIMITED = 2 ** 31 - 1;

/** Ends an open verification and its open questions to wallets, with their keys, and emits the event. */
const end = async (
  ctx: Ctx,
  db: Db,
  { tenantId, id }: Target,
  changes: VerificationChanges & { status: keyof typeof TRANSITIONS },
  notExpiredAt: Date | null,
): Promise<Verification | null> => {
  const from = statesLeftBy(TRANSITIONS[changes.status]);
  const verification = await moveVerification(db, tenantId, id, from, changes, notExpiredAt);
  if (!verification) return null;
  await endTransactions(db, id);
  await emitEvent(ctx, db, `verification.${changes.status}`, verification);
  return verification;
};

/**
 * Ends an open verification with a decision, in the caller's transaction; an approved appeal overturns the
 * rejection it was made against.
 * @param tokenTtlSeconds null: no token, whatever the outcome
 * @returns null when it had ended or expired in the meantime, or is not this tenant's; then nothing was written
 */
export const completeWith = async (
  ctx: Ctx,
  db: Db,
  target: Target & Pick<Verification, "thresholds" | "disclosure">,
  decision: Decision,
  tokenTtlSeconds: number | null,
): Promise<Ended | null> => {
  const now = ctx.deps.now();
  const { outcome, verifiedAge: age, band, ...learned } = decision;
  const verified = outcome === "approved";
  const kept = keptOf({ age, band, isApproved: verified }, target);
  const changes = { ...learned, ...kept, status: "completed", completedAt: now, verified } as const;
  const verification = await end(ctx, db, target, changes, now);
  if (!verification) return null;
  // Decided by the tenant's backend before the visitor took a step, perhaps in a month that is full by now.
  if (verification.uncounted) await countStep(db, verification, UNLIMITED);
  const mints = verified && tokenTtlSeconds !== null;
  const token = mints ? await issueToken(ctx, db, verification, decision, tokenTtlSeconds) : null;
  const { tenantId, appealOf } = verification;
  if (verified && appealOf !== null) await overturn(db, tenantId, appealOf, now);
  return { verification, token };
};

/** Why a verification ends without a decision. */
export type Failure = { errorCode: FailureCode; reason: string | null; method?: string };

/** Ends an open verification without a decision; null as above. */
export const failWith = (
  ctx: Ctx,
  db: Db,
  target: Target,
  failure: Failure,
): Promise<Verification | null> => {
  const now = ctx.deps.now();
  return end(ctx, db, target, { ...failure, status: "failed", completedAt: now }, now);
};

/** Ends a verification whose time is up; null if it had already ended. */
export const expireOverdue = (ctx: Ctx, db: Db, target: Target): Promise<Verification | null> =>
  end(ctx, db, target, { status: "expired" }, null);

/**
 * A transaction that may end verifications. The delivery worker is woken after the commit: a NOTIFY inside the
 * transaction would take a lock that all commits of the database queue for.
 */
export const inEndingTransaction = async <Result>(
  { deps }: Ctx,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => {
  const result = await inTransaction(deps.db, work);
  deps.wakeDeliveries();
  return result;
};

/**
 * Expires a bounded batch of overdue verifications, each once, however many workers run.
 * @returns how many
 */
export const expireVerifications = (ctx: Ctx, limit: number): Promise<number> =>
  inEndingTransaction(ctx, async (db) => {
    const overdue = await claimOverdue(db, ctx.deps.now(), limit);
    for (const target of overdue) await expireOverdue(ctx, db, target);
    await addToCounter(db, "verifications_expired", overdue.length);
    return overdue.length;
  });

export type VerificationResult = {
  verified: boolean;
  verifiedAge?: number;
  ageOver?: AgeOver;
  band?: AgeBand;
  documentReused?: boolean;
};

/** The `result` of a completed verification as the interface shows it. */
export const resultOf = ({
  verified,
  verifiedAge,
  documentReused,
  ...thresholds
}: Pick<
  Verification,
  "verified" | "verifiedAge" | "documentReused" | "thresholds" | "ageAtLeast" | "ageBelow"
>): VerificationResult => ({
  verified: verified === true,
  ...(verifiedAge === null ? {} : { verifiedAge }),
  ...ageAnswerOf(thresholds),
  ...(documentReused === null ? {} : { documentReused }),
});

export const verificationNotFound = (): ServiceError => new ServiceError("VERIFICATION_NOT_FOUND");

/** Why a verification could not be ended: it does not exist, or it has already ended. */
const explainRefusedEnd = async (ctx: TenantCtx, id: string): Promise<ServiceError> => {
  const found = await findVerificationState(ctx.deps.db, ctx.tenant.id, id);
  if (!found) return verificationNotFound();
  const status = effectiveStatus(found, ctx.deps.now());
  return new ServiceError(
    "VERIFICATION_ALREADY_COMPLETED",
    `The verification has already ended with the status ${status}. Nothing was changed.`,
  );
};

type Asserted = Pick<Decision, "outcome" | "verifiedAge" | "confidence" | "documentType" | "reason">;

/**
 * What the tenant's decision says about the age. A rejection in spite of the age, or without one, is for another reason (a
 * forged document, say): it says nothing.
 */
const bandOf = ({ outcome, verifiedAge }: Asserted, minimumAge: number): AgeBand => {
  if (outcome === "approved")
    return verifiedAge === null ? { atLeast: minimumAge, below: null } : bandOfAge(verifiedAge);
  return verifiedAge !== null && verifiedAge < minimumAge ? bandOfAge(verifiedAge) : NOTHING_KNOWN;
};

/** The tenant's own verification, of its key's mode. @throws VERIFICATION_NOT_FOUND: absent, malformed or not that, all alike */
export const requireOwn = async ({ deps, tenant, mode }: TenantCtx, id: string): Promise<Verification> => {
  const found = isId("verification", id) ? await findVerification(deps.db.orm, tenant.id, id) : null;
  if (found?.mode !== mode) throw verificationNotFound();
  return found;
};

export const CANCELLED = "CANCELLED" satisfies ErrorCode;

/**
 * The tenant ends a verification without a decision. A check that still runs comes too late.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED; then nothing was written
 */
export const cancelByTenant = async (ctx: TenantCtx, id: string): Promise<Verification> => {
  const found = await requireOwn(ctx, id);
  const cancelled: Failure = { errorCode: CANCELLED, reason: null };
  const failed = await inEndingTransaction(ctx, (db) => failWith(ctx, db, found, cancelled));
  if (!failed) throw await explainRefusedEnd(ctx, id);
  return failed;
};

/**
 * Ends a verification with the tenant's own decision.
 * @param decide throws where the decision contradicts what was asked for
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED; then nothing was written
 */
export const endByTenant = async (
  ctx: TenantCtx,
  id: string,
  decide: (asked: Pick<Verification, "minimumAge" | "disclosure">) => Asserted,
  tokenTtlSeconds: number | null,
): Promise<Ended> => {
  const found = await requireOwn(ctx, id);
  const rule = await ruleOf(ctx.deps, found);
  const asserted = decide(found);
  const band = bandOf(asserted, found.minimumAge);
  const decision = { ...asserted, band, method: "tenant", assurance: "asserted_by_tenant" };
  const ended = await inEndingTransaction(ctx, (db) =>
    completeWith(
      ctx,
      db,
      found,
      decision,
      tokenTtlSeconds === null ? null : tokenLife(rule, tokenTtlSeconds),
    ),
  );
  if (!ended) throw await explainRefusedEnd(ctx, id);
  return ended;
};
