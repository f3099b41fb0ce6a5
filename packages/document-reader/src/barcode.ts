import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Binarizer, prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Budget } from "./document.ts";
import { blurred, levelled, type Orientation, sharpened, symbolOrientation } from "./image/orientation.ts";
import type { GreyImage } from "./image/tiles.ts";

/** One reading of a symbol, completed by its error correction. */
type Decode = {
  bytes: Uint8Array;
  /** The share of the error correction that was not needed, from 0 to 1. */
  spare: number;
  /** The view of the picture from which it was read. */
  look: string;
};

/**
 * Decides which readings of a symbol are believed. A Reed-Solomon code that is used up to its last codeword
 * completes even nonsense (ISO/IEC 15438 §5.10 holds two codewords back against that; the decoder does not,
 * and tries many readings of doubtful codewords until one fits). Such a reading counts only when its own
 * redundancy rules out chance, or when another view of the picture gives the very same bytes.
 */
export const createJury = (isBeyondChance: (bytes: Uint8Array) => boolean) => {
  const heard: Decode[] = [];
  return {
    /** Whether these bytes may be believed, on their own or because of an earlier reading. */
    accepts: (decode: Decode): boolean => {
      if (decode.spare > 0 || isBeyondChance(decode.bytes)) return true;
      if (heard.some(({ bytes, look }) => look !== decode.look && Buffer.compare(bytes, decode.bytes) === 0))
        return true;
      heard.push({ ...decode, bytes: Uint8Array.from(decode.bytes) });
      return false;
    },
    /** Zeroes what it kept. */
    dismiss: (): void => {
      for (const { bytes } of heard) bytes.fill(0);
      heard.length = 0;
    },
  };
};

type Jury = ReturnType<typeof createJury>;

let isPrepared = false;

// The package would otherwise fetch its WebAssembly from a CDN. Only the scan process loads this module.
const prepare = (): void => {
  if (isPrepared) return;
  const path = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } });
  isPrepared = true;
};

/** A view of the picture as a portable greymap, the plainest format that the reader opens itself. */
const asGreymap = ({ data, width, height }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);

const BINARIZERS = ["LocalAverage", "GlobalHistogram"] as const satisfies readonly Binarizer[];

/** The share of the error correction that a decode did not need: only the decoder's JSON says it. */
const spareOf = (extra: string): number => {
  const { UEC: unused }: { UEC?: unknown } = JSON.parse(extra || "{}");
  return typeof unused === "number" ? unused : 0;
};

/** @param look names the view: an equal answer counts again only if it comes from a different view */
const read = async (
  image: GreyImage,
  binarizers: readonly Binarizer[],
  look: string,
  jury: Jury,
): Promise<Uint8Array | null> => {
  const file = asGreymap(image);
  try {
    for (const binarizer of binarizers) {
      const [found] = await readBarcodes(file, {
        formats: ["PDF417"],
        maxNumberOfSymbols: 1,
        tryHarder: true,
        tryRotate: true,
        tryDownscale: true,
        binarizer,
      });
      // `bytes`, because `text` would show control characters as words.
      if (!found?.isValid) continue;
      const decode = { bytes: found.bytes, spare: spareOf(found.extra), look: `${look} ${binarizer}` };
      if (jury.accepts(decode)) return found.bytes;
    }
    return null;
  } finally {
    file.fill(0);
  }
};

/** `blur`: that of `source`, the picture from which the view is made, in pixels; below 0 it is sharpened. */
type View = {
  source: GreyImage;
  blur: number;
  orientation: Orientation;
  scale: number;
  binarizers: readonly Binarizer[];
};

// The reader wants three pixels to a bar. Twice as many cost more but recover what the angle has squeezed.
const COARSE_SIDE = 1800;
const FINE_SIDE = 3200;
const MAX_SCALE = 3;
const NUDGES = [1, -1, 2, -2];
// If the picture's strongest edges are not the barcode's, all turns are tried one by one, the likely ones
// first.
const BLIND_TURNS = [0, 4, -4, 8, -8, 12, -12, 14, -14, 17, -17, 24, -24, 32, -32, 40, -40];

// A screen's pixels are as close together as the bars: in a sharp picture they make the stronger edges. This
// blur merges them but keeps bars of three pixels apart.
const SCREEN_BLUR = 1.2;

// In a picture as small as a camera's frame, a bar is two pixels wide and runs into the next one. Measured: a barcode
// of 460 pixels is read that needed 510 without.
const SMALL_SIDE = 1200;
const CRISP = [
  { deviation: 0.8, gain: 2 },
  { deviation: 1.2, gain: 2 },
] as const;

const lookOf = ({ orientation: { rows, bars }, scale, blur }: Omit<View, "source" | "binarizers">): string =>
  `${rows} ${bars} ${scale} ${blur}`;

const HALF_TURN = 180;

/**
 * How a card may lie that is turned but not seen at an angle: its rows are square to its bars, so if the two
 * were measured otherwise, one of them is wrong, or each is by half.
 */
