import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { ERASURES, type FieldsKept } from "#core/practice/stored.ts";
import { effectiveStatus, isFinal } from "#core/verification.ts";
import { asOneTransaction, type Database } from "#data/service/client.ts";
import { endRequest } from "#data/verifications/erasure-requests.ts";
import {
  eraseVerification,
  holdDeliveries,
  holdForErasure,
  keepCount,
  type Redactable,
} from "#data/verifications/redaction.ts";
import { findVerification, findVerificationState } from "#data/verifications/verifications.ts";
import { recordAudit } from "#services/audit-log.ts";
import { expireOverdue, verificationNotFound } from "#services/check/end.ts";
import type { Ctx, MemberCtx, TenantCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { emitEvent } from "#services/webhooks/emit.ts";
import { type ErasureCause, type Receipt, receiptOf, writeReceipt } from "./receipts.ts";

/** What stays of an erased verification, by its name in receipts; docs/erasure.md says why. */
const COLUMNS_KEPT: Record<FieldsKept<"Verification", "for_good">, string> = {
  id: "verification_id",
  tenantId: "tenant",
  mode: "mode",
  status: "status",
  requestId: "request_id",
  minimumAge: "minimum_age",
  createdAt: "started_at",
  redactedAt: "redacted_at",
};

/** Also kept: what it counts as, and that it was erased, in the audit trail, the webhook and the receipt. */
const KEPT = [
  ...Object.values(COLUMNS_KEPT),
  "counted_units",
  "audit_entry_of_erasure",
  "redacted_event",
  "receipt",
] as const;

/**
 * Every receipt lists the same categories: naming only those that held anything would tell how the check
 * went.
 */
const ERASED = Object.values(ERASURES).flatMap((erasure) =>
  erasure === null || erasure.does === "keeps" ? [] : [{ category: erasure.category }],
);

const SECRET_HASH_BYTES = 32;

type Erasing = { tenantId: string; cause: ErasureCause; reason: string | null };

/** Refuses while a worker may still be sending something about it: no delivery after the receipt carries data. */
const refuseWhileSending = async (joined: Database, id: string, now: Date): Promise<void> => {
  const until = await holdDeliveries(joined, id, now);
  if (until === null) return;
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  throw new ServiceError("DELIVERY_IN_PROGRESS", undefined, {
    retryAfterSeconds: Math.min(Math.max(seconds, 1), 16),
  });
};

const eraseOne = async (ctx: Ctx, joined: Database, found: Redactable, by: Erasing): Promise<void> => {
  const { deps } = ctx;
  const { tenantId, cause, reason } = by;
  const { id, mode, status, createdAt, expiresAt, listenerId } = found;
  const db = joined.orm;
  const now = deps.now();
  if (!isFinal(effectiveStatus({ status, expiresAt }, now))) throw new ServiceError("VERIFICATION_NOT_FINAL");
  // The worker has not reached it yet.
  if (!isFinal(status)) await expireOverdue(ctx, db, { tenantId, id });
  await refuseWhileSending(joined, id, now);
  await keepCount(joined, id);
  const secretHash = new Uint8Array(deps.random(SECRET_HASH_BYTES));
  // In an honest start, the request's id is a few milliseconds older than its own.
  const [byte = 0] = deps.random(1);
  const requestId = newId(deps, "request", new Date(createdAt.getTime() - 1 - (byte % 16)));
  await eraseVerification(joined, { tenantId, id, secretHash, requestId }, now);
  const left = await findVerification(db, tenantId, id);
  // A command line's test reaches no webhook endpoint at its end either.
  if (left) await emitEvent(ctx, db, "verification.redacted", { ...left, listenerId });
  const changes = { cause, ...(reason === null ? {} : { reason }) };
  await recordAudit(ctx, db, { tenantId, action: "verification.redact", target: id, changes });
  // Whatever the reason: what the person asked for is done.
  const wasAskedFor = await endRequest(db, id, { status: "done" }, now);
  const kept = wasAskedFor ? [...KEPT, "erasure_request"] : KEPT;
  await writeReceipt(ctx, db, { tenantId, verification: { id, mode }, cause, erased: ERASED, kept }, now);
};

/**
 * Erases a verification that has ended, with its appeal or with what it appeals, in one transaction with the receipts, the
 * events and the audit entries. A repeat gets the first receipt again.
 * @param mode null: either mode
 * @throws VERIFICATION_NOT_FOUND: absent, malformed, another tenant's or of the other mode, all alike
 * @throws VERIFICATION_NOT_FINAL: it, or its appeal; DELIVERY_IN_PROGRESS with `retryAfterSeconds`; then
 * nothing was erased
 */
export const redactVerification = async (
  ctx: Ctx,
  asked: Erasing & { verificationId: string; mode: Redactable["mode"] | null },
): Promise<Receipt> => {
  const { deps } = ctx;
  const { verificationId, mode, ...by } = asked;
  if (!isId("verification", verificationId)) throw verificationNotFound();
  const receipt = await asOneTransaction(deps.db, async (joined) => {
    const held = await holdForErasure(joined.orm, by.tenantId, verificationId);
    const own = held.find(({ id }) => id === verificationId);
    if (!own || (mode !== null && own.mode !== mode)) throw verificationNotFound();
    if (own.redactedAt === null) {
      // The appeal has a copy of what the first one was started with; what stayed of either would reveal the
      // other.
      for (const each of held) if (each.redactedAt === null) await eraseOne(ctx, joined, each, by);
    } else {
      // Someone erased it between the person's page and their request.
      await endRequest(joined.orm, verificationId, { status: "done" }, deps.now());
    }
    return receiptOf(deps, joined.orm, by.tenantId, verificationId);
  });
  deps.wakeDeliveries();
  if (!receipt) throw new TypeError("an erased verification has no receipt");
  return receipt;
};

/** The tenant's backend erases, with a key that may. @throws as redactVerification */
export const redactByTenant = (ctx: TenantCtx, verificationId: string): Promise<Receipt> => {
  const { tenant, mode } = ctx;
  return redactVerification(ctx, {
    tenantId: tenant.id,
    mode,
    verificationId,
    cause: "request",
    reason: null,
  });
};

/** A member erases. @throws PERMISSION_DENIED, and as redactVerification */
export const redactByMember = (
  ctx: MemberCtx,
  { verificationId, reason }: { verificationId: string; reason: string },
): Promise<Receipt> => {
  requirePermission(ctx, "verifications.erase");
  return redactVerification(ctx, {
    tenantId: ctx.tenant.id,
    mode: null,
    verificationId,
    cause: "request",
    reason,
  });
};

/**
 * The receipt of an erased verification, again.
 * @throws VERIFICATION_NOT_FOUND; VERIFICATION_NOT_REDACTED
 */
export const receiptForTenant = async (ctx: TenantCtx, verificationId: string): Promise<Receipt> => {
  const { deps, tenant } = ctx;
  const isOne = isId("verification", verificationId);
  const state = isOne ? await findVerificationState(deps.db, tenant.id, verificationId) : null;
  if (state?.mode !== ctx.mode) throw verificationNotFound();
  const receipt = await receiptOf(deps, deps.db.orm, tenant.id, verificationId);
  if (!receipt) throw new ServiceError("VERIFICATION_NOT_REDACTED");
  return receipt;
};
