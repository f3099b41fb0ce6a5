import { nextAttempt } from "#core/backoff.ts";
import type { ClaimedDelivery } from "#data/webhook-claims.ts";
import type { Settlement } from "#data/webhook-settlements.ts";
import type { SendResult } from "#platform/webhooks/sender.ts";

/** What an attempt says about its endpoint. */
export type Verdict = "ok" | "failed" | "gone" | "untried";

export type Settled = { settlement: Settlement; verdict: Verdict };

const OUR_FAULT_PAUSE_MS = 30_000;

const GONE = 410;

const isSuccess = (result: SendResult): boolean =>
  result.kind === "response" && result.status >= 200 && result.status < 300;

const recordOf = (
  delivery: ClaimedDelivery,
  result: Exclude<SendResult, { kind: "infrastructure" }>,
  at: Date,
): Settlement["record"] => {
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
export const ourFault = (delivery: ClaimedDelivery, now: Date, chance: number): Settled => ({
  settlement: {
    id: delivery.id,
    attempt: delivery.attempt,
    status: "pending",
    slotsUsed: delivery.slotsUsed,
    nextAttemptAt: new Date(now.getTime() + OUR_FAULT_PAUSE_MS * (1 + chance)),
    endedAt: null,
    record: null,
  },
  verdict: "untried",
});

/**
 * What comes of an attempt. A manual one never moves the schedule: if it fails, the delivery is failed again.
 * @param chance 0 to 1, random
 */
export const settle = (
  delivery: ClaimedDelivery,
  result: SendResult,
  times: { startedAt: Date; now: Date },
  chance: number,
): Settled => {
  const { id, attempt, slotsUsed, isManual } = delivery;
  const { startedAt, now } = times;
  const firstAttemptAt = delivery.firstAttemptAt ?? startedAt;
  if (result.kind === "infrastructure") return ourFault(delivery, now, chance);
  const record = recordOf(delivery, result, startedAt);
  const ended = (status: Settlement["status"], used: number): Settlement => ({
    id,
    attempt,
    status,
    slotsUsed: used,
    nextAttemptAt: now,
    endedAt: now,
    record,
  });
  const waiting = (at: Date, used: number): Settlement => ({
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
  const next = isManual ? null : nextAttempt(firstAttemptAt, used, now, chance);
  return {
    settlement: next ? waiting(next.at, next.slotsUsed) : ended("failed", used),
    verdict: "failed",
  };
};
