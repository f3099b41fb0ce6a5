const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When each of the seven attempts is due: milliseconds after the FIRST attempt, not after the one before. */
export const ATTEMPT_OFFSETS_MS = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const MAX_ATTEMPTS = ATTEMPT_OFFSETS_MS.length;

const JITTER = 0.1;

/** Up to 10% of the gap to the offset before: later, so that it is never early; the last one earlier, so that it is never late. */
const jitteredOffset = (slot: number, chance: number): number => {
  const offset = ATTEMPT_OFFSETS_MS[slot] ?? 0;
  const jitter = (offset - (ATTEMPT_OFFSETS_MS[slot - 1] ?? 0)) * JITTER * chance;
  return slot === MAX_ATTEMPTS - 1 ? offset - jitter : offset + jitter;
};

export type NextAttempt = { at: Date; slotsUsed: number } | null;

/**
 * When to try again after a failed attempt, or null to give up. Offsets that passed while nobody worked are
 * skipped: a backlog is not followed by a burst.
 * @param slotsUsed places of the schedule that are used up, the failed attempt's included
 * @param chance 0 to 1, random
 */
export const nextAttempt = (
  firstAttemptAt: Date,
  slotsUsed: number,
  now: Date,
  chance: number,
): NextAttempt => {
  for (let slot = slotsUsed; slot < MAX_ATTEMPTS; slot += 1) {
    const at = new Date(firstAttemptAt.getTime() + jitteredOffset(slot, chance));
    if (at.getTime() > now.getTime()) return { at, slotsUsed: slot };
  }
  return null;
};

/** The attempts on one endpoint in the current window. */
export type BreakerWindow = { startedAtMs: number; attempts: number; failures: number };

const WINDOW_MS = 5 * 60_000;
const MIN_ATTEMPTS = 10;
const FAILURE_SHARE = 0.7;

/** How long an endpoint that keeps failing is left alone before one delivery probes it. */
export const BREAKER_OPEN_MS = 60_000;

/** The window after one more attempt. */
export const countAttempt = (
  window: BreakerWindow | undefined,
  failed: boolean,
  nowMs: number,
): BreakerWindow => {
  const current =
    window && nowMs - window.startedAtMs < WINDOW_MS
      ? window
      : { startedAtMs: nowMs, attempts: 0, failures: 0 };
  return {
    ...current,
    attempts: current.attempts + 1,
    failures: current.failures + (failed ? 1 : 0),
  };
};

/** Whether so much fails that trying on would only add load: at least 10 attempts in 5 minutes, 70% of them failed. */
export const shouldOpen = ({ attempts, failures }: BreakerWindow): boolean =>
  attempts >= MIN_ATTEMPTS && failures / attempts >= FAILURE_SHARE;
