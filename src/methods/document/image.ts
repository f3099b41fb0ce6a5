import sharp from "sharp";
import type { NoRead } from "./document.ts";
import { sniffImageFormat } from "./image-format.ts";
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from "./image-limits.ts";
import { noRead } from "./no-read.ts";
import type { ColourImage } from "./planes.ts";

/** Finer than this tells the reader nothing more, and it bounds what every later step may cost. */
const LONGEST_SIDE = 2600;

export type Decoded =
  | { ok: true; image: ColourImage; sourceLongSide: number }
  | { ok: false; problem: NoRead };

const refuse = (problem: NoRead): Decoded => ({ ok: false, problem });

const damaged = noRead(
  "IMAGE_FORMAT_UNSUPPORTED",
  "The file is damaged or incomplete. Take the picture again and send the new one.",
);

// A truncated file is an error, not a grey half; `pages: 1` takes only the first frame of an animation.
const DECODER = {
  failOn: "error",
  limitInputPixels: MAX_IMAGE_PIXELS,
  sequentialRead: true,
  pages: 1,
} as const;

/**
 * Decodes a photo: upright (EXIF), flattened on white, at most 2600 pixels long. Whatever the bytes are, the answer is
 * an image or the reason why not. The first bytes decide the format: the file's name and type can say anything.
 */
export const decodeImage = async (bytes: Uint8Array): Promise<Decoded> => {
  const format = sniffImageFormat(bytes);
  if (!format) return refuse(noRead("IMAGE_FORMAT_UNSUPPORTED"));
  if (bytes.length > MAX_IMAGE_BYTES) return refuse(noRead("IMAGE_TOO_LARGE"));
  try {
    const {
      width,
      height,
      format: declared,
    } = await sharp(bytes, { ...DECODER, limitInputPixels: false }).metadata();
    if (declared !== format) return refuse(damaged);
    if (width * height > MAX_IMAGE_PIXELS) return refuse(noRead("IMAGE_TOO_LARGE"));
    const { data, info } = await sharp(bytes, DECODER)
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return refuse(damaged);
    const image = { data, width: info.width, height: info.height };
    return { ok: true, image, sourceLongSide: Math.max(width, height) };
  } catch {
    // libvips' messages can quote the file; none of them helps the person who sent it.
    return refuse(damaged);
  }
};
