import type { EventName } from "./event.ts";
import type { Mode } from "./verification.ts";

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
  /** Until then the secret before the current one signs as well. */
  previousSecretUntil: Date | null;
  createdAt: Date;
};

export type DeliveryStatus = "pending" | "delivered" | "failed" | "cancelled";

/** One event for one endpoint, as the console lists it. */
export type WebhookDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  event: EventName;
  verificationId: string;
  /** Of the verification. */
  mode: Mode;
  status: DeliveryStatus;
  /** Attempts made so far. */
  attempt: number;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastCode: string | null;
  createdAt: Date;
  endedAt: Date | null;
  /** How long the last attempt took; null before the first. */
  lastDurationMs: number | null;
};

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

/** How many endpoints a tenant may have. */
export const MAX_ENDPOINTS = 20;

/** How long a rolled secret still signs beside the new one: 24 hours, or not at all. */
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60;

const FAILING_TOO_LONG_MS = 5 * 24 * 60 * 60 * 1000;

/** Whether a failure now is one too many: nothing has succeeded for five days. An endpoint that nobody tried is not at fault. */
export const hasFailedTooLong = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_TOO_LONG_MS;
