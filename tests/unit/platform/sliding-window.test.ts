import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryLimiter, msUntilAdmitted, used } from "#platform/sliding-window.ts";

const MINUTE_MS = 60_000;

/** A limiter with a clock that the test moves; it starts on a window's first millisecond. */
const setUp = (limit: number, windowSeconds = 60, maxKeys?: number) => {
  let nowMs = 1_800_000_000_000;
  const limiter = createMemoryLimiter({
    now: () => new Date(nowMs),
    ...(maxKeys === undefined ? {} : { maxKeys }),
  });
  return {
    limiter,
    call: (key = "ten_1") => limiter.limit({ key, limit, windowSeconds }),
    pass: (ms: number) => (nowMs += ms),
    nowMs: () => nowMs,
  };
};

/** The most admissions in any stretch of one window's length. */
const mostInAnyWindow = (admittedMs: readonly number[], windowMs: number): number => {
  let most = 0;
  let from = 0;
  admittedMs.forEach((atMs, to) => {
    while (atMs - (admittedMs[from] ?? 0) >= windowMs) from += 1;
    most = Math.max(most, to - from + 1);
  });
  return most;
};

const aLimit = fc.integer({ min: 1, max: 200 });
const aGapMs = fc.integer({ min: 0, max: 30_000 });

describe("the sliding window", () => {
  it("admits exactly the limit in a burst, and counts down what remains", () => {
    fc.assert(
      fc.property(aLimit, fc.integer({ min: 0, max: MINUTE_MS - 1 }), (limit, offsetMs) => {
        const { call, pass } = setUp(limit);
        pass(offsetMs);
        const decisions = Array.from({ length: limit + 20 }, () => call());
        expect(decisions.filter((decision) => decision.allowed)).toHaveLength(limit);
        expect(decisions.slice(0, limit).map((decision) => decision.remaining)).toEqual(
          Array.from({ length: limit }, (_, i) => limit - 1 - i),
        );
        expect(decisions.at(-1)).toMatchObject({ allowed: false, remaining: 0, limit });
      }),
    );
  });

  it("admits one more at most when two bursts meet at a boundary", () => {
    fc.assert(
      fc.property(aLimit, fc.integer({ min: 1, max: 100 }), (limit, beforeMs) => {
        const { call, pass } = setUp(limit);
        pass(MINUTE_MS - beforeMs);
        const burst = () =>
          Array.from({ length: limit * 2 }, () => call()).filter((decision) => decision.allowed);
        const first = burst().length;
        pass(beforeMs + 1); // a millisecond into the next window
        expect(first + burst().length).toBeLessThanOrEqual(limit + 1);
      }),
    );
  });

  it("under steady overload admits the limit per window, and one more at most in any stretch of that length", () => {
    for (const limit of [1, 10, 60, 300]) {
      for (const load of [0.9, 1, 1.1, 1.5, 2, 3]) {
        const { call, pass, nowMs } = setUp(limit);
        const admittedMs: number[] = [];
        const gapMs = MINUTE_MS / (limit * load);
        const startMs = nowMs();
        for (let i = 0; i < limit * load * 5; i += 1) {
          pass(Math.floor(startMs + i * gapMs) - nowMs());
          if (call().allowed) admittedMs.push(nowMs());
        }
        expect(mostInAnyWindow(admittedMs, MINUTE_MS), `${limit} × ${load}`).toBeLessThanOrEqual(limit + 1);
        const fair = Math.min(1, load) * limit * 5;
        expect(admittedMs.length, `${limit} × ${load}`).toBeGreaterThanOrEqual(
          Math.floor(fair - limit * 0.1 - 5),
        );
      }
    }
  });

  it("whatever the arrivals, admits the limit per clock window and less than twice that in any stretch", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(aGapMs, { maxLength: 300 }), (limit, gaps) => {
        const { call, pass, nowMs } = setUp(limit);
        const admittedMs: number[] = [];
        for (const gap of gaps) {
          pass(gap);
          if (call().allowed) admittedMs.push(nowMs());
        }
        const perWindow = Map.groupBy(admittedMs, (ms) => Math.floor(ms / MINUTE_MS));
        for (const admitted of perWindow.values()) expect(admitted.length).toBeLessThanOrEqual(limit);
        // The previous window is taken as if its calls had been spread evenly: that is what the algorithm costs.
        expect(mostInAnyWindow(admittedMs, MINUTE_MS)).toBeLessThanOrEqual(2 * limit);
      }),
    );
  });
});

