import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#core/language.ts";
import { dateText } from "#hosted/dates.ts";

const DAY = "2026-11-12T23:30:00.000Z";

test("an English date is British, with the month's name", () => {
  expect(dateText("en", DAY)).toBe("12 November 2026");
  expect(dateText("en", DAY, "month")).toBe("November 2026");
});

describe.each([...LANGUAGES])("a date in %s", (language) => {
  test("names its month, so that no reader takes it for another day", () => {
    for (const length of ["day", "month"] as const) {
      const text = dateText(language, DAY, length);
      expect(text).toMatch(/\p{L}{3,}/u);
      expect(text).not.toMatch(/\d[./-]\d/);
      expect(text).toContain("2026");
    }
  });

  test("puts the day before the month, and is that of UTC", () => {
    expect(dateText(language, DAY)).toMatch(/^12\P{N}+2026$/u);
  });
});
