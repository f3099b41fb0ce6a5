import { epochSeconds } from "#core/day.ts";
import { nextAttempt } from "#core/webhooks/backoff.ts";
import { deliveryHeaders, deliveryUrl } from "#core/webhooks/webhook.ts";
import type { RecordedResult } from "#data/webhooks/delivery-results.ts";
import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import type { SendResult, WebhookSender } from "#platform/webhooks/sender.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import type { Deps } from "#services/context.ts";
import { signingSecrets } from "./secrets.ts";

/** What an attempt says about its endpoint. */
export type AttemptOutcome = "ok" | "failed" | "gone" | "untried";

export type DeliveryResult = { toRecord: RecordedResult; outcome: AttemptOutcome };

const OUR_FAULT_PAUSE_MS = 30_000;

const GONE = 410;

const isSuccess = (result: SendResult): boolean =>
  result.kind === "response" && result.status >= 200 && result.status < 300;

const recordOf = (
  delivery: ClaimedDelivery,
  result: Exclude<SendResult, { kind: "infrastructure" }>,
  at: Date,
): RecordedResult["record"] => {
  const { number, isManual, type } = delivery;
  const tried = { number, isManual, at, durationMs: Math.round(result.durationMs) };
  if (result.kind === "error") return { ...tried, status: null, code: result.code, response: null };
  const { status, responseSnippet } = result;
  // What a receiver answers to an erasure can name the person again, and no erasure comes after it.
  const response = type === "verification.redacted" ? null : responseSnippet;
  return { ...tried, status, code: isSuccess(result) ? null : "STATUS", response };
};

/** What to record: by default that no attempt was made and the delivery waits until `nextAttemptAt`. */
const recordFor = (
  { id, attempt, slotsUsed }: ClaimedDelivery,
  changes: Pick<RecordedResult, "nextAttemptAt"> & Partial<RecordedResult>,
): RecordedResult => ({ id, attempt, slotsUsed, status: "pending", endedAt: null, record: null, ...changes });

/** Nothing could be tried: the delivery waits a little, and no attempt is used up. */
const ourFault = (delivery: ClaimedDelivery, now: Date, jitter: number): DeliveryResult => ({
  toRecord: recordFor(delivery, {
    nextAttemptAt: new Date(now.getTime() + OUR_FAULT_PAUSE_MS * (1 + jitter)),
  }),
  outcome: "untried",
});

/**
 * The result of an attempt. A manual one never moves the schedule: if it fails, the delivery is failed again.
 * @param jitter 0 to 1, random
 */
export const toDeliveryResult = (
  delivery: ClaimedDelivery,
  result: SendResult,
  { startedAt, now }: { startedAt: Date; now: Date },
  jitter: number,
): DeliveryResult => {
  if (result.kind === "infrastructure") return ourFault(delivery, now, jitter);
  const record = recordOf(delivery, result, startedAt);
  const slotsUsed = delivery.isManual ? delivery.slotsUsed : delivery.slotsUsed + 1;
  const ended = (status: "delivered" | "failed"): RecordedResult =>
    recordFor(delivery, { status, slotsUsed, nextAttemptAt: now, endedAt: now, record });
  if (isSuccess(result)) return { toRecord: ended("delivered"), outcome: "ok" };
  if (result.kind === "response" && result.status === GONE) {
    return { toRecord: ended("failed"), outcome: "gone" };
  }
  const firstAttemptAt = delivery.firstAttemptAt ?? startedAt;
  const next = delivery.isManual ? null : nextAttempt(firstAttemptAt, slotsUsed, now, jitter);
  const toRecord = next
    ? recordFor(delivery, { slotsUsed: next.slotsUsed, nextAttemptAt: next.at, record })
    : ended("failed");
  return { toRecord, outcome: "failed" };
};

/** A claimed delivery that goes back untried, due at once. */
export const handBack = (delivery: ClaimedDelivery, now: Date): DeliveryResult => ({
  toRecord: recordFor(delivery, { nextAttemptAt: now }),
  outcome: "untried",
});

const randomJitter = (deps: Pick<Deps, "random">): number => (deps.random(1)[0] ?? 0) / 255;

/** A claimed delivery that could not be tried, through no fault of its endpoint. */
export const postpone = (deps: Pick<Deps, "now" | "random">, delivery: ClaimedDelivery): DeliveryResult =>
  ourFault(delivery, deps.now(), randomJitter(deps));

/** One HTTP try: the frozen bytes, signed with this attempt's time. Never throws for what a receiver does. */
export const attemptDelivery = async (
  deps: Pick<Deps, "secrets" | "now" | "random">,
  sender: WebhookSender,
  delivery: ClaimedDelivery,
): Promise<DeliveryResult> => {
  const startedAt = deps.now();
  if (!delivery.isEnabled) {
    const cancelled = { status: "cancelled", nextAttemptAt: startedAt, endedAt: startedAt } as const;
    return { toRecord: recordFor(delivery, cancelled), outcome: "untried" };
  }
  const result = await sender.post({
    url: deliveryUrl(delivery),
    body: delivery.body,
    headers: deliveryHeaders({
      ...delivery,
      attempt: String(delivery.number),
      signature: signatureHeaders({
        id: delivery.eventId,
        timestampSeconds: epochSeconds(startedAt),
        body: delivery.body,
        secrets: signingSecrets(deps, delivery, startedAt),
      }),
    }),
  });
  return toDeliveryResult(delivery, result, { startedAt, now: deps.now() }, randomJitter(deps));
};
