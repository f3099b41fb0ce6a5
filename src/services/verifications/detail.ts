import type { Token } from "#core/claims.ts";
import { isId } from "#core/ids.ts";
import { effectiveStatus, type Verification, type VerificationStatus } from "#core/verification.ts";
import { type AttemptRow, listAttempts } from "#data/verifications/checks.ts";
import { findTokenOfVerification } from "#data/verifications/tokens.ts";
import { findVerification } from "#data/verifications/verifications.ts";
import { type DeliveryOfVerification, deliveriesOfVerification } from "#data/webhooks/delivery-attempts.ts";
import { type MemberCtx, requirePermission } from "#services/context.ts";
import { verificationNotFound } from "./end.ts";

/** One thing that happened. `detail` holds codes, names of methods and numbers; nothing of the person. */
export type TimelineEntry = {
  at: Date;
  kind:
    | "started"
    | "opened"
    | "attempt"
    | "completed"
    | "failed"
    | "expired"
    | "token_issued"
    | "token_revoked"
    | "delivery_created"
    | "delivery_attempt";
  detail: Record<string, string | number | boolean | null>;
};

type Known = {
  verification: Verification;
  attempts: readonly AttemptRow[];
  token: Token | null;
  deliveries: readonly DeliveryOfVerification[];
};

const entry = (
  at: Date | null,
  kind: TimelineEntry["kind"],
  detail: TimelineEntry["detail"] = {},
): TimelineEntry[] => (at === null ? [] : [{ at, kind, detail }]);

const ending = (verification: Verification, now: Date): TimelineEntry[] => {
  const { completedAt, expiresAt, verified, method, errorCode, reason } = verification;
  switch (effectiveStatus(verification, now)) {
    case "completed":
      return entry(completedAt, "completed", { verified, method, reason });
    case "failed":
      return entry(completedAt, "failed", { errorCode, method, reason });
    case "expired":
      return entry(expiresAt, "expired");
    default:
      return [];
  }
};

const attemptEntries = (attempts: readonly AttemptRow[]): TimelineEntry[] =>
  attempts.flatMap(({ createdAt, number, method, finding, reason, durationMs }) =>
    entry(createdAt, "attempt", { number, method, finding, reason, durationMs }),
  );

const deliveryEntries = (deliveries: readonly DeliveryOfVerification[]): TimelineEntry[] =>
  deliveries.flatMap(({ id, createdAt, event, url, status, attempts }) => [
    ...entry(createdAt, "delivery_created", { deliveryId: id, event, host: new URL(url).host, status }),
    ...attempts.flatMap((attempt) =>
      entry(attempt.at, "delivery_attempt", {
        deliveryId: id,
        number: attempt.number,
        httpStatus: attempt.status,
        code: attempt.code,
        durationMs: attempt.durationMs,
        isManual: attempt.isManual,
      }),
    ),
  ]);

/** Everything that happened to a verification, in order of time. */
export const timelineOf = (
  { verification, attempts, token, deliveries }: Known,
  now: Date,
): TimelineEntry[] =>
  [
    ...entry(verification.createdAt, "started", {
      mode: verification.mode,
      requestId: verification.requestId,
    }),
    ...entry(verification.openedAt, "opened"),
    ...attemptEntries(attempts),
    ...ending(verification, now),
    // Issued with the decision; its own time is in whole seconds (RFC 7519 §2) and would stand before it.
    ...entry(token && verification.completedAt, "token_issued", { over18: token?.over18 ?? null }),
    ...entry(token?.revokedAt ?? null, "token_revoked"),
    ...deliveryEntries(deliveries),
    // A stable sort: what happened in the same millisecond stays in the order above.
  ].sort((a, b) => a.at.getTime() - b.at.getTime());

/** What a token says, never the token. */
export type TokenSummary = {
  state: "valid" | "expired" | "revoked";
  over18: boolean;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

export type VerificationDetail = Omit<Verification, "id" | "tenantId" | "callbackUrl"> & {
  verificationId: string;
  status: VerificationStatus;
  /** Where the browser returns to, without path and query: they may hold anything. */
  callbackOrigin: string | null;
  token: TokenSummary | null;
  timeline: TimelineEntry[];
};

const tokenSummary = (
  token: { over18: boolean; issuedAt: Date; expiresAt: Date; revokedAt: Date | null },
  now: Date,
): TokenSummary => {
  const { over18, issuedAt, expiresAt, revokedAt } = token;
  const isExpired = expiresAt.getTime() <= now.getTime();
  const unrevoked = isExpired ? "expired" : "valid";
  return { state: revokedAt ? "revoked" : unrevoked, over18, issuedAt, expiresAt, revokedAt };
};

/**
 * One verification with everything that happened to it. No personal data is kept, so none is here.
 * @throws PERMISSION_DENIED, VERIFICATION_NOT_FOUND: absent, malformed or another tenant's, all alike
 */
export const verificationDetail = async (ctx: MemberCtx, id: string): Promise<VerificationDetail> => {
  requirePermission(ctx, "verifications.read");
  const { deps, tenant } = ctx;
  const db = deps.db.orm;
  const found = isId("verification", id) ? await findVerification(db, tenant.id, id) : null;
  if (!found) throw verificationNotFound();
  const [attempts, token, deliveries] = await Promise.all([
    listAttempts(db, tenant.id, id),
    findTokenOfVerification(db, tenant.id, id),
    deliveriesOfVerification(db, tenant.id, id),
  ]);
  const now = deps.now();
  const { id: verificationId, tenantId: _ours, callbackUrl, ...verification } = found;
  return {
    ...verification,
    verificationId,
    status: effectiveStatus(found, now),
    callbackOrigin: callbackUrl === null ? null : new URL(callbackUrl).origin,
    token: token && tokenSummary(token, now),
    timeline: timelineOf({ verification: found, attempts, token, deliveries }, now),
  };
};
