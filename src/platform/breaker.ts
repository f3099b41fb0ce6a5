/** After so many failures in a row nothing is sent any more. */
const MAX_FAILURES = 3;

/** While open, one probe is let through per this time, in ms. */
export const PROBE_EVERY_MS = 2_000;

export type Breaker = {
  isOpen(): boolean;
  /** Whether a probe may be sent now. Saying yes starts the next interval, so that only one caller probes. */
  takeProbe(): boolean;
  succeeded(): void;
  failed(error: unknown): void;
};

/**
 * A circuit breaker, so that something which does not answer costs its time-out a few times per outage and not per
 * request. It opens once and closes once per outage and tells both.
 */
export const createBreaker = (options: {
  now: () => Date;
  onOpen: (error: unknown) => void;
  onClose: (openForMs: number) => void;
}): Breaker => {
  let failures = 0;
  let openedAtMs: number | null = null;
  let probedAtMs = 0;
  const nowMs = (): number => options.now().getTime();

  return {
    isOpen: () => openedAtMs !== null,
    takeProbe: () => {
      if (openedAtMs !== null && Math.abs(nowMs() - probedAtMs) < PROBE_EVERY_MS) return false;
      probedAtMs = nowMs();
      return true;
    },
    succeeded: () => {
      failures = 0;
      if (openedAtMs === null) return;
      const openForMs = nowMs() - openedAtMs;
      openedAtMs = null;
      options.onClose(openForMs);
    },
    failed: (error) => {
      failures += 1;
      if (openedAtMs !== null || failures < MAX_FAILURES) return;
      openedAtMs = nowMs();
      probedAtMs = openedAtMs;
      options.onOpen(error);
    },
  };
};
