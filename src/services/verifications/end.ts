import type { Token } from "#core/claims.ts";
import type { EventName } from "#core/event.ts";
import { type Decision, provesOver18 } from "#core/outcome.ts";
import { nextStatus, statesLeftBy, type Verification } from "#core/verification.ts";
import type { Db } from "#data/client.ts";
import { insertToken } from "#data/tokens.ts";
import { moveVerification } from "#data/verifications.ts";
import { endTransactions } from "#data/wallet-transactions.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { emitEvent } from "../webhooks/emit.ts";

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
