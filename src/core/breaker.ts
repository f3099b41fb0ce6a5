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
