import { describe, expect, test } from "vitest";
import { daysIn } from "#console/words/words.ts";
import {
  DAY_MS,
  dayName,
  dayNamed,
  endWithin,
  epochSeconds,
  firstIdAt,
  HOUR_MS,
  hourOf,
  idsOfDays,
  isTimeZone,
  monthName,
  monthNamed,
  timesOfDays,
} from "#core/day.ts";

const oneDay = (day: string, zone?: string) => timesOfDays({ from: day, to: day, zone });

describe("a day of a time zone", () => {
  test.each([
    ["2026-11-24", undefined, "2026-11-24T00:00:00.000Z", 24],
    ["2026-11-24", "UTC", "2026-11-24T00:00:00.000Z", 24],
    ["2026-11-24", "Asia/Tokyo", "2026-11-23T15:00:00.000Z", 24],
    ["2026-11-24", "America/Los_Angeles", "2026-11-24T08:00:00.000Z", 24],
    ["2026-11-24", "Asia/Kathmandu", "2026-11-23T18:15:00.000Z", 24],
    ["2026-11-24", "Pacific/Kiritimati", "2026-11-23T10:00:00.000Z", 24],
    ["2026-11-24", "Pacific/Niue", "2026-11-24T11:00:00.000Z", 24],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", 23],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", 25],
    // Clocks go forward at midnight, to 01:00.
    ["2025-04-25", "Africa/Cairo", "2025-04-24T22:00:00.000Z", 23],
    // Left out when Samoa went to the other side of the date line.
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z", 0],
  ])("%s in %s begins at %s and has %d hours", (day, zone, start, hours) => {
    const times = oneDay(day, zone);
    expect(times.start?.toISOString()).toBe(start);
    expect(Number(times.end) - Number(times.start)).toBe(hours * HOUR_MS);
  });

  test("is what is read of its first and last millisecond, and of neither neighbour, on every day of a year", () => {
    for (const zone of ["Asia/Tokyo", "America/Los_Angeles", "America/St_Johns", "Australia/Lord_Howe"]) {
      const read = (at: number): string => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(at);
      for (let noon = Date.UTC(2026, 0, 1, 12); noon < Date.UTC(2027, 0, 1); noon += 7 * DAY_MS) {
        const day = read(noon);
        const { start, end } = oneDay(day, zone);
        const [first, next] = [Number(start), Number(end)];
        expect([read(first - 1) < day, read(first), read(next - 1), read(next) > day]).toEqual([
          true,
          day,
          day,
          true,
        ]);
      }
    }
  });

  test("the days of a list are its rows' ids", () => {
    const day = "2026-11-24";
    expect(idsOfDays("verification", { from: day, to: day, zone: "Asia/Tokyo" })).toEqual({
      fromId: firstIdAt("verification", new Date("2026-11-23T15:00:00.000Z")),
      beforeId: firstIdAt("verification", new Date("2026-11-24T15:00:00.000Z")),
    });
    expect(idsOfDays("audit", { from: "1970-01-01", zone: "Asia/Tokyo" }).fromId).toMatch(/^aud_0{10}/);
    expect(idsOfDays("audit", {})).toEqual({});
  });
});

test("a time zone is one that is known, and an address without days or with another zone has none", () => {
  expect(["Europe/Berlin", "UTC", "Mars/Base", "", "../x"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const asked = (query: string) => daysIn((name) => new URLSearchParams(query).get(name));
  const day = "2026-11-24";
  expect(asked(`from=${day}&zone=Asia/Tokyo`)).toEqual({ from: day, to: undefined, zone: "Asia/Tokyo" });
  expect(asked(`from=${day}&zone=Mars/Base`).zone).toBeUndefined();
  expect(asked("zone=Asia/Tokyo").zone).toBeUndefined();
});

describe("the UTC names of an instant", () => {
  const instant = new Date("2026-11-30T23:59:59.999Z");

  test("a day, a month and an hour begin at the instant that their name leads back to", () => {
    expect(dayName(instant)).toBe("2026-11-30");
    expect(monthName(instant)).toBe("2026-11");
    expect(dayNamed("2026-11-30")).toEqual(new Date("2026-11-30T00:00:00.000Z"));
    expect(monthNamed("2026-11")).toEqual(new Date("2026-11-01T00:00:00.000Z"));
    expect(hourOf(instant)).toEqual(new Date("2026-11-30T23:00:00.000Z"));
    expect(hourOf(new Date(hourOf(instant).getTime() + HOUR_MS - 1))).toEqual(hourOf(instant));
  });

  test("seconds are whole, and never later than the instant", () => {
    expect(epochSeconds(instant) * 1000).toBe(Date.parse("2026-11-30T23:59:59.000Z"));
    expect(epochSeconds(new Date(0))).toBe(0);
  });
});

test("what lasts a while ends after it, and never after what it is part of", () => {
  const from = new Date("2026-11-30T12:00:00Z");
  const whole = { expiresAt: new Date("2026-11-30T13:00:00Z") };
  expect(endWithin(whole, from, HOUR_MS / 2)).toEqual(new Date("2026-11-30T12:30:00Z"));
  expect(endWithin(whole, from, HOUR_MS)).toEqual(whole.expiresAt);
  expect(endWithin(whole, from, 2 * HOUR_MS)).toEqual(whole.expiresAt);
});
