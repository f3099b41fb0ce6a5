import {
  type AgeBand,
  type AgeOver,
  ageAnswerOf,
  type Disclosure,
  type StoredThresholds,
} from "#core/age-over.ts";
import type { Token } from "#core/claims.ts";
import { isId } from "#core/ids.ts";
import { DEFAULT_PLACE } from "#core/policy/policy.ts";
import {
  effectiveStatus,
  type MetadataPairs,
  metadataPairs,
  type NOTHING_GIVEN,
  type PolicyState,
  type Verification,
  type VerificationStatus,
} from "#core/verification.ts";
import { commandLineText } from "#core/webhooks/webhook.ts";
import { pinnedPolicy } from "#data/tenants/policies.ts";
import { findAppeal } from "#data/verifications/appeals.ts";
import { listAttempts } from "#data/verifications/checks.ts";
import { findTokenOfVerification } from "#data/verifications/tokens.ts";
import { findVerification } from "#data/verifications/verifications.ts";
import { type DeliveryOfVerification, deliveriesOfVerification } from "#data/webhooks/delivery-attempts.ts";
import { verificationNotFound } from "#services/check/end.ts";
import { ruleOf } from "#services/check/rule.ts";
import type { MemberCtx } from "#services/context.ts";
import { type Receipt, receiptOf } from "#services/erasure/receipts.ts";
import { requirePermission } from "#services/permissions.ts";
import { type ShownAttempt, shownAttempts } from "./attempts.ts";

/** One event. `detail` contains codes, method names and numbers, and no personal data. */
type TimelineEntry = {
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
    | "erased"
    | "delivery_created"
    | "delivery_attempt";
  detail: Record<string, string | number | boolean | null>;
};

