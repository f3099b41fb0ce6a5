import { describe, expect, test } from "vitest";
import { type FailingStreak, failedAgain, hasFailedTooLong } from "#core/webhooks/webhook.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-03-01T00:00:00Z");

/** Whether an endpoint that failed at these hours, and never answered well, is switched off by the last failure. */
const isOffAfter = (...hours: number[]): boolean => {
  let streak: FailingStreak | null = null;
  let isOff = false;
  for (const hour of hours) {
    const now = new Date(START + hour * HOUR_MS);
    streak = failedAgain(streak, now);
    isOff = hasFailedTooLong(streak, now);
  }
  return isOff;
};

describe("an endpoint is switched off by its failures", () => {
  test.each<[string, number[]]>([
    ["each day for five days", [0, 24, 48, 72, 96, 120]],
    ["on three days, the last of them five days after the first", [0, 60, 120]],
    ["all the time", Array.from({ length: 121 }, (_, hour) => hour)],
    ["one event a week is retried on two days, and another comes within five", [0, 23, 90, 91, 120, 200]],
  ])("%s", (_name, hours) => expect(isOffAfter(...hours)).toBe(true));
});

describe("an endpoint stays on", () => {
  test.each<[string, number[]]>([
    ["after two failures five days apart", [0, 120]],
    ["after two failures a year apart", [0, 8_760]],
    ["after many failures within a day and one five days later", [0, 1, 2, 3, 4, 5, 23, 121]],
    ["after failures on many days that are not five yet", [0, 24, 48, 72, 96, 119]],
    ["when more than five days pass between any two", [0, 121, 242, 363, 484]],
  ])("%s", (_name, hours) => expect(isOffAfter(...hours)).toBe(false));
});
