import type { Token } from "#core/claims.ts";
import { effectiveStatus, type Verification } from "#core/verification.ts";
import type { AttemptRow } from "#data/attempts.ts";
import type { DeliveryOfVerification } from "#data/delivery-attempts.ts";

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
