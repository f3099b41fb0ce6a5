import { ageAnswerOf } from "./age-over.ts";
import { titleOf } from "./errors.ts";
import type { Verification } from "./verification.ts";

/** The events of a verification that tenants receive. */
export const EVENT_NAMES = ["verification.completed", "verification.failed", "verification.expired"] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** Whether a text names an event. */
export const isEventName = (text: string): text is EventName => EVENT_NAMES.some((name) => name === text);

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

const FIELDS: Record<EventName, (verification: Verification) => object> = {
  "verification.completed": completedFields,
  "verification.failed": failedFields,
  "verification.expired": ({ expiresAt }) => ({ expired_at: expiresAt.toISOString() }),
};

/**
 * The body of a webhook: JSON without added white space. It is made once, when the event happens, and every attempt
 * signs and sends these bytes.
 */
export const eventBody = (name: EventName, verification: Verification, at: Date): string =>
  JSON.stringify({
    event: name,
    request_id: verification.requestId,
    timestamp: at.toISOString(),
    ...FIELDS[name](verification),
    metadata: verification.metadata ?? {},
  });
