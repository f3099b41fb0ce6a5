import { isClearBarcode, MEASURED_SIDE, measureCopy, type Quality, showsBarcode } from "../image/quality.ts";
import { type GreyImage, lumaOf } from "../image/tiles.ts";
import { scaleOf, shrunkTo } from "../mrz/plane.ts";
import { type ReadingContext, readZone } from "../mrz/read-zone.ts";
import type { Recogniser } from "../mrz/recogniser.ts";
import { endsAtEdge, type Sighting, sightingOf } from "../mrz/sighting.ts";
import { isProof } from "../mrz/zone-reading.ts";
import { type Found, locate } from "../mrz/zones.ts";

/** What would help a person holding a document in front of a camera. */
export type LiveHint =
  | "searching"
  | "too_dark"
  | "glare"
  | "too_far"
  | "blurry"
  | "cut_off"
  | "covered"
  | "hold_still"
  | "barcode";

type LiveVerdict =
  | { kind: "read" }
  /** A barcode, which is not read here, with nothing that is known to spoil a picture of one. */
  | { kind: "clear_barcode" }
  | { kind: "hint"; hint: LiveHint };

/** One look: reading a frame must not take longer than waiting for the next one. */
const LOOK = { side: 1200, spread: 0.35 } as const;
const ZONES_TRIED = 2;
const LINES_READ_AT_MOST = 10;

/** The server reads glyphs of 7 pixels; a frame is compressed once more before it gets there. */
const SMALLEST_GLYPH = 9;
const DARKEST_RANGE = 45;
/** Out of 255. A bare table has no contrast either, but it is not dark. */
const DARK_MEAN = 80;
/** Nothing in the frame has an edge: it is out of focus or moving. */
const NO_EDGE_SHARPNESS = 12;
const LEAST_SHARPNESS = 60;
const MOST_GLARE = 0.05;

/** The outcome of a frame: the zone that was read, or what is known to have prevented it. */
const lookAt = (
  image: GreyImage,
  recognise: Recogniser,
  found: readonly Found[],
): "read" | Sighting | null => {
  const context: ReadingContext = { image, recognise, linesLeft: LINES_READ_AT_MOST };
  let sighting: Sighting | null = null;
  for (const one of found.slice(0, ZONES_TRIED)) {
    const { reading, lines } = readZone(context, one);
    if (reading && isProof(reading)) return "read";
    sighting ??= sightingOf(image, one, lines);
  }
  return sighting;
};

const meanOf = ({ data }: GreyImage): number =>
  data.reduce((sum, value) => sum + value, 0) / Math.max(1, data.length);

const withoutZone = (quality: Quality): LiveHint => {
  if (quality.glare >= MOST_GLARE) return "glare";
  if (quality.sharpness < NO_EDGE_SHARPNESS && quality.range >= DARKEST_RANGE) return "blurry";
  return showsBarcode(quality) ? "barcode" : "searching";
};

/** The hint for each sighting of partly read lines. */
const HINTS: Readonly<Record<Sighting, LiveHint | null>> = {
  cut_off: "cut_off",
  glare: "glare",
  covered: "covered",
  // What the whole picture shows says more than these two.
  unknown_layout: null,
  unclear: null,
};

const withZone = (image: GreyImage, first: Found, quality: Quality, sighting: Sighting | null): LiveHint => {
  // A barcode's rows look like lines of text: if they cannot be read and look like a barcode, they are one.
  if (showsBarcode(quality)) return "barcode";
  if (first.zone.height * scaleOf(first.toSource) < SMALLEST_GLYPH) return "too_far";
  const hint = sighting && HINTS[sighting];
  if (hint) return hint;
  if (endsAtEdge(image, first) && !first.zone.isUsualLength) return "cut_off";
  if (quality.sharpness < LEAST_SHARPNESS) return "blurry";
  return quality.glare >= MOST_GLARE ? "glare" : "hold_still";
};

/**
 * Reads one camera frame by the same steps as the server's reader and, if that fails, says what would help.
 * What is read here decides nothing: it only picks the frame to send. The frame's bytes are zeroed.
 */
export const readFrame = (image: GreyImage, recognise: Recogniser): LiveVerdict => {
  const { image: copy } = shrunkTo(image, MEASURED_SIDE);
  try {
    const quality = measureCopy(copy, Math.max(image.width, image.height));
    if (quality.range < DARKEST_RANGE && meanOf(copy) < DARK_MEAN) return { kind: "hint", hint: "too_dark" };
    const found = locate(image, LOOK);
    const [first] = found.filter(({ zone }) => zone.lines.length > 1);
    const isClear = isClearBarcode(quality);
    const seen = lookAt(image, recognise, found);
    if (seen === "read") return { kind: "read" };
    if (isClear) return { kind: "clear_barcode" };
    if (first) return { kind: "hint", hint: withZone(image, first, quality, seen) };
    return { kind: "hint", hint: seen === "cut_off" ? "cut_off" : withoutZone(quality) };
  } finally {
    copy.data.fill(0);
    image.data.fill(0);
  }
};

/** The brightness of a canvas's pixels, four bytes each. The pixels are zeroed. */
export const lumaOfRgba = (rgba: Uint8ClampedArray, width: number, height: number): GreyImage => {
  const luma = lumaOf({ data: rgba, width, height }, 4);
  rgba.fill(0);
  return luma;
};
