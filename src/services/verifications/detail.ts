import { isId } from "#core/ids.ts";
import { effectiveStatus, type Verification, type VerificationStatus } from "#core/verification.ts";
import { listAttempts } from "#data/attempts.ts";
import { deliveriesOfVerification } from "#data/delivery-attempts.ts";
import { findTokenOfVerification } from "#data/tokens.ts";
import { findVerification } from "#data/verifications.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { type TimelineEntry, timelineOf } from "./timeline.ts";
import { verificationNotFound } from "./why-not.ts";

/** What a token says, never the token. */
export type TokenGlance = {
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
  token: TokenGlance | null;
  timeline: TimelineEntry[];
};

const tokenGlance = (
  token: { over18: boolean; issuedAt: Date; expiresAt: Date; revokedAt: Date | null },
  now: Date,
): TokenGlance => {
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
    token: token && tokenGlance(token, now),
    timeline: timelineOf({ verification: found, attempts, token, deliveries }, now),
  };
};
