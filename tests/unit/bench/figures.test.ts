import { expect, test } from "vitest";
import { lagsOfAll, meanRatio, median, quantile, ratio, spread } from "../../../lab/bench/figures.ts";

const NEVER = "none within 60 s";

test("a webhook that never came is longer than any that did", () => {
  const lags = lagsOfAll([30, 10, 20], 4);
  expect(lags).toEqual([10, 20, 30, Number.POSITIVE_INFINITY]);
  expect(quantile(lags, 0.5)).toBe(20);
  expect(quantile(lags, 0.99)).toBe(Number.POSITIVE_INFINITY);
});

test("webhooks that came twice do not count for those that never came", () => {
  expect(lagsOfAll([10, 10], 1)).toEqual([10, 10]);
});

test("a quantile is a value that was measured", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([0.01, 0.5, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 99, 100]);
  expect(quantile([], 0.5)).toBeNaN();
});

test("the median of an even number of rounds is the mean of the two in the middle", () => {
  expect(median([4, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test("figures are told with their spread, and one alone without", () => {
  expect(spread([10, 30, 20], NEVER)).toBe("20 (10 to 30)");
  expect(spread([10], NEVER)).toBe("10");
});

test("what did not come is told in words", () => {
  const never = Number.POSITIVE_INFINITY;
  expect(spread([never, never], NEVER)).toBe(NEVER);
  expect(spread([never, 500], NEVER)).toBe(`${NEVER} (500 to ${NEVER})`);
});

test("a ratio is taken round by round", () => {
  expect(ratio([20, 60], [10, 20])).toBe("2.50 (2.00 to 3.00) ×");
});

test("no ratio is made with what did not come", () => {
  expect(ratio([Number.POSITIVE_INFINITY, 60], [10, 20])).toBe("no ratio");
  expect(ratio([10], [Number.POSITIVE_INFINITY])).toBe("no ratio");
  expect(ratio([10], [0])).toBe("no ratio");
});

test("twice as much and half as much are no change on average", () => {
  expect(meanRatio([2, 0.5])).toEqual({ mean: 1, error: expect.closeTo(Math.LN2, 9) });
  expect(meanRatio([1, 4, 2])).toEqual({
    mean: expect.closeTo(2, 9),
    error: expect.closeTo(Math.LN2 / Math.sqrt(3), 9),
  });
  expect(meanRatio([3]).error).toBeNaN();
});
