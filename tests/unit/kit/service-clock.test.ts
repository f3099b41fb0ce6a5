import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// A page learns in a module: each test loads that module again, as a page does.

const NOON = Date.UTC(2026, 10, 28, 12);
const HOUR_MS = 3_600_000;

class Visit {
  requestStart = 20;
  responseStart = 60;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Draws the clock of a document that was asked for when the computer's clock showed this, in a browser or on the server. */
const draw = async (askedAt: number, entries: readonly object[]) => {
  vi.setSystemTime(askedAt + 100);
  vi.stubGlobal("PerformanceNavigationTiming", Visit);
  vi.stubGlobal("performance", {
    now: () => 100,
    timeOrigin: askedAt,
    getEntriesByType: (type: string) => (type === "navigation" ? entries : []),
  });
  const { ServiceClock } = await import("#kit/clock/service-clock.tsx");
  const { serviceNow } = await import("#kit/clock/service-time.ts");
  expect(renderToStaticMarkup(createElement(ServiceClock, { now: NOON }))).toBe("");
  return serviceNow();
};

test.each([
  ["ten hours fast", 10 * HOUR_MS],
  ["ten hours slow", -10 * HOUR_MS],
])("a page on a computer that is %s learns the service's time from its own document", async (_, aheadMs) => {
  vi.stubGlobal("window", {});
  const now = await draw(NOON + aheadMs, [new Visit()]);
  expect(Math.abs(now - NOON)).toBeLessThanOrEqual(200);
});

test("a page that cannot say when it was asked for learns nothing", async () => {
  vi.stubGlobal("window", {});
  expect(await draw(NOON + HOUR_MS, [])).toBe(NOON + HOUR_MS + 100);
});

test("the server, which draws for many computers, learns nothing", async () => {
  expect(await draw(NOON + HOUR_MS, [new Visit()])).toBe(NOON + HOUR_MS + 100);
});
