import type { Token } from "#core/claims.ts";
import { ServiceError } from "#core/errors.ts";
import type { EventName } from "#core/event.ts";
import {
  type Decision,
  effectiveStatus,
  nextStatus,
  provesOver18,
  statesLeftBy,
  type Verification,
} from "#core/verification.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { addToCounter } from "#data/verifications/start-verification.ts";
import { insertToken } from "#data/verifications/tokens.ts";
import { findVerificationState, moveVerification } from "#data/verifications/verifications.ts";
import { endTransactions } from "#data/verifications/wallet-transactions.ts";
import { claimOverdue } from "#data/webhooks/webhook-claims.ts";
import { type Ctx, newId, type TenantCtx } from "#services/context.ts";
import { emitEvent } from "#services/webhooks/emit.ts";

type Ended = { verification: Verification; token: Token | null };

const COMPLETED = nextStatus("in_progress", "complete") ?? "completed";

const issueToken = async (
  ctx: Ctx,
  db: Db,
  verification: Verification,
  decision: Decision,
  tokenTtlSeconds: number,
): Promise<Token> => {
  // JWT times are whole seconds; a kept time that is finer would not come back the same.
  const issuedAt = new Date(Math.floor(ctx.deps.now().getTime() / 1000) * 1000);
  const token: Token = {
    id: newId(ctx.deps, "token"),
    tenantId: verification.tenantId,
    verificationId: verification.id,
    minimumAge: verification.minimumAge,
    verifiedAge: decision.verifiedAge,
    over18: provesOver18({ verifiedAge: decision.verifiedAge, minimumAge: verification.minimumAge }),
    method: decision.method,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + tokenTtlSeconds * 1000),
    revokedAt: null,
  };
  await insertToken(db, token);
  return token;
};

/** What every end brings: its event; and no wallet is waited for any more, so that its key goes too. */
const conclude = async (ctx: Ctx, db: Db, event: EventName, verification: Verification): Promise<void> => {
  await endTransactions(db, verification.id);
  await emitEvent(ctx, db, event, verification);
};

/**
 * Ends an open verification with a decision, in the caller's transaction.
 * @param tokenTtlSeconds null: no token, whatever the outcome
 * @returns null when it had ended or expired meanwhile, or is not this tenant's; then nothing was written
 */
export const completeWith = async (
  ctx: Ctx,
  db: Db,
  target: { tenantId: string; id: string },
  decision: Decision,
  tokenTtlSeconds: number | null,
): Promise<Ended | null> => {
  const now = ctx.deps.now();
  const { outcome, ...learned } = decision;
  const verification = await moveVerification(
    db,
    target.tenantId,
    target.id,
    statesLeftBy("complete"),
    { ...learned, status: COMPLETED, completedAt: now, verified: outcome === "approved" },
    now,
  );
  if (!verification) return null;
  await conclude(ctx, db, "verification.completed", verification);
  const mints = outcome === "approved" && tokenTtlSeconds !== null;
  const token = mints ? await issueToken(ctx, db, verification, decision, tokenTtlSeconds) : null;
  return { verification, token };
};

/** Ends an open verification without a decision. Null as above. */
export const failWith = async (
  ctx: Ctx,
  db: Db,
  target: { tenantId: string; id: string },
  failure: { errorCode: string; reason: string | null; method?: string },
): Promise<Verification | null> => {
  const now = ctx.deps.now();
  const verification = await moveVerification(
    db,
    target.tenantId,
    target.id,
    statesLeftBy("fail"),
    { ...failure, status: "failed", completedAt: now },
    now,
  );
  if (verification) await conclude(ctx, db, "verification.failed", verification);
  return verification;
};

/** Ends a verification whose time is up. Null when it had ended otherwise. */
export const expireOverdue = async (
  ctx: Ctx,
  db: Db,
  target: { tenantId: string; id: string },
): Promise<Verification | null> => {
  const from = statesLeftBy("expire");
  const changes = { status: "expired" } as const;
  const verification = await moveVerification(db, target.tenantId, target.id, from, changes, null);
  if (verification) await conclude(ctx, db, "verification.expired", verification);
  return verification;
};

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

export type VerificationResult = { verified: boolean; verifiedAge?: number; documentReused?: boolean };

/** The `result` of a completed verification as the interface shows it. */
export const resultOf = ({
  verified,
  verifiedAge,
  documentReused,
}: Pick<Verification, "verified" | "verifiedAge" | "documentReused">): VerificationResult => ({
  verified: verified === true,
  ...(verifiedAge === null ? {} : { verifiedAge }),
  ...(documentReused === null ? {} : { documentReused }),
});

export const verificationNotFound = (): ServiceError => new ServiceError("VERIFICATION_NOT_FOUND");

/** Says why a verification could not be ended: it is not there, or it has ended already. */
export const explainRefusedEnd = async (ctx: TenantCtx, id: string): Promise<ServiceError> => {
  const found = await findVerificationState(ctx.deps.db, ctx.tenant.id, id);
  if (!found) return verificationNotFound();
  const status = effectiveStatus(found, ctx.deps.now());
  return new ServiceError(
    "VERIFICATION_ALREADY_COMPLETED",
    `The verification has already ended: it is ${status}. Nothing was changed.`,
  );
};
