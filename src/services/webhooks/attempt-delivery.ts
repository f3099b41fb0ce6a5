import { nextAttempt } from "#core/backoff.ts";
import { deliveryHeaders } from "#core/webhook.ts";
import type { RecordedResult } from "#data/webhooks/delivery-results.ts";
import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import type { SendResult, WebhookSender } from "#platform/webhooks/sender.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import type { Deps } from "#services/context.ts";
import { signingSecrets } from "./secrets.ts";

/** What an attempt says about its endpoint. */
export type Verdict = "ok" | "failed" | "gone" | "untried";

export type DeliveryResult = { settlement: RecordedResult; verdict: Verdict };

const OUR_FAULT_PAUSE_MS = 30_000;

const GONE = 410;

const isSuccess = (result: SendResult): boolean =>
  result.kind === "response" && result.status >= 200 && result.status < 300;

const recordOf = (
  delivery: ClaimedDelivery,
  result: Exclude<SendResult, { kind: "infrastructure" }>,
  at: Date,
): RecordedResult["record"] => {
  const { number, isManual } = delivery;
  const durationMs = Math.round(result.durationMs);
  return result.kind === "response"
    ? {
        number,
        isManual,
        at,
        status: result.status,
        code: isSuccess(result) ? null : "STATUS",
        durationMs,
        response: result.responseSnippet,
      }
    : { number, isManual, at, status: null, code: result.code, durationMs, response: null };
};

/** Nothing could be tried: the delivery waits a little and no attempt is used up. */
const ourFault = (delivery: ClaimedDelivery, now: Date, jitter: number): DeliveryResult => ({
  settlement: {
    id: delivery.id,
    attempt: delivery.attempt,
    status: "pending",
    slotsUsed: delivery.slotsUsed,
    nextAttemptAt: new Date(now.getTime() + OUR_FAULT_PAUSE_MS * (1 + jitter)),
    endedAt: null,
    record: null,
  },
  verdict: "untried",
});

/**
 * What comes of an attempt. A manual one never moves the schedule: if it fails, the delivery is failed again.
 * @param jitter 0 to 1, random
 */
export const toDeliveryResult = (
  delivery: ClaimedDelivery,
  result: SendResult,
  times: { startedAt: Date; now: Date },
  jitter: number,
): DeliveryResult => {
  const { id, attempt, slotsUsed, isManual } = delivery;
  const { startedAt, now } = times;
  const firstAttemptAt = delivery.firstAttemptAt ?? startedAt;
  if (result.kind === "infrastructure") return ourFault(delivery, now, jitter);
  const record = recordOf(delivery, result, startedAt);
  const ended = (status: RecordedResult["status"], used: number): RecordedResult => ({
    id,
    attempt,
    status,
    slotsUsed: used,
    nextAttemptAt: now,
    endedAt: now,
    record,
  });
  const waiting = (at: Date, used: number): RecordedResult => ({
    id,
    attempt,
    status: "pending",
    slotsUsed: used,
    nextAttemptAt: at,
    endedAt: null,
    record,
  });
  const used = isManual ? slotsUsed : slotsUsed + 1;
  if (isSuccess(result)) return { settlement: ended("delivered", used), verdict: "ok" };
  if (result.kind === "response" && result.status === GONE) {
    return { settlement: ended("failed", used), verdict: "gone" };
  }
  const next = isManual ? null : nextAttempt(firstAttemptAt, used, now, jitter);
  return {
    settlement: next ? waiting(next.at, next.slotsUsed) : ended("failed", used),
    verdict: "failed",
  };
};

const cancelled = (delivery: ClaimedDelivery, now: Date): DeliveryResult => ({
  settlement: {
    id: delivery.id,
    attempt: delivery.attempt,
    status: "cancelled",
    slotsUsed: delivery.slotsUsed,
    nextAttemptAt: now,
    endedAt: now,
    record: null,
  },
  verdict: "untried",
});

/** A claimed delivery that goes back untried, due at once. */
export const handBack = (delivery: ClaimedDelivery, now: Date): DeliveryResult => {
  const { settlement } = cancelled(delivery, now);
  return { settlement: { ...settlement, status: "pending", endedAt: null }, verdict: "untried" };
};

const randomJitter = (deps: Pick<Deps, "random">): number => (deps.random(1)[0] ?? 0) / 255;

/** A claimed delivery that we could not even try, through no fault of its endpoint. */
export const postpone = (deps: Pick<Deps, "now" | "random">, delivery: ClaimedDelivery): DeliveryResult =>
  ourFault(delivery, deps.now(), randomJitter(deps));

/** One HTTP try: the frozen bytes, signed anew with this attempt's own time. Never throws for what a receiver does. */
export const attemptDelivery = async (
  deps: Pick<Deps, "secrets" | "now" | "random">,
  sender: WebhookSender,
  delivery: ClaimedDelivery,
): Promise<DeliveryResult> => {
  const startedAt = deps.now();
  if (!delivery.isEnabled) return cancelled(delivery, startedAt);
  const result = await sender.post({
    url: delivery.url,
    body: delivery.body,
    headers: deliveryHeaders({
      ...delivery,
      attempt: String(delivery.number),
      signature: signatureHeaders({
        id: delivery.eventId,
        timestampSeconds: Math.floor(startedAt.getTime() / 1000),
        body: delivery.body,
        secrets: signingSecrets(deps, delivery, startedAt),
      }),
    }),
  });
  return toDeliveryResult(delivery, result, { startedAt, now: deps.now() }, randomJitter(deps));
};
