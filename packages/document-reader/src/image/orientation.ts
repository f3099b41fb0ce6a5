import type { Sharp } from "sharp";
import sharp from "sharp";
import { type GreyImage, smoothed } from "./tiles.ts";

/** Half degrees, over half a turn: an edge has no front or back. */
const BINS = 360;
const BINS_PER_DEGREE = 2;
/** Weaker edges are paper, skin and wood. */
const MIN_EDGE = 80;
/** How far perspective may tilt a symbol's rows away from its bars' normal. */
const MAX_LEAN_DEGREES = 20;
/** Half the width of the triangle that smooths the histogram, in bins. */
const SMOOTHING = 4;

/** How a symbol lies in a picture, in degrees: where its rows run, and where its bars' normals point. */
export type Orientation = { rows: number; bars: number };

const wrap = (bin: number): number => ((bin % BINS) + BINS) % BINS;

/** How strong the picture's edges (Sobel) are in each direction. */
const edgeHistogram = ({ data, width, height }: GreyImage): Float64Array => {
  const histogram = new Float64Array(BINS);
  const at = (index: number): number => data[index] ?? 0;
  // Every second row is enough in a large picture, whose symbols are large too.
  const step = width * height > 2_000_000 ? 2 : 1;
  for (let y = 1; y < height - 1; y += step) {
    for (let x = 1; x < width - 1; x += 1) {
      const here = y * width + x;
      const [up, down] = [here - width, here + width];
      const dx = at(up + 1) + 2 * at(here + 1) + at(down + 1) - at(up - 1) - 2 * at(here - 1) - at(down - 1);
      const dy = at(down - 1) + 2 * at(down) + at(down + 1) - at(up - 1) - 2 * at(up) - at(up + 1);
      const strength = Math.abs(dx) + Math.abs(dy);
      if (strength < MIN_EDGE) continue;
      const bin = wrap(Math.round((Math.atan2(dy, dx) * BINS) / Math.PI));
      histogram[bin] = (histogram[bin] ?? 0) + strength;
    }
  }
  return histogram;
};

const peakNear = (histogram: Float64Array, middle: number, reach: number): number => {
  const height = (bin: number): number => histogram[wrap(bin)] ?? 0;
  let best = middle;
  for (let bin = middle - reach; bin <= middle + reach; bin += 1) if (height(bin) > height(best)) best = bin;
  return best;
};

/**
 * Guesses how the barcode lies. A PDF417 is thousands of parallel edges: its bars make the single peak among
 * all the picture's edges, and its rows a lower one about a quarter turn away. Seen at an angle, the two are
 * not square.
 */
export const symbolOrientation = (image: GreyImage): Orientation => {
  const histogram = smoothed(edgeHistogram(image), SMOOTHING);
  const bars = peakNear(histogram, BINS / 2, BINS / 2);
  const rows = peakNear(histogram, bars + BINS / 2, MAX_LEAN_DEGREES * BINS_PER_DEGREE);
  return { bars: bars / BINS_PER_DEGREE, rows: rows / BINS_PER_DEGREE - 90 };
};

// To the reader, what enters the picture at its corners is paper.
const WHITE = "#ffffff";

const rawOf = ({ width, height }: GreyImage) => ({ raw: { width, height, channels: 1 as const } });

const grey = async (pipeline: Sharp): Promise<GreyImage> => {
  // Without "b-w", sharp returns three channels for a one-channel picture.
  const { data, info } = await pipeline.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Enlarges by `scale` and makes the symbol's rows level and its bars upright: the inverse of how it lies. */
export const levelled = (image: GreyImage, orientation: Orientation, scale: number): Promise<GreyImage> => {
  const [rows, bars] = [radians(orientation.rows), radians(orientation.bars)];
  const [a, b, c, d] = [Math.cos(rows), -Math.sin(bars), Math.sin(rows), Math.cos(bars)];
  const factor = scale / (a * d - b * c);
  const matrix: [[number, number], [number, number]] = [
    [d * factor, -b * factor],
    [-c * factor, a * factor],
  ];
  return grey(sharp(image.data, rawOf(image)).affine(matrix, { background: WHITE, interpolator: "bicubic" }));
};

/** A copy with a Gaussian blur; `deviation` in pixels. */
export const blurred = (image: GreyImage, deviation: number): Promise<GreyImage> =>
  grey(sharp(image.data, rawOf(image)).blur(deviation));

/** A copy in which edges stand out more, the faint ones as much as the strong; `deviation` in pixels. */
export const sharpened = (image: GreyImage, deviation: number, gain: number): Promise<GreyImage> =>
  grey(
    sharp(image.data, rawOf(image)).sharpen({
      sigma: deviation,
      m1: gain,
      m2: gain,
      x1: 0,
      y2: 255,
      y3: 255,
    }),
  );

/** Fits the picture into a square of `side` pixels, if it is larger. */
export const shrunk = (image: GreyImage, side: number): Promise<GreyImage> =>
  grey(
    sharp(image.data, rawOf(image)).resize({
      width: side,
      height: side,
      fit: "inside",
      withoutEnlargement: true,
    }),
  );
