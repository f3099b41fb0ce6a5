import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { heicOf } from "../../../lab/documents/heic.ts";

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

/** With another size in the box that says how large the picture is (ISO/IEC 23008-12 §6.5.3). */
const withExtents = (file: Uint8Array, width: number, height: number): Uint8Array => {
  const changed = Buffer.from(file);
  changed.writeUInt32BE(width, changed.indexOf("ispe") + 8);
  changed.writeUInt32BE(height, changed.indexOf("ispe") + 12);
  return changed;
};

/** With another name for what its boxes hold. */
const withBrand = (file: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(file).toString("latin1").replaceAll(from, to), "latin1");

/** What hides behind the two formats of boxes: lies about the size, pieces, and the one under the other's name. */
const hostileBoxes = async (photo: Uint8Array): Promise<HostilePicture[]> => {
  const format = ["IMAGE_FORMAT_UNSUPPORTED"];
  const large = ["IMAGE_TOO_LARGE"];
  const small = await sharp(photo).resize(480).toBuffer();
  const [avif, heic] = [await sharp(small).avif({ effort: 0 }).toBuffer(), await heicOf(small)];
  const head = text("\0\0\0\u0018ftypheic\0\0\0\0mif1heic");
  return [
    {
      name: "an AVIF of one colour",
      bytes: await flat(300, 300).avif().toBuffer(),
      codes: ["DOCUMENT_QUALITY_LOW"],
    },
    { name: "an AVIF cut in half", bytes: avif.subarray(0, avif.length / 2), codes: format },
    {
      name: "an AVIF that says 30000 × 30000",
      bytes: withExtents(avif, 30_000, 30_000),
      codes: [...large, ...format],
    },
    { name: "an AVIF that says 7000 × 7000", bytes: withExtents(avif, 7000, 7000), codes: format },
    { name: "an AVIF by name, HEVC inside", bytes: withBrand(heic, "heic", "avif"), codes: format },
    { name: "a HEIC by name, AV1 inside", bytes: withBrand(avif, "avif", "heic"), codes: format },
    { name: "a HEIC's first bytes alone", bytes: head, codes: format },
    { name: "a JPEG behind a HEIC's first bytes", bytes: Buffer.concat([head, photo]), codes: format },
    {
      name: "a HEIC cut in half",
      bytes: heic.subarray(0, heic.length / 2),
      codes: [...format, "DOCUMENT_QUALITY_LOW"],
    },
    { name: "a HEIC that says 60000 × 60000", bytes: withExtents(heic, 60_000, 60_000), codes: large },
    {
      name: "a HEIC whose stream says 16000 × 16000",
      bytes: await heicOf(small, { width: 16_000, height: 16_000, where: "stream" }),
      codes: format,
    },
    {
      name: "a HEIC of 49 megapixels that holds a hundredth of them",
      bytes: await heicOf(small, { width: 7000, height: 7000, where: "both" }),
      codes: [...format, ...large, "DOCUMENT_QUALITY_LOW", "DOCUMENT_NOT_FOUND", "DOCUMENT_UNREADABLE"],
    },
  ];
};

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
    ...(await hostileBoxes(photo)),
  ];
};
