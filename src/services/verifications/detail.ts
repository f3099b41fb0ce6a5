import { type AgeBand, type AgeOver, ageAnswerOf, type Disclosure } from "#core/age-over.ts";
import type { Token } from "#core/claims.ts";
import { isId } from "#core/ids.ts";
import { DEFAULT_PLACE } from "#core/policy/policy.ts";
import {
  effectiveStatus,
  type MetadataPairs,
  metadataPairs,
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

/** What the page shows of a verification as it is stored, and why it does not show the rest so. A new column needs an entry. */
const SHOWN = {
  id: "as `verificationId`",
  tenantId: "the page is the tenant's",
  mode: true,
  status: "as it is at this instant",
  requestId: true,
  minimumAge: true,
  thresholds: "as `ageOver` and `band`",
  ageAtLeast: "as `ageOver` and `band`",
  ageBelow: "as `ageOver` and `band`",
  disclosure: "with thresholds only",
  methods: true,
  locale: true,
  callbackUrl: "its origin only",
  cancelUrl: "its origin only",
  notificationUrl: "in the deliveries, by host",
  listenerId: "in the deliveries, by its name",
  reference: "where there is one",
  holdsReference: "for the index of references",
  metadata: "as pairs",
  uncounted: "for the month's count",
  policyId: "as `policy`, with its number",
  policyPlace: "as `policy`, with its number",
  othersAskedAt: "for the offer of methods",
  closedMethods: "for the offer of methods",
  appealOf: "where it is an appeal",
  overturnedAt: "as `appeal.overturned`",
  maxAttempts: true,
  attempts: true,
  verified: true,
  verifiedAge: true,
  confidence: true,
  method: true,
  documentType: true,
  documentReused: true,
  reason: true,
  errorCode: true,
  createdAt: true,
  openedAt: true,
  completedAt: true,
  expiresAt: true,
} as const satisfies Record<keyof Verification, true | string>;

type ShownColumn = {
  [Column in keyof typeof SHOWN]: (typeof SHOWN)[Column] extends true ? Column : never;
}[keyof typeof SHOWN];

type Shown = Pick<Verification, ShownColumn> & { status: VerificationStatus; metadata: MetadataPairs | null };

const shownOf = (verification: Verification, now: Date): Shown => {
  const { mode, requestId, minimumAge, methods, locale, maxAttempts, attempts } = verification;
  const { verified, verifiedAge, confidence, method, documentType, documentReused } = verification;
  const { reason, errorCode, createdAt, openedAt, completedAt, expiresAt } = verification;
  return {
    mode,
    status: effectiveStatus(verification, now),
    requestId,
    minimumAge,
    methods,
    locale,
    metadata: metadataPairs(verification.metadata),
    maxAttempts,
    attempts,
    verified,
    verifiedAge,
    confidence,
    method,
    documentType,
    documentReused,
    reason,
    errorCode,
    createdAt,
    openedAt,
    completedAt,
    expiresAt,
  };
};

type VerificationDetail = Shown & {
  verificationId: string;
  /** The tenant's own reference; absent: none was given, or it was erased. */
  reference?: string;
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
  const { callbackUrl, cancelUrl, reference, disclosure, policyPlace, appealOf, overturnedAt } = found;
  return {
    ...shownOf(found, now),
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
    ...ageAnswerOf(found),
    ...(found.thresholds.length > 0 ? { disclosure } : {}),
    verificationId: found.id,
    ...(reference === null ? {} : { reference }),
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