type Known = {
  verification: Verification;
  attempts: readonly ShownAttempt[];
  token: Token | null;
  deliveries: readonly DeliveryOfVerification[];
  erasedAt: Date | null;
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

const attemptEntries = (attempts: readonly ShownAttempt[]): TimelineEntry[] =>
  attempts.flatMap(({ createdAt, number, method, finding, reason, durationMs }) =>
    entry(createdAt, "attempt", { number, method, finding, reason, durationMs }),
  );

const deliveryEntries = (deliveries: readonly DeliveryOfVerification[]): TimelineEntry[] =>
  deliveries.flatMap(({ id, createdAt, event, url, listener, status, attempts }) => [
    ...entry(createdAt, "delivery_created", {
      deliveryId: id,
      event,
      host: url === null ? commandLineText(listener ?? "") : new URL(url).host,
      status,
    }),
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

/** Everything that happened to a verification, in order. */
const timelineOf = (
  { verification, attempts, token, deliveries, erasedAt }: Known,
  now: Date,
): TimelineEntry[] =>
  [
    ...entry(verification.createdAt, "started", {
      mode: verification.mode,
      requestId: verification.requestId,
      // The person began it, by no key.
      ...(verification.appealOf === null ? {} : { by: "appeal" }),
    }),
    ...entry(verification.openedAt, "opened"),
    ...attemptEntries(attempts),
    // How it ended is kept, but not when.
    ...(erasedAt === null ? ending(verification, now) : []),
    // Issued with the decision; its own time, in whole seconds (RFC 7519 §2), would sort before the decision.
    ...entry(token && verification.completedAt, "token_issued", { over18: token?.over18 ?? null }),
    ...entry(token?.revokedAt ?? null, "token_revoked"),
    ...entry(erasedAt, "erased"),
    ...deliveryEntries(deliveries),
    // A stable sort keeps the order above within a millisecond.
  ].sort((a, b) => a.at.getTime() - b.at.getTime());

/** A token's content, never the token. */
type TokenSummary = Pick<Token, "over18" | "issuedAt" | "expiresAt" | "revokedAt"> & {
  state: "valid" | "expired" | "revoked";
};

type VerificationDetail = Omit<
  Verification,
  | ("id" | "tenantId" | "disclosure" | "metadata" | keyof PolicyState | keyof StoredThresholds)
  | keyof typeof NOTHING_GIVEN
> & {
  verificationId: string;
  metadata: MetadataPairs | null;
  /** The tenant's own reference; absent: none was given, or it was erased. */
  reference?: string;
  status: VerificationStatus;
  /** Where the browser returns, without path and query, which can contain anything. */
  callbackOrigin: string | null;
  /** The same after an end without a decision, where it is another. */
  cancelOrigin?: string;
  /** The version that applies to it, and the place of the rule; absent: none. */
  policy?: { id: string; number: number; place: string };
  /** The rejected verification that this one appeals. */
  appealOf?: string;
  /** Where this one was appealed; `overturned`: the appeal was approved. */
  appeal?: {
    verificationId: string;
    status: VerificationStatus;
    verified: boolean | null;
    overturned: boolean;
  };
  /** The next three exist only with thresholds. */
  disclosure?: Disclosure;
  ageOver?: AgeOver;
  band?: AgeBand;
  token: TokenSummary | null;
  /** Where it was erased. */
  erasure?: Pick<Receipt, "redactedAt" | "receipt" | "salt">;
  timeline: TimelineEntry[];
};

const tokenSummary = ({ over18, issuedAt, expiresAt, revokedAt }: Token, now: Date): TokenSummary => {
  const isExpired = expiresAt.getTime() <= now.getTime();
  const unrevoked = isExpired ? "expired" : "valid";
  return { state: revokedAt ? "revoked" : unrevoked, over18, issuedAt, expiresAt, revokedAt };
};

/**
 * One verification with its timeline. No personal data is stored, so none is here.
 * @throws PERMISSION_DENIED, VERIFICATION_NOT_FOUND: absent, malformed or another tenant's, all alike
 */
export const verificationDetail = async (ctx: MemberCtx, id: string): Promise<VerificationDetail> => {
  requirePermission(ctx, "verifications.read");
  const { deps, tenant } = ctx;
  const db = deps.db.orm;
  const found = isId("verification", id) ? await findVerification(db, tenant.id, id) : null;
  if (!found) throw verificationNotFound();
  const [rule, version, tried, token, deliveries, receipt, appeal] = await Promise.all([
    ruleOf(deps, found),
    found.policyId === null ? null : pinnedPolicy(db, tenant.id, found.policyId),
    listAttempts(db, tenant.id, id),
    findTokenOfVerification(db, tenant.id, id),
    deliveriesOfVerification(db, tenant.id, id),
    receiptOf(deps, db, tenant.id, id),
    found.verified === false && found.policyId !== null ? findAppeal(db, tenant.id, id) : null,
  ]);
  const attempts = shownAttempts(rule, tried);
  const now = deps.now();
  const { id: verificationId, tenantId: _ours, ...given } = found;
  const {
    callbackUrl,
    cancelUrl,
    notificationUrl: _hook,
    reference,
    holdsReference: _held,
    ...known
  } = given;
  const { thresholds, ageAtLeast, ageBelow, disclosure, ...ofPolicy } = known;
  const { policyId: _pinned, policyPlace, appealOf, overturnedAt, ...more } = ofPolicy;
  const { othersAskedAt: _asked, closedMethods: _closed, ...verification } = more;
  return {
    ...verification,
    ...(version && {
      policy: { id: version.id, number: version.number, place: policyPlace ?? DEFAULT_PLACE },
    }),
    ...(appealOf === null ? {} : { appealOf }),
    ...(appeal && {
      appeal: {
        verificationId: appeal.id,
        status: effectiveStatus(appeal, now),
        verified: appeal.verified,
        overturned: overturnedAt !== null,
      },
    }),
    ...ageAnswerOf({ thresholds, ageAtLeast, ageBelow }),
    ...(thresholds.length > 0 ? { disclosure } : {}),
    verificationId,
    metadata: metadataPairs(found.metadata),
    ...(reference === null ? {} : { reference }),
    status: effectiveStatus(found, now),
    callbackOrigin: callbackUrl === null ? null : new URL(callbackUrl).origin,
    ...(cancelUrl === null ? {} : { cancelOrigin: new URL(cancelUrl).origin }),
    token: token && tokenSummary(token, now),
    ...(receipt && {
      erasure: { redactedAt: receipt.redactedAt, receipt: receipt.receipt, salt: receipt.salt },
    }),
    timeline: timelineOf(
      { verification: found, attempts, token, deliveries, erasedAt: receipt?.redactedAt ?? null },
      now,
    ),
  };
};
