import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createId, ID_PREFIXES, ID_RANDOM_BYTES, type IdKind, isId } from "#core/ids.ts";

const isKind = (text: string): text is IdKind => Object.hasOwn(ID_PREFIXES, text);
const KINDS = Object.keys(ID_PREFIXES).filter(isKind);

const kinds = fc.constantFrom(...KINDS);
// 48 bits of milliseconds, which last until the year 10889; Date itself ends later.
const instants = fc.integer({ min: 0, max: 2 ** 48 - 1 }).map((ms) => new Date(ms));
const chance = fc.uint8Array({ minLength: ID_RANDOM_BYTES, maxLength: ID_RANDOM_BYTES });

describe("ids", () => {
  test("have the prefix of their kind and 26 characters that cannot be misread", () => {
    fc.assert(
      fc.property(kinds, instants, chance, (kind, at, random) => {
        expect(createId(kind, at, random)).toMatch(
          new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`),
        );
      }),
    );
  });

  test("are recognised as their own kind and as no other", () => {
    fc.assert(
      fc.property(kinds, kinds, instants, chance, (kind, other, at, random) => {
        expect(isId(other, createId(kind, at, random))).toBe(kind === other);
      }),
    );
  });

  test("sort as texts as they sort by time, whatever chance adds", () => {
    fc.assert(
      fc.property(kinds, instants, instants, chance, chance, (kind, a, b, x, y) => {
        const [first, second] = [createId(kind, a, x), createId(kind, b, y)];
        if (a.getTime() < b.getTime()) expect(first < second).toBe(true);
        if (a.getTime() > b.getTime()) expect(first > second).toBe(true);
      }),
    );
  });

  test("of one instant differ by every single bit of chance", () => {
    const at = new Date(0);
    const ids = new Set([createId("verification", at, new Uint8Array(10))]);
    for (let bit = 0; bit < 80; bit += 1) {
      const random = new Uint8Array(10);
      random[bit >> 3] = 1 << (bit & 7);
      ids.add(createId("verification", at, random));
    }
    expect(ids.size).toBe(81);
  });

  test("are ULIDs in small letters", () => {
    // The time and its characters are those of the README of ulid/javascript; the random characters are 16 to 31.
    const random = Buffer.from("84653a56d7c675be77df", "hex");
    const id = createId("verification", new Date(1_469_918_176_385), random);
    expect(id).toBe("ver_01aryz6s41ghjkmnpqrstvwxyz");
  });

  test("have a prefix of their own per kind", () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(KINDS.length);
  });

  test.each([
    "",
    "ver_",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzz",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzzzz",
    "VER_01k9zzzzzzzzzzzzzzzzzzzzzz",
    "ver_01K9ZZZZZZZZZZZZZZZZZZZZZZ",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzzi",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzzu",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzzz\n",
    " ver_01k9zzzzzzzzzzzzzzzzzzzzzz",
    "ver_01k9zzzzzzzzzzzzzzzzzzzzz\u0000",
  ])("%j is none", (text) => {
    expect(isId("verification", text)).toBe(false);
  });
});
