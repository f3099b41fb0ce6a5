import type { Sharp } from "sharp";
import sharp from "sharp";
import { type NoRead, noRead, unopened } from "../document.ts";
import { decodeHeic } from "./heic.ts";
import {
  endsEarly,
  type ImageFormat,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  sniffImageFormat,
} from "./image-format.ts";
import type { ColourImage } from "./tiles.ts";

/** More detail than this tells the reader nothing, and the limit bounds the cost of every later step. */
const LONGEST_SIDE = 2600;

type Decoded = { ok: true; image: ColourImage; sourceLongSide: number } | { ok: false; problem: NoRead };

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

const decodedFrom = async (opened: Sharp, sourceLongSide: number): Promise<Decoded> => {
  const { data, info } = await opened
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return refuse(damaged);
  return { ok: true, image: { data, width: info.width, height: info.height }, sourceLongSide };
};

const tooLarge = unopened("IMAGE_TOO_LARGE");

/**
 * libheif is given the limit; it turns the picture itself, and EXIF's orientation does not count (§7.2.3
 * note).
 */
const decodeHeicFile = async (bytes: Uint8Array): Promise<Decoded> => {
  const result = await decodeHeic(bytes, MAX_IMAGE_PIXELS);
  if (!result.ok) return refuse(result.failure === "too_large" ? tooLarge : damaged);
  const { data, width, height } = result.picture;
  try {
    return await decodedFrom(
      sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: MAX_IMAGE_PIXELS }),
      Math.max(width, height),
    );
  } finally {
    data.fill(0);
  }
};

const decodeFile = async (bytes: Uint8Array, format: Exclude<ImageFormat, "heic">): Promise<Decoded> => {
  const opened = await sharp(bytes, { ...DECODER, limitInputPixels: false }).metadata();
  const { width, height, format: declared } = opened;
  // sharp's name for AVIF's container; HEVC in it is refused, because the prebuilt libvips has no decoder for
  // it.
  if (declared !== (format === "avif" ? "heif" : format)) return refuse(damaged);
  if (width * height > MAX_IMAGE_PIXELS) return refuse(tooLarge);
  return decodedFrom(sharp(bytes, DECODER).rotate(), Math.max(width, height));
};

/**
 * Decodes a photo: upright, flattened on white, at most 2600 pixels long. Whatever the bytes are, the answer
 * is an image or the reason why there is none. The first bytes decide the format, because the file's name and
 * type can say anything.
 */
export const decodeImage = async (bytes: Uint8Array): Promise<Decoded> => {
  const format = sniffImageFormat(bytes);
  if (!format) return refuse(unopened("IMAGE_FORMAT_UNSUPPORTED"));
  if (bytes.length > MAX_IMAGE_BYTES) return refuse(tooLarge);
  if (endsEarly(bytes, format)) return refuse({ ...damaged, isUnopened: true });
  try {
    return format === "heic" ? await decodeHeicFile(bytes) : await decodeFile(bytes, format);
  } catch {
    // libvips' messages can quote the file, and none of them helps the person who sent it.
    return refuse(damaged);
  }
};
