import type { Budget } from "#methods/document/document.ts";
import type { GreyImage } from "#methods/document/image/tiles.ts";
import { COLUMNS_PER_STEP } from "./alphabet.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { type Curve, fitTogether, heightAt } from "./curve.ts";
import { chooseFormat } from "./formats.ts";
import { type Affine, mapped, scaleOf } from "./plane.ts";
import type { Recogniser } from "./recogniser.ts";
import { type Course, cutStrip, GLYPH_HEIGHT } from "./strip.ts";
import type { TextLine } from "./text-lines.ts";
import {
  isCertainlyWrong,
  isProof,
  looksLikeZone,
  sayTheSame,
  toZoneReading,
  type ZoneReading,
} from "./zone-reading.ts";
import { type Look, locate, toTry, type Zone } from "./zones.ts";

/** What reading needs: the finest picture there is, and how many lines may still be read. */
export type ReadingContext = { image: GreyImage; recognise: Recogniser; linesLeft: number };

const DIRECTIONS = ["as_found", "upside_down"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Where the better direction shows no format, the other one is tried if it was read as well as this. */
const AS_LIKELY = 0.8;
/** Worse than this in both directions: no characters of a zone. */
const HOPELESS = 0.45;
/** With two lines of about this length there should be a third (TD1). */
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

/** The lines above and below two of three: as far from their neighbour as the two are from each other. */
const continuations = (top: Curve, bottom: Curve): { above: Curve; below: Curve } => {
  const turn = bottom.slope - top.slope;
  const step = bottom.offset - top.offset;
  return {
    above: { slope: top.slope - turn, offset: top.offset - step, bend: top.bend },
    below: { slope: bottom.slope + turn, offset: bottom.offset + step, bend: bottom.bend },
  };
};

/** Reads the zone in one direction; `known` is its fullest line, read already. */
const readDirected = (
  zone: Zone,
  direction: Direction,
  known: { line: TextLine; cells: Cells },
  read: ReturnType<typeof lineReader>,
): ZoneReading | null => {
  const cells: Cells[] = [];
  for (const line of zone.lines) {
    const found = line === known.line ? known.cells : read(line, direction);
    if (!found) return null;
    cells.push(found);
  }
  const judged = (lines: readonly Cells[]): ZoneReading | null => {
    const chosen = chooseFormat(direction === "as_found" ? lines : lines.toReversed());
    return chosen ? toZoneReading(chosen) : null;
  };
  // The third line may be print beside the zone.
  if (cells.length === 3) return judged(cells) ?? best([judged(cells.slice(1)), judged(cells.slice(0, 2))]);
  const [top, bottom] = zone.lines;
  const isShort = cells.every(({ length }) => Math.abs(length - LENGTH_OF_THREE) <= LENGTH_TOLERANCE);
  if (!top || !bottom || !isShort) return judged(cells);
  // One line of three was overlooked.
  const { above, below } = continuations(top, bottom);
  const [before, after] = [read(above, direction), read(below, direction)];
  return best([before && judged([before, ...cells]), after && judged([...cells, after])]);
};

/** The zone with its lines bent as one page bends them. */
const withCommonBend = (zone: Zone): Zone => {
  const width = zone.right - zone.left;
  const curves = fitTogether(zone.lines, { width, height: zone.height });
  return { ...zone, lines: zone.lines.map((line, index) => ({ ...line, ...curves[index] })) };
};

/** Reads all lines of a zone, the right way up, and takes them apart by the format that they show; null for no zone. */
export const readZone = (context: ReadingContext, found: Zone, toSource: Affine): ZoneReading | null => {
  const zone = withCommonBend(found);
  const read = lineReader(context, zone, toSource);
  // Which way is up shows in the fullest line. Upside down "<" looks like a clear "5": both ways have to be compared.
  const line = zone.lines.reduce((a, b) => (b.count > a.count ? b : a));
  const views = DIRECTIONS.flatMap((direction) => {
    const cells = read(line, direction);
    return cells && cells.confidence >= HOPELESS ? [{ direction, cells }] : [];
  }).sort((a, b) => b.cells.confidence - a.cells.confidence);
  const [first, second] = views;
  if (!first) return null;
  const reading = readDirected(zone, first.direction, { line, cells: first.cells }, read);
  if (reading || !second || second.cells.confidence < AS_LIKELY) return reading;
  return readDirected(zone, second.direction, { line, cells: second.cells }, read);
};

/** The same picture twice: by its brightness, and with coloured print (guilloche) gone, ink left: max(R, G, B). */
type Planes = { luma: GreyImage; ink: () => GreyImage };

export type MrzOutcome =
  | { kind: "read"; reading: ZoneReading }
  /** Read twice, clearly, and its check digits do not hold: misprinted or altered, no matter of the photo. */
  | { kind: "invalid" }
  /** `sawZone`: lines that begin and measure like a zone's. `glyphHeight`: of what looks most like one, in pixels. */
  | { kind: "none"; sawZone: boolean; glyphHeight: number | null };

type Pass = Look & { plane: keyof Planes };

const PASSES: readonly Pass[] = [
  { plane: "luma", side: 1200, spread: 0.35 },
  { plane: "ink", side: 1200, spread: 0.35 },
  { plane: "luma", side: 1600, spread: 0.5 },
  { plane: "ink", side: 900, spread: 0.5 },
];

const LINES_READ_AT_MOST = 40;
const ZONES_TRIED = 3;
const OTHERS_TRIED = 3;

/** Finds and reads a machine readable zone anywhere in the picture, whichever way it lies. */
export const readMrz = (planes: Planes, recognise: Recogniser, budget: Budget): MrzOutcome => {
  const context: ReadingContext = { image: planes.luma, recognise, linesLeft: LINES_READ_AT_MOST };
  let doubtful: ZoneReading | null = null;
  let glyphHeight: number | null = null;
  let sawZone = false;
  // The first look is always taken to its end: on a busy machine a good photo must not be called a bad one.
  let isFirst = true;
  const mayGoOn = (): boolean => context.linesLeft > 0 && (isFirst || !budget.isSpent());
  for (const pass of PASSES) {
    if (!mayGoOn()) break;
    context.image = pass.plane === "luma" ? planes.luma : planes.ink();
    let wrong: ZoneReading | null = null;
    for (const { zone, toSource } of toTry(locate(context.image, pass), ZONES_TRIED, OTHERS_TRIED)) {
      if (zone.isUsualLength) glyphHeight ??= zone.height * scaleOf(toSource);
      const reading = mayGoOn() ? readZone(context, zone, toSource) : null;
      if (!reading) continue;
      sawZone ||= looksLikeZone(reading);
      if (isProof(reading)) return { kind: "read", reading };
      if (isCertainlyWrong(reading)) wrong ??= reading;
    }
    // Twice from different pictures of it; within one pass the same pixels would say the same.
    if (wrong && doubtful && sayTheSame(wrong, doubtful)) return { kind: "invalid" };
    doubtful ??= wrong;
    isFirst = false;
  }
  return { kind: "none", sawZone, glyphHeight };
};
