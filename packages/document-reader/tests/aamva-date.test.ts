import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAamvaDate } from "../src/aamva/checks.ts";

const pad = (value: number, length: number): string => String(value).padStart(length, "0");
const year = fc.integer({ min: 1900, max: 2100 });
const month = fc.integer({ min: 1, max: 12 });
const day = fc.integer({ min: 1, max: 28 });

describe("a barcode's date", () => {
  test("is read in the American order", () => {
    fc.assert(
      fc.property(year, month, day, (y, m, d) => {
        expect(parseAamvaDate(pad(m, 2) + pad(d, 2) + pad(y, 4))).toEqual({
          date: { year: y, month: m, day: d },
          order: "month_first",
        });
      }),
    );
  });

  test("is read in the Canadian order", () => {
    fc.assert(
      fc.property(year, month, day, (y, m, d) => {
        expect(parseAamvaDate(pad(y, 4) + pad(m, 2) + pad(d, 2))).toEqual({
          date: { year: y, month: m, day: d },
          order: "year_first",
        });
      }),
    );
  });

  test("never makes sense in both orders", () => {
    for (let first = 1900; first <= 2100; first += 1) {
      const asMonth = Number(String(first).slice(0, 2));
      expect(asMonth < 1 || asMonth > 12).toBe(true);
    }
  });

  test.each([
    "",
    "00000000",
    "99999999",
    "1",
    "123456789",
    "ABCDEFGH",
    "02302000",
    "13132000",
    "18991231",
    "21010101",
  ])("%j is none", (text) => {
    expect(parseAamvaDate(text)).toBeNull();
  });
});
