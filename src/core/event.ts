import { ageAnswerOf } from "./age-over.ts";
import { titleOf } from "./errors.ts";
import type { Verification } from "./verification.ts";

/**
 * The events for an endpoint that names none. The list stays as it is: a new event goes only to endpoints
 * that name it.
 */
export const USUAL_EVENTS = [
  "verification.completed",
  "verification.failed",
  "verification.expired",
] as const;

/** The events of a verification that tenants receive. */
export const EVENT_NAMES = [...USUAL_EVENTS, "verification.appealed", "verification.redacted"] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** What alerts tell (docs/alerts.md). */
const ALERT_EVENTS = ["alert.raised", "alert.resolved"] as const;

/** Changes of a tenant's endpoints, and deliveries to them that were given up. */
const OPERATIONAL_EVENTS = [
  "endpoint.failing",
  "endpoint.disabled",
  "endpoint.recovered",
  "delivery.exhausted",
] as const;

/** Events about a tenant itself, not about a verification: only to endpoints that name them, and never in `GET /verify/events`. */
export const ACCOUNT_EVENTS = [...ALERT_EVENTS, ...OPERATIONAL_EVENTS] as const;

export type AccountEventName = (typeof ACCOUNT_EVENTS)[number];

/** Every event that an endpoint can name. */
export const ALL_EVENT_NAMES = [...EVENT_NAMES, ...ACCOUNT_EVENTS] as const;

export type AnyEventName = (typeof ALL_EVENT_NAMES)[number];

/** Whether an endpoint that names no events gets this one. */
export const isUsualEvent = (name: AnyEventName): boolean => USUAL_EVENTS.some((usual) => usual === name);

/** Whether a text names an event. */
export const isEventName = (text: string): text is AnyEventName =>
  ALL_EVENT_NAMES.some((name) => name === text);

/** Whether an event is about the tenant itself. */
export const isAccountEvent = (name: AnyEventName): name is AccountEventName =>
  ACCOUNT_EVENTS.some((account) => account === name);

/** Whole milliseconds from the end user's first visit, or else from the start, to the decision. */
const processingTimeMs = ({ openedAt, createdAt, completedAt }: Verification): number =>
  Math.max(0, (completedAt ?? createdAt).getTime() - (openedAt ?? createdAt).getTime());

const completedFields = (verification: Verification) => {
  const { ageOver } = ageAnswerOf(verification);
  return {
    verification: {
      status: verification.verified ? "verified" : "rejected",
      ...(verification.verifiedAge === null ? {} : { verified_age: verification.verifiedAge }),
      ...(ageOver ? { age_over: ageOver } : {}),
      ...(verification.confidence === null ? {} : { confidence_score: verification.confidence }),
      ...(verification.documentType === null ? {} : { document_type: verification.documentType }),
      processing_time_ms: processingTimeMs(verification),
    },
  };
};

const failedFields = ({ errorCode }: Verification) => {
  const code = errorCode ?? "METHOD_FAILED";
  return { error: { code, message: titleOf(code) } };
};

type Fields = (verification: Verification, appealId: string | null, at: Date) => object;

const FIELDS: Record<EventName, Fields> = {
  "verification.completed": completedFields,
  "verification.failed": failedFields,
  "verification.expired": ({ expiresAt }) => ({ expired_at: expiresAt.toISOString() }),
  "verification.appealed": (_verification, appealId) => ({ appeal: { verification_id: appealId } }),
  "verification.redacted": (_verification, _appealId, at) => ({ redacted_at: at.toISOString() }),
};

/**
 * The body of a webhook: JSON without added white space. It is built once, when the event happens, and every
 * attempt signs and sends the same bytes.
 * @param appealId the verification that appeals this one; for `verification.appealed` only
 */
export const eventBody = (
  name: EventName,
  verification: Verification,
  at: Date,
  appealId: string | null = null,
): string =>
  JSON.stringify({
    event: name,
    request_id: verification.requestId,
    timestamp: at.toISOString(),
    ...FIELDS[name](verification, appealId, at),
    metadata: verification.metadata ?? {},
    ...(verification.reference === null ? {} : { reference: verification.reference }),
  });
