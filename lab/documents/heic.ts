// Writes HEIC files without a codec: the picture's samples stand in an HEVC stream as they are (I_PCM blocks).
// Larger than what a phone writes, and opened by any HEIC decoder.
import sharp from "sharp";
import { type Pixels, rgbOf } from "./pixels.ts";

/** Bits, most significant first, with HEVC's variable-length numbers (ITU-T H.265 §9.2). */
class Bits {
  readonly bytes: number[] = [];
  private rest = 0;
  private count = 0;

  u(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      this.rest = (this.rest << 1) | (Math.floor(value / 2 ** bit) & 1);
      this.count += 1;
      if (this.count < 8) continue;
      this.bytes.push(this.rest);
      this.rest = 0;
      this.count = 0;
    }
    return this;
  }

  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.u(0, length).u(value + 1, length + 1);
  }

  zerosToByte(): this {
    while (this.count > 0) this.u(0, 1);
    return this;
  }
}

/** Prefixes a NAL unit's header and breaks up what would look like the start of another one (§7.3.1.1). */
const nalUnit = (type: number, payload: readonly number[]): Buffer => {
  const bytes = [type << 1, 1];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
};

const BLOCK = 32;
const LEVEL_6_2 = 186;

/** Main Still Picture (§A.3.4). */
const profile = (bits: Bits): Bits => bits.u(3, 8).u(0x70000000, 32).u(0b1001, 4).u(0, 44).u(LEVEL_6_2, 8);

const videoParameters = (): Buffer => {
  const bits = new Bits().u(0, 4).u(0b11, 2).u(0, 6).u(0, 3).u(1, 1).u(0xffff, 16);
  profile(bits).u(1, 1).ue(0).ue(0).ue(0).u(0, 6).ue(0).u(0, 2);
  return nalUnit(32, bits.u(1, 1).zerosToByte().bytes);
};

const sequenceParameters = (width: number, height: number): Buffer => {
  const coded = (side: number): number => Math.ceil(side / BLOCK) * BLOCK;
  const bits = profile(new Bits().u(0, 4).u(0, 3).u(1, 1)).ue(0).ue(1).ue(coded(width)).ue(coded(height));
  // The conformance window cuts off what fills the last blocks, in units of two samples.
  const [right, below] = [(coded(width) - width) / 2, (coded(height) - height) / 2];
  bits.u(1, 1).ue(0).ue(right).ue(0).ue(below);
  bits.ue(0).ue(0).ue(4).u(1, 1).ue(0).ue(0).ue(0);
  // Coding blocks of 32 and no other size; transform blocks of 4 to 32; no lists, no partitions, no filter.
  bits.ue(2).ue(0).ue(0).ue(3).ue(0).ue(0).u(0, 3);
  // I_PCM, 8 bits, blocks of 32.
  bits.u(1, 1).u(7, 4).u(7, 4).ue(2).ue(0).u(1, 1);
  return nalUnit(33, bits.ue(0).u(0, 5).u(1, 1).zerosToByte().bytes);
};

const pictureParameters = (): Buffer => {
  const bits = new Bits().ue(0).ue(0).u(0, 7).ue(0).ue(0).ue(0).u(0, 3).ue(0).ue(0).u(0, 7);
  // Deblocking off.
  return nalUnit(34, bits.u(0b101, 3).u(0, 2).ue(0).u(0, 2).u(1, 1).zerosToByte().bytes);
};

/** The width of the less probable symbol at each state of its context, for a range of 448 to 511 (Table 9-52). */
const LESS_PROBABLE =
  "240 227 216 205 195 185 175 166 158 150 142 135 128 122 116 110 104 99 94 89 85 80 76 72 69 65 62 59 56 53 50 48 45 43 41 39 37 35 33 31 30 28 27 25 24 23 22 21 20 19 18 17 16 15 14 14 13 12 12 11 11 10 9"
    .split(" ")
    .map(Number);

/** Ends arithmetic coding where its low end stands: nine bits, the last of them set (§9.3.5.6). */
const flush = (bits: Bits, low: number): Bits => bits.u(low | 1, 9);

/**
 * The coded bins between two blocks' samples: "the slice goes on" (not before the first), "one part", "its samples
 * follow", and the flush after them. None of them but the last moves the coder's low end.
 */
const beforeSamples = (bits: Bits, block: number): void => {
  const range = 510 - (block > 0 ? 2 : 0) - (LESS_PROBABLE[Math.min(block, 62)] ?? 0);
  flush(bits, range - 2).zerosToByte();
};

type Planes = { luma: Pixels; blue: Pixels; red: Pixels };