const squareTo = ({ rows, bars }: Orientation): Orientation[] => {
  const apart = ((((rows - bars + HALF_TURN / 2) % HALF_TURN) + HALF_TURN) % HALF_TURN) - HALF_TURN / 2;
  if (apart === 0) return [];
  return [bars + apart, bars, bars + apart / 2].map((turn) => ({ rows: turn, bars: turn }));
};

/** The likely and the cheap ones first: a fine view costs as much as three coarse ones. */
async function* views(image: GreyImage): AsyncGenerator<View> {
  const longSide = Math.max(image.width, image.height);
  const scaleTo = (side: number): number => Math.max(1, Math.min(MAX_SCALE, side / longSide));
  const [coarse, fine] = [scaleTo(COARSE_SIDE), scaleTo(FINE_SIDE)];
  const sharply = symbolOrientation(image);
  const ofSharp = (orientation: Orientation, scale: number, binarizers: View["binarizers"]): View => ({
    source: image,
    blur: 0,
    orientation,
    scale,
    binarizers,
  });
  const nudged = (lie: Orientation): Orientation[] =>
    NUDGES.map((nudge) => ({ ...lie, rows: lie.rows + nudge }));
  yield ofSharp(sharply, coarse, BINARIZERS);
  if (longSide <= SMALL_SIDE) {
    for (const { deviation, gain } of CRISP) {
      const crisp = await sharpened(image, deviation, gain);
      try {
        for (const scale of [coarse, fine])
          yield { ...ofSharp(sharply, scale, ["LocalAverage"]), source: crisp, blur: -deviation };
      } finally {
        crisp.data.fill(0);
      }
    }
  }
  const soft = await blurred(image, SCREEN_BLUR);
  const ofSoft = (orientation: Orientation): View => ({
    source: soft,
    blur: SCREEN_BLUR,
    orientation,
    scale: coarse,
    binarizers: ["LocalAverage"],
  });
  try {
    const softly = symbolOrientation(soft);
    // Without noise and a screen's pixels, the rows' edges, which are few, are measured more accurately.
    yield ofSharp(softly, coarse, ["LocalAverage"]);
    yield ofSoft(softly);
    for (const square of squareTo(sharply)) yield ofSharp(square, coarse, ["LocalAverage"]);
    for (const square of squareTo(softly)) yield ofSoft(square);
    yield ofSharp(sharply, fine, ["LocalAverage"]);
    for (const lie of nudged(softly)) yield ofSoft(lie);
  } finally {
    soft.data.fill(0);
  }
  for (const lie of nudged(sharply)) yield ofSharp(lie, fine, ["LocalAverage"]);
  for (const lie of nudged(sharply)) yield ofSharp(lie, coarse, BINARIZERS);
  for (const turn of BLIND_TURNS) yield ofSharp({ rows: turn, bars: turn }, coarse, ["LocalAverage"]);
}

const search = async (image: GreyImage, budget: Budget, jury: Jury): Promise<Uint8Array | null> => {
  const level = lookOf({ orientation: { rows: 0, bars: 0 }, scale: 1, blur: 0 });
  const straight = await read(image, ["LocalAverage"], level, jury);
  if (straight) return straight;
  const tried = new Set([level]);
  for await (const view of views(image)) {
    if (budget.isSpent()) return null;
    const look = lookOf(view);
    if (tried.has(look)) continue;
    tried.add(look);
    const turned = await levelled(view.source, view.orientation, view.scale);
    try {
      const bytes = await read(turned, view.binarizers, look, jury);
      if (bytes) return bytes;
    } finally {
      turned.data.fill(0);
    }
  }
  return null;
};

/**
 * Finds and reads a PDF417 (ISO/IEC 15438) anywhere in the picture, turned in any way; null when there is
 * none beyond doubt.
 * @param isBeyondChance whether the bytes' own redundancy rules out a misreading
 */
export const readPdf417 = async (
  image: GreyImage,
  budget: Budget,
  isBeyondChance: (bytes: Uint8Array) => boolean,
): Promise<Uint8Array | null> => {
  prepare();
  const jury = createJury(isBeyondChance);
  try {
    return await search(image, budget, jury);
  } finally {
    jury.dismiss();
  }
};

/** The most codes on a document or the sheet around it: a seal, an address, a link, a postal code. */
const MOST_SQUARE_CODES = 8;

/**
 * Finds the QR codes (ISO/IEC 18004) or Data Matrix (ISO/IEC 16022) in the picture as it is: only their
 * contents tell which of them matters, and the caller may stop once it has that one. Far cheaper than the
 * search for a PDF417, which has to turn and stretch the picture: these two are found at any angle.
 */
export async function* readSquareCodes(
  image: GreyImage,
  formats: readonly ("QRCode" | "DataMatrix")[],
): AsyncGenerator<Uint8Array> {
  prepare();
  const file = asGreymap(image);
  try {
    for (const binarizer of BINARIZERS) {
      const found = await readBarcodes(file, {
        formats: [...formats],
        maxNumberOfSymbols: MOST_SQUARE_CODES,
        binarizer,
      });
      for (const { isValid, bytes } of found) if (isValid) yield bytes;
    }
  } finally {
    file.fill(0);
  }
}
