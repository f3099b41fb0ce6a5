import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BreakerWindow, countAttempt, shouldOpen } from "#core/webhooks/backoff.ts";

const MINUTE_MS = 60_000;

/** The window after these attempts at one instant: true for a failure. */
const windowOf = (failures: readonly boolean[], nowMs = 0): BreakerWindow =>
  failures.reduce<BreakerWindow>((window, failed) => countAttempt(window, failed, nowMs), {
    startedAtMs: nowMs,
    attempts: 0,
    failures: 0,
  });

const attempts = (failed: number, ok: number): boolean[] => [
  ...Array<boolean>(failed).fill(true),
  ...Array<boolean>(ok).fill(false),
];

describe("the breaker of an endpoint", () => {
  test("opens at 7 failures of 10 attempts, in whatever order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(attempts(7, 3), { minLength: 10, maxLength: 10 }), (order) =>
        shouldOpen(windowOf(order)),
      ),
    );
  });

  test("stays closed while there were fewer than 10 attempts or fewer than 70% failed", () => {
    fc.assert(
      fc.property(fc.nat({ max: 40 }), fc.nat({ max: 40 }), (failed, ok) => {
        const few = failed + ok < 10 || failed < 0.7 * (failed + ok) - 1e-9;
        expect(shouldOpen(windowOf(attempts(failed, ok)))).toBe(!few);
      }),
    );
  });

  test("forgets attempts of more than five minutes ago", () => {
    const failing = windowOf(attempts(9, 0));
    expect(countAttempt(failing, true, 5 * MINUTE_MS - 1).attempts).toBe(10);
    expect(countAttempt(failing, true, 5 * MINUTE_MS)).toEqual({
      startedAtMs: 5 * MINUTE_MS,
      attempts: 1,
      failures: 1,
    });
  });

  test("counts the first attempt of an endpoint that it has never seen", () => {
    expect(countAttempt(undefined, false, 7)).toEqual({ startedAtMs: 7, attempts: 1, failures: 0 });
  });
});
