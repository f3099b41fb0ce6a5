import type { PhotoFault } from "../document.ts";
import { type Block, type GreyImage, levelReaching, neighbours, tileMetrics } from "./tiles.ts";

const GRID = 32;
const BURNT_OUT = 252;
const FULL_SHARE = 0.9;

const burntCells = ({ data, width, height }: GreyImage): boolean[] => {
  const counts = new Uint32Array(GRID * GRID);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * GRID) / height) * GRID;
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < BURNT_OUT) continue;
      const cell = row + Math.floor((x * GRID) / width);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  const full = (FULL_SHARE * width * height) / counts.length;
  return Array.from(counts, (count) => count > full);
};

const around = (cell: number): number[] => neighbours(cell, GRID, GRID * GRID);

/**
 * The share of the picture that is burnt out in spots. White that reaches the picture's edge is a sheet of
 * paper or a white table, not a reflection, and does not count.
 */
const glareShare = (image: GreyImage): number => {
  const burnt = burntCells(image);
  const edge = burnt.flatMap((isBurnt, cell) => (isBurnt && around(cell).length < 4 ? [cell] : []));
  for (let cell = edge.pop(); cell !== undefined; cell = edge.pop()) {
    burnt[cell] = false;
    edge.push(...around(cell).filter((near) => burnt[near]));
  }
  return burnt.filter(Boolean).length / burnt.length;
};

export type Quality = {
  /** The long side of the file, not of the copy that was measured. */
  longSide: number;
  /** Between the 1st and the 99th percentile of brightness, 0 to 255. */
  range: number;
  /** How sharp the sharpest places are, whatever the light. */
  sharpness: number;
  /** The share of the picture that reflections hide. */
  glare: number;
  /** How many small places look like the inside of a two-dimensional barcode. */
  barcodeTiles: number;
  /** Where they are, the largest first. */
  blocks: readonly Block[];
};

/** The long side of the copy that is measured, in pixels. */
export const MEASURED_SIDE = 1000;

const brightnessRange = ({ data }: GreyImage): { low: number; high: number } => {
  const histogram = new Uint32Array(256);
  for (const value of data) histogram[value] = (histogram[value] ?? 0) + 1;
  // The level reached by more values than the share, not just as many.
  const percentile = (share: number): number => levelReaching(histogram, Math.floor(share * data.length) + 1);
  return { low: percentile(0.01), high: percentile(0.99) };
};

/** Measures a copy of the picture that is at most `MEASURED_SIDE` long. */
export const measureCopy = (copy: GreyImage, sourceLongSide: number): Quality => {
  const { low, high } = brightnessRange(copy);
  const glare = glareShare(copy);
  const tiles = tileMetrics(copy, { low, high });
  return { longSide: sourceLongSide, range: high - low, glare, ...tiles };
};

/** Below these limits nothing was ever read: the picture is refused before the costly search. */
export const hopelessReason = ({ longSide, range, sharpness }: Quality): PhotoFault | null => {
  if (longSide < 250) return "too_small";
  if (range < 30) return "too_dark";
  return sharpness < 1 ? "blurry" : null;
};

// Measured on generated photos: a barcode near its limit has 30 to 60 tiles, text and scenery have none.
const FEWEST_TILES_OF_A_BARCODE = 20;
const TILES_OF_A_DISTANT_BARCODE = 60;

/** A picture in which barcodes are more than this is a pattern. */
const MOST_BARCODES = 3;

/** Where in the picture that was measured there may be barcodes, in its pixels. */
export const barcodesIn = ({ blocks }: Quality, longSide: number): Omit<Block, "tiles">[] => {
  const factor = Math.max(1, longSide / MEASURED_SIDE);
  return blocks
    .filter(({ tiles }) => tiles >= FEWEST_TILES_OF_A_BARCODE)
    .slice(0, MOST_BARCODES)
    .map(({ left, top, right, bottom }) => ({
      left: left * factor,
      top: top * factor,
      right: right * factor,
      bottom: bottom * factor,
    }));
};

/** Whether something like a two-dimensional barcode is in the picture at all. */
export const showsBarcode = ({ barcodeTiles }: Quality): boolean => barcodeTiles >= FEWEST_TILES_OF_A_BARCODE;

/**
 * Measured on generated photos: from 0.02 on, a spot on the zone makes it unreadable (6 of 6, which were just
 * called unreadable before); prose, cards, faces and cloth have 0, and only over-exposed pictures have more
 * without a reflection.
 */
const GLARE_OF_A_SPOT = 0.02;

/** The smallest glyph of a zone, in pixels of the decoded picture: smaller ones were never read reliably. */
const SMALLEST_GLYPH = 7;

/** The least long side of a picture with a zone. */
const LEAST_SIDE = 700;

/** The least length of a barcode in a small picture, in its pixels. Measured: below, only the sharpest are read. */
const LEAST_BARCODE = 440;
/** From here on a bar is wide enough for a little blur. */
const WIDE_BARCODE = 500;

/** How sharp a picture must be: the sharper, the fewer pixels a bar has. */
const LEAST_SHARPNESS = {
  scenery: 60,
  barcode: 120,
  inSmallPicture: 200,
  narrowInSmallPicture: 280,
} as const;

/** The length of the largest barcode in the picture that was measured, in its pixels. */
const barcodeLength = ({ blocks: [largest] }: Quality): number =>
  largest ? Math.max(largest.right - largest.left, largest.bottom - largest.top) : 0;

/** Whether the picture is measured as it is: shrunk first, it would lose some of its blur. */
const isSmall = ({ longSide }: Quality): boolean => longSide < MEASURED_SIDE;

const leastSharpness = (quality: Quality): number => {
  if (!showsBarcode(quality)) return LEAST_SHARPNESS.scenery;
  if (!isSmall(quality)) return LEAST_SHARPNESS.barcode;
  const isNarrow = barcodeLength(quality) < WIDE_BARCODE;
  return LEAST_SHARPNESS[isNarrow ? "narrowInSmallPicture" : "inSmallPicture"];
};

/** In a large picture, a short barcode may as well be one that is covered in part. */
const isDistantBarcode = (quality: Quality): boolean =>
  showsBarcode(quality) &&
  (quality.barcodeTiles < TILES_OF_A_DISTANT_BARCODE ||
    (isSmall(quality) && barcodeLength(quality) < LEAST_BARCODE));

/** What spoils a picture that is large enough. */
const spoiledBy = (quality: Quality): PhotoFault | null => {
  const { range, sharpness, glare } = quality;
  if (range < 45) return "too_dark";
  if (sharpness < leastSharpness(quality)) return "blurry";
  if (glare >= GLARE_OF_A_SPOT) return "glare";
  return isDistantBarcode(quality) ? "too_small" : null;
};

/**
 * Whether a barcode can be photographed as it is. By its own size, not the picture's: one that fills a frame of 720
 * pixels is read.
 */
export const isClearBarcode = (quality: Quality): boolean =>
  showsBarcode(quality) && spoiledBy(quality) === null;

/**
 * What most likely spoiled a read that failed; null when the picture is good. Never asked about a read that
 * succeeded: barcode and check digits are their own proof. A barcode needs a larger and sharper picture than
 * scenery does, hence the pairs of bounds.
 */
export const likelyReason = (quality: Quality, glyphHeight: number | null): PhotoFault | null => {
  if (quality.longSide < LEAST_SIDE) return "too_small";
  return glyphHeight !== null && glyphHeight < SMALLEST_GLYPH ? "too_small" : spoiledBy(quality);
};
