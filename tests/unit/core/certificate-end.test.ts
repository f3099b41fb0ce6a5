import { expect, test } from "vitest";
import { endOf, isWarned, WARN_DAYS, warnedBefore } from "#core/identity/certificate-end.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

test("an end is warned of for thirty days, and after it", () => {
  expect(WARN_DAYS).toBe(30);
  expect(warnedBefore(NOW)).toEqual(inDays(30));
  expect(endOf(inDays(30), NOW)).toEqual({ state: "ok", days: 30 });
  expect(endOf(new Date(inDays(30).getTime() - 1), NOW)).toEqual({ state: "ending", days: 29 });
  expect(endOf(inDays(1), NOW)).toEqual({ state: "ending", days: 1 });
  expect(endOf(inDays(0.5), NOW)).toEqual({ state: "ending", days: 0 });
  expect(endOf(inDays(-0.001), NOW)).toEqual({ state: "ended", days: 0 });
  expect(endOf(null, NOW).state).toBe("ok");
  for (const days of [-1, 0, 29.9, 30, 31])
    expect([days, isWarned(inDays(days), NOW)]).toEqual([days, endOf(inDays(days), NOW).state !== "ok"]);
});
