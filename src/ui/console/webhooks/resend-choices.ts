import { RESEND_BATCH } from "#core/webhook.ts";
import { wholeText } from "#ui/kit/number-format.ts";

const HOUR_MS = 3_600_000;

/** From when on undelivered events are sent again. */
export const SINCE = [
  { value: "all", label: "Everything kept", ms: null },
  { value: "hour", label: "Last hour", ms: HOUR_MS },
  { value: "day", label: "Last 24 hours", ms: 24 * HOUR_MS },
  { value: "week", label: "Last 7 days", ms: 7 * 24 * HOUR_MS },
] as const;

export type SinceChoice = (typeof SINCE)[number]["value"];

export const isSinceChoice = (text: string): text is SinceChoice => SINCE.some(({ value }) => value === text);

/** The instant that a choice means now; undefined for everything. */
export const sinceOf = (choice: SinceChoice, nowMs: number): string | undefined => {
  const ms = SINCE.find(({ value }) => value === choice)?.ms;
  return ms ? new Date(nowMs - ms).toISOString() : undefined;
};

/** Why nothing can be sent again; null where it can. */
export const resendRefusal = (
  isEnabled: boolean,
  count: number,
  plan: string | undefined,
  isIncluded: boolean | undefined,
): string | null => {
  if (isIncluded === false) {
    return `The ${plan ?? "current"} plan does not include manual retries. Growth and scale do.`;
  }
  if (!isEnabled) return "Turn the endpoint on first.";
  return count === 0 ? "There is nothing to send again." : null;
};

/** What the button says: no more than one call sends. */
export const resendLabel = (count: number): string => {
  if (count === 0) return "Send again";
  return count > RESEND_BATCH
    ? `Send the oldest ${wholeText(RESEND_BATCH)} again`
    : `Send ${wholeText(count)} again`;
};

/** What a click did. */
export const queuedWords = (queued: number, left: number): string => {
  const sent = `Sending ${wholeText(queued)} ${queued === 1 ? "event" : "events"} again`;
  return left === 0 ? sent : `${sent}. ${wholeText(left)} more to go: send again to continue.`;
};
