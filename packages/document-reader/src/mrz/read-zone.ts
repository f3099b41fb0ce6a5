import type { Budget } from "../document.ts";
import type { GreyImage } from "../image/tiles.ts";
import { COLUMNS_PER_STEP } from "./alphabet.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { type Curve, continuations, fitTogether, heightAt, meanOf } from "./curve.ts";
import { chooseFormat } from "./formats.ts";
import { type Affine, mapped, type Point, scaleOf } from "./plane.ts";
import type { Recogniser } from "./recogniser.ts";
import { type Sighting, sightingOf } from "./sighting.ts";
import { type Course, cutStrip, GLYPH_HEIGHT, mirrorStrip } from "./strip.ts";
import type { TextLine } from "./text-lines.ts";
import {
  isCertainlyWrong,
  isProof,
  looksLikeZone,
  sayTheSame,
  toZoneReading,
  type ZoneReading,
} from "./zone-reading.ts";
import { type Found, type Look, locate, toTry, type Zone } from "./zones.ts";

/** What reading needs: the finest picture available, and how many lines may still be read. */
export type ReadingContext = {
  image: GreyImage;
  recognise: Recogniser;
  linesLeft: number;
  /** The picture is mirrored, as selfie apps store it. */
  isMirrored?: true;
};

/** What was read of a zone, and its lines in order; none if they were not all read. */
type ZoneRead = { reading: ZoneReading | null; lines: readonly Cells[] };

const DIRECTIONS = ["as_found", "upside_down"] as const;
type Direction = (typeof DIRECTIONS)[number];

/**
 * If the better direction shows no format, the other one is tried, provided it was read at least this well.
 */
const AS_LIKELY = 0.8;
/** If both directions are worse than this, these are not a zone's characters. */
const HOPELESS = 0.45;
/** Two lines of about this length should have a third (TD1). */
const LENGTH_OF_THREE = 30;
const LENGTH_TOLERANCE = 3;

const courseOf = (
  { left, right, height }: Zone,
  line: Curve,
  toSource: Affine,
  direction: Direction,
): Course => {
  const place = (x: number) => mapped(toSource, { x, y: heightAt(line, x) });
  const ends = [place(left), place(right)] as const;
  const [from, to] = direction === "as_found" ? ends : [ends[1], ends[0]];
  return { from, via: place((left + right) / 2), to, height: height * scaleOf(toSource) };
};

const lineReader =
  (context: ReadingContext, zone: Zone, toSource: Affine) =>
  (line: Curve, direction: Direction): Cells | null => {
    if (context.linesLeft <= 0) return null;
    context.linesLeft -= 1;
    const strip = cutStrip(context.image, courseOf(zone, line, toSource, direction));
    if (context.isMirrored) mirrorStrip(strip);
    const pitch = ((zone.pitch / zone.height) * GLYPH_HEIGHT) / COLUMNS_PER_STEP;
    const cells = cellsOf(context.recognise(strip), pitch);
    strip.data.fill(0);
    return cells;
  };

const best = (readings: readonly (ZoneReading | null)[]): ZoneReading | null =>
  readings.reduce(
    (kept, reading) => (!kept || (reading && reading.confidence > kept.confidence) ? reading : kept),
    null,
  );

/** Reads the zone in one direction; `known` is its fullest line, which has already been read. */
const readDirected = (
  zone: Zone,
  direction: Direction,
  known: { line: TextLine; cells: Cells },
  read: ReturnType<typeof lineReader>,
): ZoneRead => {
  const cells: Cells[] = [];
  for (const line of zone.lines) {
    const found = line === known.line ? known.cells : read(line, direction);
    if (!found) return { reading: null, lines: [] };
    cells.push(found);
  }
  return { reading: judge(zone, direction, cells, read), lines: inOrder(cells, direction) };
};

const inOrder = (lines: readonly Cells[], direction: Direction): readonly Cells[] =>
  direction === "as_found" ? lines : lines.toReversed();