const slice = ({ luma, blue, red }: Planes): Buffer => {
  // First slice, no earlier pictures, intra, no change of the quantiser; then the alignment.
  const bits = new Bits().u(0b10, 2).ue(0).ue(2).ue(0).u(1, 1).zerosToByte();
  const [across, down] = [Math.ceil(luma.width / BLOCK), Math.ceil(luma.height / BLOCK)];
  const copy = ({ data, width, height }: Pixels, x0: number, y0: number, side: number): void => {
    for (let y = y0; y < y0 + side; y += 1) {
      const row = Math.min(height - 1, y) * width;
      for (let x = x0; x < x0 + side; x += 1) bits.bytes.push(data[row + Math.min(width - 1, x)] ?? 0);
    }
  };
  for (let block = 0; block < across * down; block += 1) {
    beforeSamples(bits, block);
    const [x, y] = [(block % across) * BLOCK, Math.floor(block / across) * BLOCK];
    copy(luma, x, y, BLOCK);
    for (const plane of [blue, red]) copy(plane, x / 2, y / 2, BLOCK / 2);
  }
  // The slice ends.
  return nalUnit(19, flush(bits, 508).zerosToByte().bytes);
};

const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

const numbers = (...values: readonly [value: number, bytes: number][]): Buffer =>
  Buffer.concat(
    values.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    }),
  );

/** The picture's planes at full range, the colour ones at half the size (ITU-R BT.601). */
const planesOf = async (picture: Uint8Array): Promise<Planes> => {
  const { data, ...info } = await rgbOf(sharp(picture));
  const [width, height] = [info.width & ~1, info.height & ~1];
  const plane = (w: number, h: number): Pixels => ({ data: new Uint8Array(w * h), width: w, height: h });
  const luma = plane(width, height);
  const [blue, red] = [plane(width / 2, height / 2), plane(width / 2, height / 2)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * info.width + x) * 3;
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      const bright = 0.299 * r + 0.587 * g + 0.114 * b;
      luma.data[y * width + x] = Math.round(bright);
      if ((x | y) & 1) continue;
      const half = (y >> 1) * (width >> 1) + (x >> 1);
      blue.data[half] = Math.round(Math.min(255, 128 + (b - bright) / 1.772));
      red.data[half] = Math.round(Math.min(255, 128 + (r - bright) / 1.402));
    }
  }
  return { luma, blue, red };
};

/** How a file lies about itself: in the box that says how large the picture is, in the stream, or in both. */
type HeicLie = { width: number; height: number; where: "box" | "stream" | "both" };

/** Another picture file as HEIC (ISO/IEC 23008-12, one hvc1 item); odd sides lose their last pixel. */
export const heicOf = async (picture: Uint8Array, lie?: HeicLie): Promise<Uint8Array> => {
  const planes = await planesOf(picture);
  const size = (where: HeicLie["where"]) =>
    lie?.where === where || lie?.where === "both" ? lie : planes.luma;
  const [boxed, coded] = [size("box"), size("stream")];
  const parameters = [videoParameters(), sequenceParameters(coded.width, coded.height), pictureParameters()];
  const arrays = parameters.map((nal, index) =>
    Buffer.concat([numbers([0x80 | (32 + index), 1], [1, 2], [nal.length, 2]), nal]),
  );
  const configuration = box(
    "hvcC",
    numbers([1, 1], [3, 1], [0x70000000, 4], [0x9000, 2], [0, 4], [LEVEL_6_2, 1]),
    // No segmentation, no parallelism, 4:2:0, 8 bits, lengths of four bytes.
    numbers([0xf000, 2], [0xfc, 1], [0xfd, 1], [0xf8, 1], [0xf8, 1], [0, 2], [0x0f, 1], [3, 1]),
    ...arrays,
  );
  const extents = box("ispe", numbers([0, 4], [boxed.width, 4], [boxed.height, 4]));
  const colour = box("colr", Buffer.from("nclx"), numbers([1, 2], [13, 2], [6, 2], [0x80, 1]));
  const stream = slice(planes);
  const data = Buffer.concat([numbers([stream.length, 4]), stream]);
  const type = box("ftyp", Buffer.from("heic\0\0\0\0mif1heic", "latin1"));
  const meta = (offset: number): Buffer =>
    box(
      "meta",
      numbers([0, 4]),
      box("hdlr", numbers([0, 8 - 2], [0, 2]), Buffer.from("pict"), Buffer.alloc(13)),
      box("pitm", numbers([0, 4], [1, 2])),
      box(
        "iloc",
        numbers([0, 4], [0x4400, 2], [1, 2], [1, 2], [0, 2], [1, 2], [offset, 4], [data.length, 4]),
      ),
      box(
        "iinf",
        numbers([0, 4], [1, 2]),
        box("infe", numbers([0x02000000, 4], [1, 2], [0, 2]), Buffer.from("hvc1\0")),
      ),
      box(
        "iprp",
        box("ipco", configuration, extents, colour),
        box("ipma", numbers([0, 4], [1, 4], [1, 2], [3, 1], [0x81, 1], [2, 1], [3, 1])),
      ),
    );
  const offset = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(offset), box("mdat", data)]);
};
