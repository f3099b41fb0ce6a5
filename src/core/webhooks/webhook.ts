import { DAY_MS } from "#core/day.ts";
import type { AnyEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";

/** Where a tenant receives webhooks; never with its secret. */
export type WebhookEndpoint = {
  id: string;
  tenantId: string;
  url: string;
  description: string;
  /** Empty means all. */
  events: string[];
  modes: Mode[];
  isEnabled: boolean;
  disabledReason: string | null;
  /** The first failure since the last success. */
  failingSince: Date | null;
  /** Until then, the previous secret signs as well. */
  previousSecretUntil: Date | null;
  createdAt: Date;
};

export type DeliveryStatus = "pending" | "delivered" | "failed" | "cancelled";

/** One event for one endpoint or one command line, as the console lists it. */
export type WebhookDelivery = {
  id: string;
  /** Null: it is for a command line. */
  endpointId: string | null;
  /** The command line's name; null: it is for an endpoint. */
  listener: string | null;
  eventId: string;
  event: AnyEventName;
  /** Null: the event is about the tenant itself. */
  verificationId: string | null;
  /** The verification's mode, or that of what the event is about. */
  mode: Mode;
  status: DeliveryStatus;
  /** Attempts made so far. */
  attempt: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastCode: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** How long the last attempt took; null before the first one. */
  lastDurationMs: number | null;
};

/** What people read in place of an address where a delivery is for a command line. */
export const commandLineText = (name: string): string => `Command line: ${name}`;

/** One HTTP try of a delivery. */
export type WebhookAttempt = {
  number: number;
  isManual: boolean;
  at: Date;
  status: number | null;
  code: string | null;
  durationMs: number;
  response: string | null;
};

/** Why a webhook got no answer. INFRASTRUCTURE: this service's own network or DNS; it counts as no attempt. */
const NO_ANSWER_CODES = ["DNS", "TLS", "TIMEOUT", "CONNECTION", "BLOCKED", "INFRASTRUCTURE"] as const;

export type NoAnswerCode = (typeof NO_ANSWER_CODES)[number];

/** Why a delivery attempt failed, as tenants see it. `docs/errors.md` has a paragraph for each; a test compares the two. */
export const ATTEMPT_CODES = ["STATUS", ...NO_ANSWER_CODES] as const;

/** How many endpoints a tenant may have. */
export const MAX_ENDPOINTS = 20;

/** How many command lines of a tenant may listen at once. */
export const MAX_LISTENERS = 20;

/** A command line that has not asked for so long has ended, and its listener with it. */
export const LISTENER_DAYS = 7;

/** Where there is no room for another listener, one that has not asked for so long gives way. */
export const LISTENER_IDLE_MS = 60 * 60_000;

/** How long a command line has for what it took; then it comes again. */
export const LISTENER_LEASE_SECONDS = 60;

/** How long a rolled secret still signs alongside the new one: 24 hours, or not at all. */
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60;

/** How many earlier secrets can sign alongside the current one. */
export const MAX_EARLIER_SECRETS = 3;

/**
 * An endpoint that has accepted nothing for so long since a failure is failing: the alert begins and the event is sent. By then
 * four attempts of a delivery have failed (at once, after 1, 5 and 15 minutes); what is shorter is a deployment of the tenant's.
 */
export const FAILING_MS = 15 * 60_000;

const FAILING_TOO_LONG_MS = 5 * DAY_MS;
const FAILING_DAYS = 3;

/** An endpoint's failures since its last success. */
export type FailingStreak = {
  since: Date;
  /** Days with failures, each counted at least 24 hours after the previous one. */
  days: number;
  countedAt: Date;
};

/**
 * The streak after one more failure. After five days without an attempt it begins again: nothing is known
 * about those days.
 */
export const failedAgain = (streak: FailingStreak | null, now: Date): FailingStreak => {
  const quietMs = streak ? now.getTime() - streak.countedAt.getTime() : Number.POSITIVE_INFINITY;
  if (!streak || quietMs > FAILING_TOO_LONG_MS) return { since: now, days: 1, countedAt: now };
  return quietMs < DAY_MS ? streak : { since: streak.since, days: streak.days + 1, countedAt: now };
};

/** Whether to switch an endpoint off: nothing succeeded for five days, and attempts failed on three or more of them. */
export const hasFailedTooLong = (streak: FailingStreak, now: Date): boolean =>
  streak.days >= FAILING_DAYS && now.getTime() - streak.since.getTime() >= FAILING_TOO_LONG_MS;

/** The latest start of a streak that is long enough now. */
export const failingTooLongSince = (now: Date): Date => new Date(now.getTime() - FAILING_TOO_LONG_MS);

/** How many deliveries one call sends again; the next call continues from there. */
export const RESEND_BATCH = 10_000;

/**
 * How many deliveries that are sent again become due within a second. New events of the same endpoint queue behind
 * those that are due, so a receiver that takes this many a second still gets them at once.
 */
export const RESEND_PER_SECOND = 20;

/** The states after which a delivery can be sent again. */
export type Ended = "failed" | "cancelled" | "delivered";

/**
 * A count that a member was shown: the database's time, and the newest delivery of those counted. What was sent again
 * since, or is newer, is not meant by the member who confirms it.
 */
export type Counted = { at: Date; lastId: string };

/** What can be sent again. Of those delivered, at most `MOST_COUNTED` are counted. */
export type Resendable = Record<Ended, number> & { counted: Counted };

/** Up to here those delivered are counted; the next number means "more". */
export const MOST_COUNTED = 100_000;

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Whether two addresses have the same scheme, host and port (RFC 6454). */
export const isSameOrigin = (one: string, other: string): boolean =>
  originOf(one) !== null && originOf(one) === originOf(other);

/**
 * Where a delivery goes: to its own address, if it has one and its endpoint is still at that origin, else to the endpoint's.
 * An endpoint that has moved takes its deliveries along.
 */
export const deliveryUrl = ({ url, ownUrl }: { url: string; ownUrl: string | null }): string =>
  ownUrl !== null && isSameOrigin(ownUrl, url) ? ownUrl : url;

/** Two schemes over the same bytes: see platform/webhooks/signature.ts. */
export type SignatureHeaders = {
  "X-Service-Signature": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/** The headers of every webhook: real ones, samples, and those that the console shows. */
export const deliveryHeaders = (sent: {
  eventId: string;
  /** Null: the event is about the tenant itself, and the header is absent. */
  verificationId: string | null;
  /** A number; the console uses words, because it does not show a single attempt. */
  attempt: string;
  /** "live" or "test". */
  mode: string;
  signature: SignatureHeaders;
}): Readonly<Record<string, string>> => ({
  "Content-Type": "application/json",
  "User-Agent": "Lintel-Webhooks/1",
  "X-Event-Id": sent.eventId,
  ...(sent.verificationId === null ? {} : { "X-Verification-Id": sent.verificationId }),
  "X-Delivery-Attempt": sent.attempt,
  "X-Verification-Mode": sent.mode,
  ...sent.signature,
});