/** The reading by the format that the lines show; there may be one line more or less than was found. */
const judge = (
  zone: Zone,
  direction: Direction,
  cells: readonly Cells[],
  read: ReturnType<typeof lineReader>,
): ZoneReading | null => {
  const judged = (lines: readonly Cells[]): ZoneReading | null => {
    const chosen = chooseFormat(inOrder(lines, direction));
    return chosen ? toZoneReading(chosen) : null;
  };
  // The third line may be print beside the zone.
  if (cells.length === 3) return judged(cells) ?? best([judged(cells.slice(1)), judged(cells.slice(0, 2))]);
  const [top, bottom] = zone.lines;
  const isShort = cells.every(({ length }) => Math.abs(length - LENGTH_OF_THREE) <= LENGTH_TOLERANCE);
  if (!top || !bottom || !isShort) return judged(cells);
  // One of three lines was overlooked.
  const { above, below } = continuations(top, bottom);
  const [before, after] = [read(above, direction), read(below, direction)];
  return best([before && judged([before, ...cells]), after && judged([...cells, after])]);
};

/** The zone with its lines bent alike, as one page bends them. */
const withCommonBend = (zone: Zone): Zone => {
  const width = zone.right - zone.left;
  const curves = fitTogether(zone.lines, { width, height: zone.height });
  return { ...zone, lines: zone.lines.map((line, index) => ({ ...line, ...curves[index] })) };
};

/**
 * Reads all of a zone's lines, the right way up, and takes them apart by the format that they show; the
 * reading is null if there is no zone.
 */
export const readZone = (context: ReadingContext, { zone: found, toSource }: Found): ZoneRead => {
  const zone = withCommonBend(found);
  const read = lineReader(context, zone, toSource);
  // The fullest line shows which way is up. Upside down, "<" looks like a clear "5", so both ways have to be
  // compared.
  const line = zone.lines.reduce((a, b) => (b.count > a.count ? b : a));
  const views = DIRECTIONS.flatMap((direction) => {
    const cells = read(line, direction);
    return cells && cells.confidence >= HOPELESS ? [{ direction, cells }] : [];
  }).sort((a, b) => b.cells.confidence - a.cells.confidence);
  const [first, second] = views;
  if (!first) return { reading: null, lines: [] };
  const one = readDirected(zone, first.direction, { line, cells: first.cells }, read);
  const isDone = one.reading !== null && isProof(one.reading);
  if (isDone || !second || second.cells.confidence < AS_LIKELY) return one;
  const other = readDirected(zone, second.direction, { line, cells: second.cells }, read);
  return other.reading && (isProof(other.reading) || !one.reading) ? other : one;
};

/**
 * The same picture twice: its brightness, and max(R, G, B), which removes coloured print (guilloche) and
 * keeps ink.
 */
type Planes = { luma: GreyImage; ink: () => GreyImage };

type Named = Exclude<Sighting, "unclear">;

export type MrzOutcome =
  /** `others`: further zones of the picture, with proof as well. */
  | { kind: "read"; reading: ZoneReading; others: readonly ZoneReading[] }
  /**
   * Read clearly twice, but its check digits do not hold: it was misprinted or altered, and the photo is not
   * at fault.
   */
  | { kind: "invalid" }
  /**
   * `sawZone`: there are lines that begin and measure like a zone's, or hold what only a zone does.
   * `sighting`: what keeps them from being read. `glyphHeight`: that of what looks most like a zone, in
   * pixels.
   */
  | { kind: "none"; sawZone: boolean; sighting: Named | null; glyphHeight: number | null };

type Pass = Look & { plane: keyof Planes };

const FIRST_LOOK = { plane: "luma", side: 1200, spread: 0.35 } as const;
const PASSES: readonly Pass[] = [
  FIRST_LOOK,
  { plane: "ink", side: 1200, spread: 0.35 },
  { plane: "luma", side: 1600, spread: 0.5 },
  { plane: "ink", side: 900, spread: 0.5 },
];

const LINES_READ_AT_MOST = 40;
const LINES_OF_AN_ODD_PICTURE = 12;
const ZONES_TRIED = 3;
const OTHERS_TRIED = 3;

/** A picture whose mean brightness is below this, out of 255, usually has print on a dark ground. */
const DARK_MEAN = 110;

const isDark = ({ data }: GreyImage): boolean =>
  data.reduce((sum, value) => sum + value, 0) < DARK_MEAN * data.length;

/**
 * What selfie apps and dark screens make of a picture: mirrored, or light on dark. Tried last, and only once.
 */
function* oddPictures(
  { luma }: Planes,
  hasLines: boolean,
): Generator<{ image: GreyImage; isMirrored?: true }> {
  if (hasLines) yield { image: luma, isMirrored: true };
  if (!isDark(luma)) return;
  const negative = { ...luma, data: luma.data.map((value) => 255 - value) };
  try {
    yield { image: negative };
  } finally {
    negative.data.fill(0);
  }
}

