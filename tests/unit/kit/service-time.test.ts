import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readSources } from "../../../scripts/lib/source.ts";

// A page keeps what it has learnt in a module: each test loads that module again, as a page does.

const NOON = Date.UTC(2026, 10, 28, 12);
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page on a computer whose clock is this far ahead of the service's, which stands at noon. */
const page = async (aheadMs: number) => {
  vi.setSystemTime(NOON + aheadMs);
  const clock = await import("#kit/clock/service-time.ts");
  const ask = async (header: string | null): Promise<void> => {
    vi.stubGlobal(
      "fetch",
      async () => new Response(null, { headers: header === null ? {} : { date: header } }),
    );
    await clock.timedFetch("/api/anything");
  };
  return { ...clock, ask, answer: () => ask(new Date(NOON).toUTCString()) };
};

describe("the service's time", () => {
  test.each([
    ["ten hours fast", 10 * HOUR_MS],
    ["ten hours slow", -10 * HOUR_MS],
  ])("is learnt from one answer on a computer that is %s", async (_, aheadMs) => {
    const { serviceNow, asServiceTime, serviceDate, answer } = await page(aheadMs);
    expect(serviceNow()).toBe(NOON + aheadMs);
    await answer();
    expect(Math.abs(serviceNow() - NOON)).toBeLessThanOrEqual(1_000);
    expect(asServiceTime(Date.now())).toBe(serviceNow());
    expect(serviceDate().getTime()).toBe(serviceNow());
  });

  test("is the computer's where the answer does not contradict it", async () => {
    const { serviceNow, answer } = await page(900);
    await answer();
    expect(serviceNow()).toBe(NOON + 900);
  });

  test("does not jump from answer to answer, and follows a clock that is set right", async () => {
    const { serviceNow, answer } = await page(10 * HOUR_MS);
    await answer();
    const first = serviceNow();
    vi.setSystemTime(NOON + 10 * HOUR_MS + 400);
    await answer();
    expect(serviceNow()).toBe(first + 400);
    vi.setSystemTime(NOON);
    await answer();
    expect(serviceNow()).toBe(NOON);
  });

  test("is not learnt from an answer without a date, or with a bad one", async () => {
    const { serviceNow, ask } = await page(10 * HOUR_MS);
    await ask(null);
    await ask("yesterday");
    expect(serviceNow()).toBe(NOON + 10 * HOUR_MS);
  });

  test("is as doubtful as its answer was slow", async () => {
    const { serviceNow, learnServiceTime } = await page(0);
    // Asked a minute ago: the service may have answered at any moment since.
    learnServiceTime(NOON - 55_000, NOON - 60_000);
    expect(serviceNow()).toBe(NOON);
  });

  test("is announced when it changes, and only then", async () => {
    const { onServiceTime, answer } = await page(10 * HOUR_MS);
    const tell = vi.fn();
    const stop = onServiceTime(tell);
    await answer();
    await answer();
    expect(tell).toHaveBeenCalledTimes(1);
    stop();
    vi.setSystemTime(NOON);
    await answer();
    expect(tell).toHaveBeenCalledTimes(1);
  });
});

// What ends, begins or happened is dated by the service: a page that compares it with the computer's clock is hours off
// where that clock is.
test("nothing in the console asks the computer for the time, except for a reason", () => {
  const REASONS: Readonly<Record<string, string>> = {
    "kit/clock/service-time.ts": "learns how far the computer's clock is off",
  };
  const asking = readSources()
    .filter(({ path }) => /^(?:console|kit)\//.test(path))
    .filter(({ path }) => {
      const text = readFileSync(new URL(`../../../src/${path}`, import.meta.url), "utf8");
      return /\bnew Date\(\)|\bDate\.now\b/.test(text);
    })
    .map(({ path }) => path);
  expect(asking.toSorted()).toEqual(Object.keys(REASONS).toSorted());
});