describe("Retry-After", () => {
  it("is honest: who waits that long is admitted, at once and at any later time", () => {
    const aSmallGapMs = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(1, 10, 60),
        fc.array(aSmallGapMs, { minLength: 1, maxLength: 200 }),
        fc.nat({ max: 100_000 }),
        (limit, windowSeconds, gaps, laterMs) => {
          const { call, pass } = setUp(limit, windowSeconds);
          let refused = call();
          for (const gap of gaps) {
            pass(gap);
            refused = call();
          }
          for (let i = 0; i <= limit && refused.allowed; i += 1) refused = call();
          expect(refused.allowed).toBe(false);
          expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
          expect(refused.resetSeconds).toBe(refused.retryAfterSeconds); // RateLimit's `t` must not point later
          pass(refused.retryAfterSeconds * 1000 + laterMs);
          expect(call().allowed).toBe(true);
        },
      ),
    );
  });

  it("is exact to 2 ms before it is rounded up", () => {
    const windowMs = 10_000;
    fc.assert(
      fc.property(
        fc.record({ previous: fc.nat({ max: 2_000 }), current: fc.nat({ max: 2_000 }) }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: windowMs - 1 }),
        (counts, limit, offsetMs) => {
          const waitMs = msUntilAdmitted(counts, limit, offsetMs, windowMs);
          const usedAt = (atMs: number): number =>
            atMs < windowMs
              ? used(counts, atMs, windowMs)
              : used({ previous: counts.current, current: 0 }, Math.min(atMs - windowMs, windowMs), windowMs);
          expect(usedAt(offsetMs + waitMs)).toBeLessThan(limit);
          // One millisecond is the rule's ("strictly after"), one may be the floating point's.
          if (waitMs > 1) expect(usedAt(offsetMs + waitMs - 2)).toBeGreaterThanOrEqual(limit);
        },
      ),
      { numRuns: 5_000, examples: [[{ previous: 0, current: 10 }, 8, 0]] }, // 1 - 8/10 is not 0.2
    );
  });

  it("lets a client that obeys it have its whole allowance", () => {
    const limit = 60;
    const { call, pass, nowMs } = setUp(limit);
    const startMs = nowMs();
    let admitted = 0;
    while (nowMs() < startMs + 10 * MINUTE_MS) {
      const decision = call();
      if (decision.allowed) admitted += 1;
      pass(decision.retryAfterSeconds * 1000 + 10);
    }
    expect(admitted).toBeGreaterThanOrEqual(limit * 9);
  });
});

describe("counts", () => {
  it("of keys, limits and windows are apart", () => {
    const { limiter } = setUp(1);
    const inputs = [
      { key: "a", limit: 1, windowSeconds: 60 },
      { key: "b", limit: 1, windowSeconds: 60 },
      { key: "a", limit: 2, windowSeconds: 60 },
      { key: "a", limit: 1, windowSeconds: 10 },
    ];
    for (const input of inputs) expect(limiter.limit(input).allowed).toBe(true);
    expect(limiter.limit({ key: "a", limit: 1, windowSeconds: 60 }).allowed).toBe(false);
  });

  it("include calls that were admitted elsewhere", () => {
    const { limiter, call } = setUp(3);
    limiter.record({ key: "ten_1", limit: 3, windowSeconds: 60 });
    limiter.record({ key: "ten_1", limit: 3, windowSeconds: 60 });
    expect([call(), call()].map((decision) => decision.allowed)).toEqual([true, false]);
  });

  it("are not refunded when the clock is set back", () => {
    const { call, pass } = setUp(2);
    call();
    call();
    pass(-500); // into the window before
    expect(call().allowed).toBe(false);
  });

  it("take bounded memory, and a flood of addresses drops finished and oldest keys first", () => {
    const { limiter, call, pass } = setUp(5, 60, 100);
    for (let i = 0; i < 50; i += 1) call(`old ${i}`);
    pass(3 * MINUTE_MS);
    for (let i = 0; i < 60; i += 1) call(`busy ${i}`);
    for (let i = 0; i < 60; i += 1) expect(call(`busy ${i}`).remaining).toBe(3); // none was lost for the old ones
    for (let i = 0; i < 10_000; i += 1) call(`flood ${i}`);
    expect(limiter.size()).toBeLessThanOrEqual(100);
  });
});
