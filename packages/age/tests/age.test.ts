import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ageOn,
  ageSomewhere,
  comparePlainDates,
  lastDayOnEarth,
  type PlainDate,
  parsePlainDate,
  plainDate,
  yearsBetween,
} from "../src/age.ts";
import { bandOfBirth, reaches } from "../src/band.ts";

const day = (text: string): PlainDate => {
  const date = parsePlainDate(text);
  if (!date) throw new Error(`not a date: ${text}`);
  return date;
};

const anyInstant = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
const anyDate = anyInstant.map((at): PlainDate => lastDayOnEarth(at));

describe("a birthday", () => {
  test("counts from the moment that it has begun everywhere, and not a millisecond before", () => {
    const birth = day("2008-11-21");
    expect(ageOn(birth, new Date("2026-11-21T11:59:59.999Z"))).toBe(17);
    expect(ageOn(birth, new Date("2026-11-21T12:00:00.000Z"))).toBe(18);
  });

  test("of 29 February is on 1 March in a common year and on the day itself in a leap year", () => {
    const birth = day("2008-02-29");
    expect(ageOn(birth, new Date("2026-02-28T23:00:00Z"))).toBe(17);
    expect(ageOn(birth, new Date("2026-03-01T12:00:00Z"))).toBe(18);
    expect(ageOn(birth, new Date("2028-02-29T12:00:00Z"))).toBe(20);
    expect(ageOn(birth, new Date("2028-02-29T11:00:00Z"))).toBe(19);
  });

  test("never comes early in any time zone", () => {
    fc.assert(
      fc.property(anyDate, anyInstant, fc.integer({ min: -12, max: 14 }), (birth, at, offsetHours) => {
        const local = new Date(at.getTime() + offsetHours * 3_600_000);
        const localDay = {
          year: local.getUTCFullYear(),
          month: local.getUTCMonth() + 1,
          day: local.getUTCDate(),
        };
        const turns18 = { ...birth, year: birth.year + 18 };
        if (ageOn(birth, at) >= 18) expect(comparePlainDates(localDay, turns18)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("is open exactly while it is that day in one time zone and not yet in another", () => {
    const HOURS = Array.from({ length: 27 }, (_, index) => index - 12);
    const localDay = (at: Date, hours: number): PlainDate => {
      const local = new Date(at.getTime() + hours * 3_600_000);
      return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
    };
    // Hours around a birthday of each age, and any instant.
    const around = fc
      .tuple(anyDate, fc.integer({ min: 1, max: 99 }), fc.integer({ min: -40 * 60, max: 40 * 60 }))
      .map(([birth, years, minutes]) => {
        const noon = Date.UTC(birth.year + years, birth.month - 1, birth.day, 12);
        return { birth, at: new Date(noon + minutes * 60_000) };
      });
    fc.assert(
      fc.property(
        fc.oneof(around, fc.record({ birth: anyDate, at: anyInstant })),
        fc.integer({ min: 5, max: 99 }),
        ({ birth, at }, threshold) => {
          const ages = HOURS.map((hours) => yearsBetween(birth, localDay(at, hours)));
          const over = ages.map((age) => age >= threshold);
          const said = reaches(bandOfBirth(birth, at), threshold);
          expect(said).toBe(over.every(Boolean) ? true : over.some(Boolean) ? null : false);
          expect([ageOn(birth, at), ageSomewhere(birth, at)]).toEqual([Math.min(...ages), Math.max(...ages)]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("age never falls as time goes on, and rises by one a year", () => {
    fc.assert(
      fc.property(anyDate, anyInstant, fc.integer({ min: 0, max: 86_400_000 * 400 }), (birth, at, later) => {
        const before = ageOn(birth, at);
        const after = ageOn(birth, new Date(at.getTime() + later));
        expect(after - before).toBeGreaterThanOrEqual(0);
        expect(after - before).toBeLessThanOrEqual(2);
      }),
    );
  });

  test("a birth in the future has a negative age", () => {
    expect(ageOn(day("2027-01-01"), new Date("2026-11-21T12:00:00Z"))).toBe(-1);
  });
});

describe("a date in text", () => {
  test.each([
    "2023-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "0000-01-01",
    "2026-1-1",
    "20260101",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "2026-01-01\n",
    "-026-01-01",
    "٢٠٢٦-01-01",
    "",
  ])("%j is refused", (text) => {
    expect(parsePlainDate(text)).toBeNull();
  });

  test("2000-02-29 was", () => {
    expect(parsePlainDate("2000-02-29")).toEqual({ year: 2000, month: 2, day: 29 });
  });

  test("exactly the days that the calendar has are accepted", () => {
    const part = fc.integer({ min: -1, max: 33 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), part, part, (year, month, dayOfMonth) => {
        const real = new Date(0);
        real.setUTCFullYear(year, month - 1, dayOfMonth);
        const exists =
          real.getUTCFullYear() === year &&
          real.getUTCMonth() === month - 1 &&
          real.getUTCDate() === dayOfMonth;
        expect(plainDate(year, month, dayOfMonth) !== null).toBe(exists);
      }),
    );
  });

  test("any other text gets an answer, never an exception", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const date = parsePlainDate(text);
        if (date) expect(plainDate(date.year, date.month, date.day)).toEqual(date);
      }),
    );
  });
});
