import { describe, expect, test } from "vitest";
import { fitCurve, fitTogether, heightAt, sagitta } from "../../src/mrz/curve.ts";
import { cutStrip, STRIP_HEIGHT } from "../../src/mrz/strip.ts";

const HEIGHT = 20;

/** The middles of `count` characters along y = offset + slope x + bend x². */
const middles = (count: number, curve: { offset: number; slope: number; bend: number }, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const x = (from + index) * HEIGHT;
    return { x, y: heightAt(curve, x) };
  });

describe("the course of a line", () => {
  const bent = { offset: 300, slope: -0.1, bend: 0.0001 };

  test("is found along a bent line, specks beside it left out", () => {
    const points = middles(44, bent).map((point, index) =>
      index % 9 === 4 ? { ...point, y: point.y + 0.45 * HEIGHT } : point,
    );
    const curve = fitCurve(points, HEIGHT);
    expect(curve.bend).toBeCloseTo(bent.bend, 5);
    for (const { x } of points) expect(Math.abs(heightAt(curve, x) - heightAt(bent, x))).toBeLessThan(1);
  });

  test("stays straight where the bend is too small to matter, and where too few characters could tell", () => {
    const slight = { ...bent, bend: (0.1 * HEIGHT * 4) / 860 ** 2 };
    expect(sagitta(slight.bend, 860)).toBeCloseTo(0.1 * HEIGHT);
    expect(fitCurve(middles(44, slight), HEIGHT).bend).toBe(0);
    expect(fitCurve(middles(9, bent), HEIGHT).bend).toBe(0);
  });

  test("of a line that was half found follows the other line of its page", () => {
    const lower = { ...bent, offset: 346 };
    const [above, below] = fitTogether([{ glyphs: middles(44, bent) }, { glyphs: middles(10, lower, 4) }], {
      width: 860,
      height: HEIGHT,
    });
    expect(above?.bend).toBeCloseTo(bent.bend, 5);
    expect(below?.bend).toBe(above?.bend);
    expect(heightAt(below ?? lower, 860)).toBeCloseTo(heightAt(lower, 860), 0);
  });
});

test("a strip cut along a bent line is the strip of the straight one", () => {
  const [width, height] = [400, 120];
  const arc = (x: number): number => 12 - (12 * (x - 200) ** 2) / 160 ** 2;
  const drawn = (off: (x: number) => number) => {
    const data = new Uint8Array(width * height).fill(230);
    for (let x = 40; x < 360; x += 1) {
      // Stems, 3 of every 12 columns, from 10 above the line's middle to 10 below.
      if (x % 12 > 2) continue;
      const middle = Math.round(60 + off(x));
      for (let y = middle - 10; y < middle + 10; y += 1) data[y * width + x] = 20;
    }
    return { data, width, height };
  };
  const course = { from: { x: 40, y: 60 }, via: { x: 200, y: 60 }, to: { x: 360, y: 60 }, height: 20 };
  const straight = cutStrip(
    drawn(() => 0),
    course,
  );
  const bent = cutStrip(drawn(arc), { ...course, via: { x: 200, y: 72 } });
  const middleRow = (strip: typeof bent) => Array.from(strip.data.slice((STRIP_HEIGHT / 2) * strip.width));
  expect(bent.width).toBe(straight.width);
  expect(middleRow(bent).slice(0, bent.width)).toEqual(middleRow(straight).slice(0, bent.width));
});
