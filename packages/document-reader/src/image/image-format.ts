export type ImageFormat = "jpeg" | "png" | "webp" | "avif" | "heic";

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  bytes.length >= at + signature.length && signature.every((byte, index) => bytes[at + index] === byte);

const JPEG = [0xff, 0xd8, 0xff]; // ITU-T T.81 §B.1.1.3: SOI and the next marker
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]; // PNG §5.2
const RIFF = [0x52, 0x49, 0x46, 0x46]; // RFC 9649 §2.4
const WEBP = [0x57, 0x45, 0x42, 0x50];
const FTYP = [0x66, 0x74, 0x79, 0x70]; // ISO/IEC 14496-12 §4.3

const AVIF_BRANDS = ["avif", "avis"]; // AV1 Image File Format §6
const HEIC_BRANDS = ["heic", "heix", "heim", "heis"]; // ISO/IEC 23008-12 Annex B.4
/** Real files name a handful. */
const MOST_BRANDS = 16;

/**
 * The major brand of a file made of boxes, and the compatible ones: "mif1" names no codec, but another brand
 * does.
 */
const brandsOf = (bytes: Uint8Array): string[] => {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0);
  const end = Math.min(size, bytes.length, 16 + 4 * MOST_BRANDS);
  const brandAt = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  const brands = [brandAt(8)];
  // A version comes between them.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(brandAt(at));
  return brands;
};

const sniffBoxes = (bytes: Uint8Array): ImageFormat | null => {
  const brands = brandsOf(bytes);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return "avif";
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? "heic" : null;
};

/** Names the format by the file's first bytes; null for any other, including SVG, PDF, TIFF and GIF. */
export const sniffImageFormat = (bytes: Uint8Array): ImageFormat | null => {
  if (startsWith(bytes, JPEG)) return "jpeg";
  if (startsWith(bytes, PNG)) return "png";
  if (startsWith(bytes, FTYP, 4) && bytes.length >= 16) return sniffBoxes(bytes);
  return startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8) ? "webp" : null;
};

/** A phone's photo takes 2 to 8 MB. */
export const MAX_IMAGE_BYTES = 12 * 1024 * 1024;

/** Checked before anything is decoded: a small file can claim, and need, any amount of memory. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Real files have three. */
const MOST_BOXES = 16;
const BOX_HEADER = 16;
const SIZE_FOLLOWS = 1;

/**
 * Whether a file made of boxes (HEIC, AVIF) ends inside the box that holds the picture, as half an upload
 * does: the box's length says so (ISO/IEC 14496-12 §4.2), so nothing need be decoded. Other formats give no
 * length.
 */
export const endsEarly = (bytes: Uint8Array, format: ImageFormat): boolean => {
  if (format !== "heic" && format !== "avif") return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (let boxes = 0; boxes < MOST_BOXES && at + BOX_HEADER <= bytes.length; boxes += 1) {
    const short = view.getUint32(at);
    const size = short === SIZE_FOLLOWS ? Number(view.getBigUint64(at + 8)) : short;
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === "mdat") return at + size > bytes.length;
    if (size === 0) return false;
    at += size;
  }
  return false;
};
