import { expect, test } from "vitest";
import type { Glyph } from "../../src/mrz/components.ts";
import { textLines } from "../../src/mrz/text-lines.ts";
import { toTry, zonesOf } from "../../src/mrz/zones.ts";

const HEIGHT = 20;

/** Characters in a row, each at `places` times the pitch from `left` on. */
const row = (left: number, y: number, places: readonly number[], pitch = 18): Glyph[] =>
  places.map((place) => {
    const x = left + place * pitch;
    return { x, y, left: x - 6, right: x + 6, width: 12, height: HEIGHT, count: 1 };
  });

const upTo = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

/** As prose is set: wide and narrow letters, and spaces. */
const prose = (count: number): number[] => {
  let at = 0;
  return upTo(count).map((index) => {
    at += [0.7, 1.1, 0.9, 1.4, 0.75, 1.25][index % 6] ?? 1;
    return at;
  });
};

test("type of one pitch outweighs longer lines of prose", () => {
  const page = [...upTo(6).flatMap((line) => row(0, 600 + line * 40, prose(48)))];
  const zone = [...row(60, 100, upTo(36)), ...row(60, 146, upTo(36))];
  const [best] = zonesOf(textLines([...page, ...zone]));
  expect(best?.lines.map(({ count }) => count)).toEqual([36, 36]);
});

test("a zone's line is found by itself, whatever print stands beside it", () => {
  const beside = (y: number) => row(30 * 18 + 130, y, upTo(12));
  const lines = [100, 146].flatMap((y) => [...row(0, y, upTo(30)), ...beside(y)]);
  const zones = zonesOf(textLines(lines));
  expect(zones.some((zone) => zone.lines.length === 2 && zone.lines.every(({ count }) => count === 30))).toBe(
    true,
  );
});

test("zones to try: the first ones, and then only what shares no line with them", () => {
  const lines = textLines([100, 146, 192, 700, 746].flatMap((y) => row(0, y, upTo(30))));
  const found = zonesOf(lines).map((zone) => ({ zone }));
  expect(found.length).toBeGreaterThan(3);
  const tried = toTry(found, 2, 3);
  expect(tried.slice(0, 2)).toEqual(found.slice(0, 2));
  const [other] = tried.slice(2);
  expect(tried).toHaveLength(3);
  expect(other?.zone.lines.every(({ offset }) => offset > 600)).toBe(true);
});
