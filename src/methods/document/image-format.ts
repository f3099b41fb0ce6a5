export type ImageFormat = "jpeg" | "png" | "webp";

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  bytes.length >= at + signature.length && signature.every((byte, index) => bytes[at + index] === byte);

const JPEG = [0xff, 0xd8, 0xff]; // ITU-T T.81 §B.1.1.3: SOI and the next marker
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]; // PNG §5.2
const RIFF = [0x52, 0x49, 0x46, 0x46]; // RFC 9649 §2.4
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** Names the format by the file's first bytes; null for all others, SVG, PDF, TIFF, GIF and HEIC among them. */
export const sniffImageFormat = (bytes: Uint8Array): ImageFormat | null => {
  if (startsWith(bytes, JPEG)) return "jpeg";
  if (startsWith(bytes, PNG)) return "png";
  return startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8) ? "webp" : null;
};
