import { ageOn, comparePlainDates, type PlainDate } from "@lintel/age";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { birthDateOf, expiryDateOf, parseMrzDate } from "../src/mrz-date.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const born = (text: string, now = NOW): PlainDate | null => {
  const date = parseMrzDate(text);
  return date && birthDateOf(date, now);
};
const ymd = (year: number, month: number, day: number): PlainDate => ({ year, month, day });

describe("a birth date", () => {
  test.each<[string, PlainDate | null]>([
    ["740812", ymd(1974, 8, 12)],
    ["120415", ymd(2012, 4, 15)],
    ["261121", ymd(2026, 11, 21)],
    // Tomorrow here is today in Kiribati.
    ["261122", ymd(2026, 11, 22)],
    ["261123", ymd(1926, 11, 23)],
    ["270101", ymd(1927, 1, 1)],
    ["000229", ymd(2000, 2, 29)],
    ["240229", ymd(2024, 2, 29)],
    // 1974 had no such day, and neither had any year with a 74 at its end.
    ["740229", null],
    ["740431", null],
    ["741301", null],
  ])("%s", (text, expected) => {
    expect(born(text)).toEqual(expected);
  });

  test.each<[string, PlainDate | null]>([
    ["7408<<", ymd(1974, 8, 31)],
    ["0802<<", ymd(2008, 2, 29)],
    ["0902<<", ymd(2009, 2, 28)],
    ["08<<<<", ymd(2008, 12, 31)],
    // Begun already: born earlier this year is the youngest that is possible.
    ["26<<<<", ymd(2026, 12, 31)],
    ["2612<<", ymd(1926, 12, 31)],
    // Printed by some states for what is unknown.
    ["740800", ymd(1974, 8, 31)],
    ["080000", ymd(2008, 12, 31)],
    ["08<<00", ymd(2008, 12, 31)],
    ["740012", null],
    ["000000", null],
    ["<<<<<<", null],
    ["<<0812", null],
    ["74<<12", null],
    ["7<0812", null],
  ])("%s, in part unknown: the last day possible", (text, expected) => {
    expect(born(text)).toEqual(expected);
  });

  test("of 29 February in a year of the last century that had none is no day", () => {
    // 2000 had one and 1900 had none; in 1999 the two digits can only mean 1900.
    expect(born("000229", new Date("1999-06-01T00:00:00Z"))).toBeNull();
  });

  test("never makes anybody older than another reading would, and never lies in the future everywhere", () => {
    const text = fc
      .tuple(
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      )
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(""));
    const when = fc.date({ min: new Date("2026-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(text, when, (digits, now) => {
        const birth = born(digits, now);
        if (!birth) throw new Error("every such date is a day");
        const age = ageOn(birth, now);
        expect(age).toBeGreaterThanOrEqual(-1);
        expect(age).toBeLessThanOrEqual(100);
        const younger = { ...birth, year: birth.year + 100 };
        const dayAfter = new Date(now.getTime() + 14 * 3_600_000);
        const today = ymd(dayAfter.getUTCFullYear(), dayAfter.getUTCMonth() + 1, dayAfter.getUTCDate());
        if (birth.year < 2000) expect(comparePlainDates(younger, today)).toBeGreaterThan(0);
      }),
    );
  });
});

test.each<[string, PlainDate | null]>([
  ["120415", ymd(2012, 4, 15)],
  ["991231", ymd(2099, 12, 31)],
  ["2604<<", ymd(2026, 4, 30)],
  ["26<<<<", ymd(2026, 12, 31)],
])("an expiry date %s is in this century", (text, expected) => {
  const date = parseMrzDate(text);
  expect(date && expiryDateOf(date)).toEqual(expected);
});
