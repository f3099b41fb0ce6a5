import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ATTEMPT_OFFSETS_MS,
  MAX_ATTEMPTS,
  type NextAttempt,
  nextAttempt,
  pauseMs,
  steady,
} from "#core/webhooks/backoff.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST = new Date("2026-03-01T12:00:00.000Z");
const later = (ms: number): Date => new Date(FIRST.getTime() + ms);
const sinceFirst = (at: Date): number => at.getTime() - FIRST.getTime();
const offsetOf = (next: NextAttempt): number => (next ? sinceFirst(next.at) : Number.NaN);

const chance = fc.double({ min: 0, max: 1, noNaN: true });

/** The offsets of all attempts when each fails at once. */
const scheduleOf = (chances: readonly number[]): number[] => {
  const offsets = [0];
  for (let used = 1; ; ) {
    const next = nextAttempt(FIRST, used, later(offsets.at(-1) ?? 0), chances[used] ?? 0);
    if (!next) return offsets;
    offsets.push(sinceFirst(next.at));
    used = next.slotsUsed + 1;
  }
};

describe("when a delivery is tried", () => {
  test("seven times: at once, then 1 min, 5 min, 15 min, 1 h, 6 h and 24 h after the first attempt", () => {
    expect([...ATTEMPT_OFFSETS_MS]).toEqual([
      0,
      MINUTE_MS,
      5 * MINUTE_MS,
      15 * MINUTE_MS,
      HOUR_MS,
      6 * HOUR_MS,
      24 * HOUR_MS,
    ]);
    expect(MAX_ATTEMPTS).toBe(7);
    expect(scheduleOf([])).toEqual([...ATTEMPT_OFFSETS_MS]);
  });

  test("exactly seven times whatever chance says, in order, and never past 24 h", () => {
    fc.assert(
      fc.property(fc.array(chance, { minLength: 7, maxLength: 7 }), (chances) => {
        const offsets = scheduleOf(chances);
        expect(offsets).toHaveLength(MAX_ATTEMPTS);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
        expect(offsets.at(-1)).toBeLessThanOrEqual(24 * HOUR_MS);
      }),
    );
  });

  test("jitter is at most 10% of the gap before: later, and only the last attempt is earlier", () => {
    fc.assert(
      fc.property(chance, fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }), (luck, slot) => {
        const previous = ATTEMPT_OFFSETS_MS[slot - 1] ?? 0;
        const planned = ATTEMPT_OFFSETS_MS[slot] ?? 0;
        const jitter = offsetOf(nextAttempt(FIRST, slot, later(previous), luck)) - planned;
        expect(Math.abs(jitter)).toBeLessThanOrEqual((planned - previous) / 10);
        expect(slot === MAX_ATTEMPTS - 1 ? jitter <= 0 : jitter >= 0).toBe(true);
      }),
      {
        examples: [
          [0, 1],
          [1, 1],
          [1, 6],
        ],
      },
    );
  });

  test("5,000 failures at the same instant come back spread over the whole jitter", () => {
    const buckets = new Map<number, number>();
    for (let i = 0; i < 5_000; i += 1) {
      const at = offsetOf(nextAttempt(FIRST, 1, FIRST, (i % 256) / 255));
      const bucket = Math.floor(at / 1_000);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    expect(Math.max(...buckets.values())).toBeLessThan(3 * (5_000 / 6));
  });
});

describe("after nobody has worked for a while", () => {
  test("it goes on with the next place that lies ahead, never with one that has passed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_ATTEMPTS }),
        fc.integer({ min: 0, max: 30 * HOUR_MS }),
        chance,
        (used, downMs, luck) => {
          const now = later(downMs);
          const next = nextAttempt(FIRST, used, now, luck);
          if (next === null) {
            // Nothing is left but places that passed; the last is at most 10% of its gap early.
            expect(used === MAX_ATTEMPTS || downMs >= 24 * HOUR_MS - 1.8 * HOUR_MS).toBe(true);
            return;
          }
          expect(next.at.getTime()).toBeGreaterThan(now.getTime());
          expect(next.slotsUsed).toBeGreaterThanOrEqual(used);
          expect(next.slotsUsed).toBeLessThan(MAX_ATTEMPTS);
        },
      ),
    );
  });

  test("places that passed are used up: no burst makes up for them", () => {
    expect(nextAttempt(FIRST, 1, later(20 * MINUTE_MS), 0)).toEqual({ at: later(HOUR_MS), slotsUsed: 4 });
  });

  test("it gives up when every place has passed", () => {
    expect(nextAttempt(FIRST, 1, later(24 * HOUR_MS), 0)).toBeNull();
    expect(nextAttempt(FIRST, MAX_ATTEMPTS, FIRST, 0)).toBeNull();
  });
});

describe("a pause that doubles", () => {
  const pause = { firstMs: 15_000, longestMs: 30 * MINUTE_MS };

  test("begins with its first, doubles with each failure, and ends at its longest", () => {
    const seconds = [1, 2, 3, 7, 8, 9, 1_000_000].map((failures) => pauseMs(pause, failures) / 1_000);
    expect(seconds).toEqual([15, 30, 60, 960, 1_800, 1_800, 1_800]);
  });

  test("never shrinks, and passes its longest after no number of failures", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (failures) => {
        expect(pauseMs(pause, failures + 1)).toBeGreaterThanOrEqual(pauseMs(pause, failures));
        expect(pauseMs(pause, failures)).toBeLessThanOrEqual(pause.longestMs);
      }),
    );
  });

  test("a steady one is always the same", () => {
    expect([1, 2, 50].map((failures) => pauseMs(steady(MINUTE_MS), failures))).toEqual(
      Array(3).fill(MINUTE_MS),
    );
  });
});
