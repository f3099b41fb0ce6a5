import { describe, expect, test } from "vitest";
import { looksLike, skeletonOf } from "#core/access/look-alike.ts";

describe("names that a person could take for their own tenant's", () => {
  test.each([
    ["a sign in front", "!Demo Shop"],
    ["other spaces and case", "DEMO   shop"],
    ["a hyphen", "Demo-Shop"],
    ["a dot and a quote", "“Demo Shop.”"],
    ["full-width letters (NFKC)", "Ｄｅｍｏ Ｓｈｏｐ"],
    ["Cyrillic letters", "Dеmо Shор"],
    ["Cyrillic capitals", "DЕМО SНОР"],
    ["Greek letters", "Demο Shoρ"],
    ["accents", "Démö Shôp"],
    ["a digit for a letter", "Dem0 Shop"],
    ["rn for m", "Derno Shop"],
    ["a sign for a letter", "Demo $hop"],
    ["an emoji", "Demo Shop ✅"],
  ])("%s", (_how, name) => {
    expect(looksLike(name, "Demo Shop")).toBe(true);
    expect(looksLike("Demo Shop", name)).toBe(true);
  });

  test("capital I, small l and 1 are one stroke", () => {
    expect(looksLike("IlIinois", "1llinois")).toBe(true);
    expect(looksLike("He||o", "Hello")).toBe(true);
  });

  test.each(["Demo Shop Basel", "Demo", "Kiosk", "Demo Ship", "店"])("not %s", (name) => {
    expect(looksLike(name, "Demo Shop")).toBe(false);
  });

  test("names of signs only are alike when they are the same", () => {
    expect([skeletonOf("✅"), looksLike("✅", "☂"), looksLike("✅", "✅ ")]).toEqual(["", false, true]);
  });
});
