import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A valid PNG of one grey, a thousandth of its pixels in size (PNG §11.2.1). */
const bombPng = (width: number, height: number): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", new Uint8Array()),
  ]);
};

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 200, b: 200 } } });

export type HostilePicture = { name: string; bytes: Uint8Array; codes: readonly string[] };

/** Files that are no photo of a card, and the codes that may be answered to each. `photo` is a good JPEG. */
export const hostilePictures = async (photo: Uint8Array): Promise<HostilePicture[]> => {
  const format = ["IMAGE_FORMAT_UNSUPPORTED"];
  const large = ["IMAGE_TOO_LARGE"];
  const quality = ["DOCUMENT_QUALITY_LOW"];
  const frames = Buffer.concat([await flat(300, 600).raw().toBuffer()]);
  const animated = await sharp(frames, { raw: { width: 300, height: 600, channels: 3, pageHeight: 300 } })
    .webp({ loop: 0, delay: [10, 10] })
    .toBuffer();
  const garbled = Uint8Array.from(photo, (byte, index) =>
    index > 600 && index % 7 === 0 ? byte ^ 0x5a : byte,
  );
  const padded = new Uint8Array(13 * 1024 * 1024);
  padded.set(photo);
  return [
    { name: "nothing", bytes: new Uint8Array(), codes: format },
    { name: "text", bytes: text("Please find my licence attached."), codes: format },
    { name: "a web page", bytes: text("<!doctype html><img src=x>"), codes: format },
    {
      name: "an SVG of 20000 × 20000",
      bytes: text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><rect width="9" height="9"/></svg>',
      ),
      codes: format,
    },
    { name: "a PDF", bytes: text("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"), codes: format },
    { name: "a GIF", bytes: await flat(300, 300).gif().toBuffer(), codes: format },
    { name: "a TIFF", bytes: await flat(300, 300).tiff().toBuffer(), codes: format },
    { name: "an AVIF", bytes: await flat(64, 64).avif().toBuffer(), codes: format },
    { name: "a JPEG's first bytes alone", bytes: photo.slice(0, 3), codes: format },
    { name: "a JPEG cut in half", bytes: photo.slice(0, photo.length / 2), codes: format },
    { name: "a JPEG without its end", bytes: photo.slice(0, -1200), codes: format },
    {
      name: "a JPEG with broken insides",
      bytes: garbled,
      codes: [...format, ...quality, "DOCUMENT_UNREADABLE", "DOCUMENT_NOT_FOUND"],
    },
    {
      name: "an SVG behind a JPEG's first bytes",
      bytes: Buffer.concat([photo.slice(0, 4), text("<svg/>")]),
      codes: format,
    },
    {
      name: "a WebP's first bytes alone",
      bytes: text("RIFF\u0001\u0001\u0001\u0001WEBPVP8 "),
      codes: format,
    },
    { name: "a picture of one pixel", bytes: await flat(1, 1).png().toBuffer(), codes: quality },
    { name: "a picture of one row", bytes: await flat(9000, 1).png().toBuffer(), codes: quality },
    { name: "an animated WebP", bytes: animated, codes: quality },
    { name: "a PNG bomb of 20000 × 20000", bytes: bombPng(20_000, 20_000), codes: large },
    { name: "a PNG of 49 megapixels in 50 KB", bytes: bombPng(7000, 7000), codes: quality },
    { name: "a PNG that is 60000 high and 10 wide", bytes: bombPng(10, 60_000), codes: quality },
    { name: "more than 12 MB", bytes: padded, codes: large },
  ];
};
