import sharp, { type Sharp } from "sharp";
import type { Lie } from "./orientation.ts";
import type { GreyImage } from "./planes.ts";

// What comes into the picture at its corners is paper to the reader.
const WHITE = "#ffffff";

const rawOf = ({ width, height }: GreyImage) => ({ raw: { width, height, channels: 1 as const } });

const grey = async (pipeline: Sharp): Promise<GreyImage> => {
  // Without "b-w" sharp answers a one-channel picture with three channels.
  const { data, info } = await pipeline.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Enlarges by `scale`, makes the symbol's rows level and its bars upright: the inverse of how it lies. */
export const levelled = (image: GreyImage, lie: Lie, scale: number): Promise<GreyImage> => {
  const [rows, bars] = [radians(lie.rows), radians(lie.bars)];
  const [a, b, c, d] = [Math.cos(rows), -Math.sin(bars), Math.sin(rows), Math.cos(bars)];
  const factor = scale / (a * d - b * c);
  const matrix: [[number, number], [number, number]] = [
    [d * factor, -b * factor],
    [-c * factor, a * factor],
  ];
  return grey(sharp(image.data, rawOf(image)).affine(matrix, { background: WHITE, interpolator: "bicubic" }));
};

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
