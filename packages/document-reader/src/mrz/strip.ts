import { type GreyImage, levelReaching } from "../image/tiles.ts";
import type { Point } from "./plane.ts";

/** A strip's rows, and a character's height in it, as the recogniser was trained. */
export const STRIP_HEIGHT = 32;
export const GLYPH_HEIGHT = 20;
/** The recogniser answers for every 4 columns and computes 8 answers at a time. */
const WIDTH_MULTIPLE = 32;
const WIDEST = 1600;
/** Paper left on either side, in character heights: the ends that were found may be one character short. */
const MARGIN = 1.6;

/**
 * One line of text in a picture: from the middle of its left end to that of its right end, through `via`
 * halfway between. On a bent page, characters stay upright: the line rises and falls, but they do not turn
 * with it.
 */
export type Course = { from: Point; via: Point; to: Point; height: number };

/** A line cut out and laid straight: 1 is ink, 0 paper, row by row. */
export type Strip = { data: Float32Array; width: number };

const sampler =
  ({ data, width, height }: GreyImage) =>
  (x: number, y: number): number => {
    const u = Math.max(0, Math.min(width - 1.001, x - 0.5));
    const v = Math.max(0, Math.min(height - 1.001, y - 0.5));
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [u - left, v - top];
    const at = top * width + left;
    const [a, b] = [data[at] ?? 0, data[at + 1] ?? 0];
    const [c, d] = [data[at + width] ?? 0, data[at + width + 1] ?? 0];
    return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy;
  };

const levels = (values: Float32Array): { black: number; white: number } => {
  const histogram = new Uint32Array(256);
  for (const value of values) {
    const level = Math.round(value);
    histogram[level] = (histogram[level] ?? 0) + 1;
  }
  const percentile = (share: number): number => levelReaching(histogram, share * values.length);
  return { black: percentile(0.01), white: percentile(0.9) };
};

/**
 * Cuts a line out of the picture along its course, at the recogniser's scale, with contrast stretched from
 * paper to ink.
 */
export const cutStrip = (image: GreyImage, { from, via, to, height }: Course): Strip => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const step = height / GLYPH_HEIGHT;
  const wanted = Math.min(WIDEST, length / step + 2 * MARGIN * GLYPH_HEIGHT);
  const width = Math.ceil(wanted / WIDTH_MULTIPLE) * WIDTH_MULTIPLE;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // How far the middle lies below the straight line, and the parabola through all three points.
  const bow = (via.y - (from.y + to.y) / 2) * ux - (via.x - (from.x + to.x) / 2) * uy;
  const off = (along: number): number => (4 * bow * along * (length - along)) / (length * length);
  const sample = sampler(image);
  // If the picture is finer than the strip, each of the strip's pixels is the mean of several samples.
  const fine = Math.max(1, Math.min(4, Math.ceil(step)));
  const data = new Float32Array(STRIP_HEIGHT * width);
  for (let row = 0; row < STRIP_HEIGHT; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let i = 0; i < fine; i += 1) {
        const below = (row + (i + 0.5) / fine - STRIP_HEIGHT / 2) * step;
        for (let j = 0; j < fine; j += 1) {
          const along = (column + (j + 0.5) / fine - MARGIN * GLYPH_HEIGHT) * step;
          const down = below + off(along);
          sum += sample(from.x + ux * along - uy * down, from.y + uy * along + ux * down);
        }
      }
      data[row * width + column] = sum / (fine * fine);
    }
  }
  const { black, white } = levels(data);
  const range = Math.max(8, white - black);
  for (let index = 0; index < data.length; index += 1) {
    const ink = 1 - ((data[index] ?? 0) - black) / range;
    data[index] = Math.max(-0.5, Math.min(1, ink));
  }
  return { data, width };
};

/** Swaps a strip's left and right, in place. */
export const mirrorStrip = ({ data, width }: Strip): void => {
  for (let row = 0; row < STRIP_HEIGHT; row += 1) data.subarray(row * width, (row + 1) * width).reverse();
};
