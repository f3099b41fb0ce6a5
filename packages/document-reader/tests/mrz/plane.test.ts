import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textDirections } from "../../src/mrz/direction.ts";
import { followedBy, mapped, scaling, shrunkTo, turned } from "../../src/mrz/plane.ts";

const picture = (width: number, height: number, at: (x: number, y: number) => number) => ({
  data: Uint8Array.from({ length: width * height }, (_, index) =>
    at(index % width, Math.floor(index / width)),
  ),
  width,
  height,
});

describe("a turned picture", () => {
  test.each([90, -90, 30, -12])("by %i degrees has the dark spot where its map says", (degrees) => {
    const image = picture(160, 100, (x, y) => (Math.abs(x - 120) < 4 && Math.abs(y - 30) < 4 ? 0 : 200));
    const { image: level, toSource } = turned(image, degrees);
    const index = level.data.findIndex((value) => value < 20);
    const spot = mapped(toSource, {
      x: (index % level.width) + 0.5,
      y: Math.floor(index / level.width) + 0.5,
    });
    expect(Math.abs(spot.x - 120)).toBeLessThan(6);
    expect(Math.abs(spot.y - 30)).toBeLessThan(6);
  });

  test("maps compose: first one way, then the other", () => {
    const { toSource } = turned(
      picture(40, 30, () => 0),
      20,
    );
    const both = followedBy(toSource, scaling(2));
    const point = { x: 7, y: 11 };
    const stepwise = mapped(scaling(2), mapped(toSource, point));
    expect(mapped(both, point).x).toBeCloseTo(stepwise.x);
    expect(mapped(both, point).y).toBeCloseTo(stepwise.y);
  });
});

test("a shrunk picture keeps its brightness, and a small one stays as it is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 90 }),
      fc.integer({ min: 30, max: 90 }),
      fc.integer({ min: 12, max: 29 }),
      (width, height, side) => {
        const { image } = shrunkTo(
          picture(width, height, () => 131),
          side,
        );
        expect(Math.max(image.width, image.height)).toBeLessThanOrEqual(side);
        expect(new Set(image.data)).toEqual(new Set([131]));
      },
    ),
  );
  const small = picture(20, 10, (x) => x);
  expect(shrunkTo(small, 20).image).toBe(small);
});

test.each([0, 25, -40, 90])("characters that stand in lines of %i degrees say so", (degrees) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const boxes = Array.from({ length: 120 }, (_, index) => {
    const [along, down] = [(index % 40) * 11, Math.floor(index / 40) * 24];
    const [x, y] = [500 + along * cos - down * sin, 500 + along * sin + down * cos];
    return { left: x - 4, top: y - 5, right: x + 4, bottom: y + 5, area: 40 };
  });
  const [found = Number.NaN] = textDirections(boxes, 1200);
  const apart = Math.abs(found - degrees) % 180;
  expect(Math.min(apart, 180 - apart)).toBeLessThan(3);
});
