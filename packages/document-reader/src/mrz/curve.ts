import type { Point } from "./plane.ts";

/** The middle value; sorts in place. */
export const median = (values: number[]): number => {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
};

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The course of a line of text, y = offset + slope x + bend x²: on a page that bulges or sags, lines become
 * parabolas.
 */
export type Curve = { slope: number; offset: number; bend: number };

export const heightAt = ({ slope, offset, bend }: Curve, x: number): number =>
  offset + x * (slope + x * bend);

export const slopeAt = ({ slope, bend }: Curve, x: number): number => slope + 2 * bend * x;

/** How far a curve's middle is from the chord between two places `width` apart. */
export const sagitta = (bend: number, width: number): number => (bend * width * width) / 4;

/** Fewer characters than this reveal no bend. */
const FEWEST_OF_A_CURVE = 12;
const FEWEST_OF_A_LINE = 3;
/** The recogniser tolerates less than this, in character heights. */
const LEAST_SAGITTA = 0.2;

/** A straight line through the points after removing `bend` from them. */
const straightFit = (points: readonly Point[], bend: number): Curve => {
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  for (const { x, y } of points) {
    const flat = y - bend * x * x;
    n += 1;
    sx += x;
    sy += flat;
    sxx += x * x;
    sxy += x * flat;
  }
  const spread = n * sxx - sx * sx;
  const slope = spread > 0 ? (n * sxy - sx * sy) / spread : 0;
  return { slope, offset: (sy - slope * sx) / n, bend };
};

/** A parabola by least squares: relates what is left of x² and of y after removing their linear parts. */
const parabolaFit = (points: readonly Point[]): Curve => {
  const squares = straightFit(
    points.map(({ x }) => ({ x, y: x * x })),
    0,
  );
  const straight = straightFit(points, 0);
  let [both, own] = [0, 0];
  for (const { x, y } of points) {
    const square = x * x - heightAt(squares, x);
    both += square * (y - heightAt(straight, x));
    own += square * square;
  }
  return straightFit(points, own > 0 ? both / own : 0);
};

const near = (points: readonly Point[], curve: Curve, reach: number): Point[] =>
  points.filter(({ x, y }) => Math.abs(y - heightAt(curve, x)) < reach);

/** Fits, then twice leaves out what lies off the curve (dots, tails, dirt) and fits again. */
const robustFit = (
  points: readonly Point[],
  height: number,
  fewest: number,
  fitOnce: (points: readonly Point[]) => Curve,
): Curve => {
  let curve = fitOnce(points);
  for (const tolerance of [0.35, 0.2]) {
    const kept = near(points, curve, tolerance * height);
    if (kept.length < fewest) break;
    curve = fitOnce(kept);
  }
  return curve;
};

const fitWithBend = (points: readonly Point[], height: number, bend: number): Curve =>
  robustFit(points, height, FEWEST_OF_A_LINE, (kept) => straightFit(kept, bend));

const widthOf = (points: readonly Point[]): number =>
  Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));

/** The course of one line of characters `height` tall: straight unless it is clearly bent and a parabola fits more of it. */
export const fitCurve = (points: readonly Point[], height: number): Curve => {
  const straight = fitWithBend(points, height, 0);
  if (points.length < FEWEST_OF_A_CURVE) return straight;
  const curve = robustFit(points, height, FEWEST_OF_A_CURVE, parabolaFit);
  if (Math.abs(sagitta(curve.bend, widthOf(points))) < LEAST_SAGITTA * height) return straight;
  const reach = 0.2 * height;
  return near(points, curve, reach).length > near(points, straight, reach).length ? curve : straight;
};

type BentLine = { glyphs: readonly Point[] };

/**
 * The courses of lines on one page, which all bend alike: the longest say how much, and short ones, half of
 * which were missed, follow. Straight if the bend over the whole `width` is less than the recogniser can
 * tell.
 */
export const fitTogether = (
  lines: readonly BentLine[],
  { width, height }: { width: number; height: number },
): Curve[] => {
  let [sum, weights] = [0, 0];
  for (const { glyphs } of lines) {
    if (glyphs.length < FEWEST_OF_A_CURVE) continue;
    // A bend's variance falls with the number of points and the fourth power of their spread.
    const weight = glyphs.length * (widthOf(glyphs) / width) ** 4;
    sum += weight * robustFit(glyphs, height, FEWEST_OF_A_CURVE, parabolaFit).bend;
    weights += weight;
  }
  const bend = weights > 0 ? sum / weights : 0;
  const isBent = Math.abs(sagitta(bend, width)) >= LEAST_SAGITTA * height;
  return lines.map(({ glyphs }) => fitWithBend(glyphs, height, isBent ? bend : 0));
};

/**
 * The lines above and below two given lines of three: as far from their neighbour as the two are from each
 * other.
 */
export const continuations = (top: Curve, bottom: Curve): { above: Curve; below: Curve } => {
  const turn = bottom.slope - top.slope;
  const step = bottom.offset - top.offset;
  return {
    above: { slope: top.slope - turn, offset: top.offset - step, bend: top.bend },
    below: { slope: bottom.slope + turn, offset: bottom.offset + step, bend: bottom.bend },
  };
};