/** Zones whose middles are this near, in characters, are made of the same lines. */
const SAME_PLACE = 6;
const LINES_OF_OTHERS = 16;
/** Coarser than the first look: what was found before may be all there is. */
const LOOK_BESIDE = { side: 900, spread: 0.35 } as const;

const middleOf = ({ zone: { left, right, lines }, toSource }: Found): Point => {
  const x = (left + right) / 2;
  return mapped(toSource, { x, y: meanOf(lines.map((line) => heightAt(line, x))) });
};

const apartFrom = (one: Found, all: readonly Found[]): Found[] => {
  const from = middleOf(one);
  const reach = SAME_PLACE * one.zone.height * scaleOf(one.toSource);
  return all.filter((other) => {
    const to = middleOf(other);
    return Math.hypot(from.x - to.x, from.y - to.y) > reach;
  });
};

/** The proofs among these. Only whole zones are tried, because a page has much other print. */
const proofsIn = (picture: Omit<ReadingContext, "linesLeft">, found: readonly Found[]): ZoneReading[] => {
  const context: ReadingContext = { ...picture, linesLeft: LINES_OF_OTHERS };
  const whole = found.filter(({ zone }) => zone.lines.length > 1 && zone.isUsualLength);
  return toTry(whole, 2, OTHERS_TRIED).flatMap((one) => {
    const { reading } = readZone(context, one);
    return reading && isProof(reading) ? [reading] : [];
  });
};

/**
 * Reads the zones beside a document that was read otherwise.
 * @param isTaken whether a place, in the picture's pixels, belongs to that document
 */
export const readBeside = (
  image: GreyImage,
  recognise: Recogniser,
  isTaken: (middle: Point) => boolean,
): ZoneReading[] => {
  const found = locate(image, LOOK_BESIDE).filter((one) => !isTaken(middleOf(one)));
  return proofsIn({ image, recognise }, found);
};

/** Finds and reads a machine readable zone anywhere in the picture, whichever way it lies. */
export const readMrz = (planes: Planes, recognise: Recogniser, budget: Budget): MrzOutcome => {
  const context: ReadingContext = { image: planes.luma, recognise, linesLeft: LINES_READ_AT_MOST };
  let doubtful: ZoneReading | null = null;
  let glyphHeight: number | null = null;
  let sawZone = false;
  let sighting: Named | null = null;
  // The first look always runs to its end: a busy machine must not make a good photo look bad.
  let isFirst = true;
  const mayGoOn = (): boolean => context.linesLeft > 0 && (isFirst || !budget.isSpent());
  for (const pass of PASSES) {
    if (!mayGoOn()) break;
    context.image = pass.plane === "luma" ? planes.luma : planes.ink();
    let wrong: ZoneReading | null = null;
    const all = locate(context.image, pass);
    for (const found of toTry(all, ZONES_TRIED, OTHERS_TRIED)) {
      if (found.zone.isUsualLength) glyphHeight ??= found.zone.height * scaleOf(found.toSource);
      if (!mayGoOn()) continue;
      const { reading, lines } = readZone(context, found);
      const seen = reading && isProof(reading) ? null : sightingOf(context.image, found, lines);
      sawZone ||= seen !== null;
      if (seen && seen !== "unclear") sighting ??= seen;
      if (!reading) continue;
      sawZone ||= looksLikeZone(reading);
      if (isProof(reading)) {
        return { kind: "read", reading, others: proofsIn(context, apartFrom(found, all)) };
      }
      if (isCertainlyWrong(reading)) wrong ??= reading;
    }
    // Read from two different pictures of it; within one pass, the same pixels would say the same.
    if (wrong && doubtful && sayTheSame(wrong, doubtful)) return { kind: "invalid" };
    doubtful ??= wrong;
    isFirst = false;
  }
  // Whatever was sighted, and however much was spent on it: a mirror's lines are whole and clear too, and look
  // like those of an unknown kind, or as if part of them were hidden. Few lines bound what this costs.
  for (const odd of oddPictures(planes, glyphHeight !== null)) {
    const own: ReadingContext = { recognise, linesLeft: LINES_OF_AN_ODD_PICTURE, ...odd };
    const all = locate(odd.image, FIRST_LOOK);
    for (const found of toTry(all, ZONES_TRIED, 0)) {
      const { reading } = readZone(own, found);
      if (reading && isProof(reading))
        return { kind: "read", reading, others: proofsIn(own, apartFrom(found, all)) };
    }
  }
  return { kind: "none", sawZone, sighting, glyphHeight };
};
