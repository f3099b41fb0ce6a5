const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When each of the seven attempts is due: milliseconds after the FIRST attempt, not after the previous one. */
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

/**
 * A delivery due sooner than this may be under way: while an attempt runs, its due time is the end of its lease
 * (15 seconds, worker/deliver-webhooks.ts).
 */
export const UNDER_WAY_MS = 20_000;

const JITTER = 0.1;

/**
 * Jitter of up to 10% of the gap to the previous offset. It delays an attempt, so none is early; it advances
 * the last one, so that is never late.
 */
const jitteredOffset = (slot: number, chance: number): number => {
  const offset = ATTEMPT_OFFSETS_MS[slot] ?? 0;
  const jitter = (offset - (ATTEMPT_OFFSETS_MS[slot - 1] ?? 0)) * JITTER * chance;
  return slot === MAX_ATTEMPTS - 1 ? offset - jitter : offset + jitter;
};

export type NextAttempt = { at: Date; slotsUsed: number } | null;

/**
 * When to try again after a failed attempt, or null to give up. Offsets that passed while no worker was
 * running are skipped, so that a backlog causes no burst.
 * @param slotsUsed how many slots of the schedule are used up, including the failed attempt's
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

/** A pause that doubles with each failure in a row, up to its longest. */
export type Pause = { readonly firstMs: number; readonly longestMs: number };

/** A pause that never grows. */
export const steady = (ms: number): Pause => ({ firstMs: ms, longestMs: ms });

/** Every pause has grown to its longest before that; without an end, the power of two would outgrow what an interval can hold. */
export const MOST_DOUBLINGS = 20;

/**
 * In milliseconds; data/service/outbox.ts computes the same in SQL.
 * @param failures in a row, with the last one: at least 1
 */
export const pauseMs = ({ firstMs, longestMs }: Pause, failures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS));

/** The attempts on one endpoint in the current window. */
export type BreakerWindow = { startedAtMs: number; attempts: number; failures: number };

const WINDOW_MS = 5 * 60_000;
const MIN_ATTEMPTS = 10;
const FAILURE_SHARE = 0.7;

/** How long a failing endpoint gets no deliveries before one delivery probes it. */
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
  const { startedAtMs, attempts, failures } = current;
  return { startedAtMs, attempts: attempts + 1, failures: failures + (failed ? 1 : 0) };
};

/**
 * Whether so many attempts have failed that more would only add load: 70% of at least 10 attempts in 5
 * minutes.
 */
export const shouldOpen = ({ attempts, failures }: BreakerWindow): boolean =>
  attempts >= MIN_ATTEMPTS && failures / attempts >= FAILURE_SHARE;
