import { ServiceError } from "#core/errors.ts";
import { HANDOFF_SECONDS } from "#core/handoff.ts";
import { effectiveStatus, isFinal } from "#core/verification.ts";
import { lockVerification } from "#data/checks.ts";
import { inTransaction } from "#data/client.ts";
import { endHandoffs, insertHandoff } from "#data/handoffs.ts";
import { endTransactions } from "#data/wallet-transactions.ts";
import type { Ctx } from "../../context.ts";
import { newId } from "../../new-id.ts";
import { findPage } from "../page.ts";
import { handoffCode, hashOf } from "./code.ts";

const PER_WINDOW = { limit: 12, windowSeconds: 600 } as const;

/**
 * Shows a new code on the first device's screen; an older one, and a phone that took it, end.
 * @throws VERIFICATION_NOT_FOUND (a phone hands nothing on), VERIFICATION_ALREADY_COMPLETED, RATE_LIMIT_EXCEEDED
 */
export const startHandoff = async (ctx: Ctx, secret: string): Promise<void> => {
  const { deps } = ctx;
  const page = await findPage(deps, secret);
  if (page?.device !== "first") throw new ServiceError("VERIFICATION_NOT_FOUND");
  const { verification } = page;
  const now = deps.now();
  if (isFinal(effectiveStatus(verification, now))) throw new ServiceError("VERIFICATION_ALREADY_COMPLETED");
  const decision = await deps.gate.limit({ key: `handoff-start:${verification.id}`, ...PER_WINDOW });
  if (!decision.allowed) {
    throw new ServiceError("RATE_LIMIT_EXCEEDED", "Too many codes in a short time.", {
      retryAfterSeconds: decision.retryAfterSeconds,
    });
  }
  const id = newId(deps, "handoff");
  await inTransaction(deps.db, async (db) => {
    // One at a time: two that start at once must not leave two codes.
    await lockVerification(db, verification.tenantId, verification.id);
    await endHandoffs(db, verification.id, now);
    await endTransactions(db, verification.id);
    await insertHandoff(db, {
      id,
      verificationId: verification.id,
      tenantId: verification.tenantId,
      codeHash: hashOf(deps, handoffCode(deps, secret, id)),
      createdAt: now,
      expiresAt: new Date(now.getTime() + HANDOFF_SECONDS * 1000),
    });
  });
};
