import { describe, expect, onTestFinished, test, vi } from "vitest";
import { lookAlikes, looksLike, skeletonOf } from "#core/access/look-alike.ts";

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

describe("the look-alikes of many names", () => {
  const NAMES = [
    "Demo Shop",
    "Dem0 Shop",
    "Kiosk",
    "DEMO SHOP",
    "He||o",
    "Hello",
    "¡¡",
    "¡¡ ",
    "!!",
    "店",
    "Kiosk 2",
    "",
  ];
  const named = NAMES.map((name, index) => ({ id: `ten_${index}`, name }));

  test("are those that comparing each with each finds", () => {
    const like = named.filter(({ id, name }) =>
      named.some((other) => other.id !== id && looksLike(other.name, name)),
    );
    expect([...lookAlikes(named)].toSorted()).toEqual(like.map(({ id }) => id).toSorted());
    expect(like.map(({ name }) => name)).toContain("Dem0 Shop");
    expect(lookAlikes([...named.slice(2, 3), ...named.slice(2, 3)])).toEqual(new Set());
  });

  test("are found by reading each name a few times, however many there are", () => {
    const reads = vi.spyOn(String.prototype, "normalize");
    onTestFinished(() => reads.mockRestore());
    const countOf = (many: number): number => {
      reads.mockClear();
      lookAlikes(Array.from({ length: many }, (_, index) => ({ id: `ten_${index}`, name: `Shop ${index}` })));
      return reads.mock.calls.length;
    };
    const few = countOf(10);
    expect(countOf(1_000)).toBe(100 * few);
  });
});
