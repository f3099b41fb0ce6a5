import type { GreyImage } from "../image/tiles.ts";
import { ALPHABET, CHARACTERS, KINDS } from "./alphabet.ts";
import { type Cells, SPARE } from "./cells.ts";
import { type Curve, continuations, heightAt, meanOf } from "./curve.ts";
import { mapped, scaleOf } from "./plane.ts";
import { GLYPH_HEIGHT } from "./strip.ts";
import type { Found } from "./zones.ts";

/**
 * What was seen of a zone that could not be read: its lines continue beyond the picture's edge; they are
 * whole and clear but begin like no document known here; part of them is hidden, by something or by a
 * reflection; or nothing that can be named.
 */
export type Sighting = "cut_off" | "unknown_layout" | "glare" | "covered" | "unclear";

/** The least mean confidence along a zone's line; other print fits the zone's few characters badly. */
const LEAST_CONFIDENCE = 0.8;
/** The fewest fillers in all lines together. Any kind of zone has more; print has none. */
const FEWEST_FILLERS = 4;
const CLEAR = 0.85;

/** The likeliest character at each place, and how likely it is. */
const seenIn = ({ data, count }: Cells): { character: string; share: number }[] =>
  Array.from({ length: Math.max(0, count - 2 * SPARE) }, (_, place) => {
    const row = (place + SPARE) * CHARACTERS;
    let best = 0;
    for (let index = 1; index < CHARACTERS; index += 1)
      if ((data[row + index] ?? 0) > (data[row + best] ?? 0)) best = index;
    return { character: ALPHABET.charAt(best), share: data[row + best] ?? 0 };
  });

/**
 * Whether lines are a zone's by their content: their characters are read well, and fillers are among them.
 */
const areOfAZone = (lines: readonly Cells[]): boolean => {
  if (lines.some(({ confidence }) => confidence < LEAST_CONFIDENCE)) return false;
  const fillers = lines.flatMap(seenIn).filter(({ character, share }) => character === "<" && share >= CLEAR);
  return fillers.length >= FEWEST_FILLERS;
};

/**
 * How many lines there are, of how many characters (ICAO Doc 9303-4 to -7), and which first letters are known
 * here.
 */
const LAYOUTS = [
  { lines: 3, length: 30, first: KINDS.t },
  { lines: 2, length: 36, first: KINDS.i + KINDS.v },
  { lines: 2, length: 44, first: KINDS.p + KINDS.v },
] as const;

const layoutOf = (lines: readonly Cells[]) =>
  LAYOUTS.find((one) => one.lines === lines.length && lines.every(({ length }) => length === one.length));

/** Whole and clear lines of a known size with an unknown first letter: a better picture would not help. */
const isOfUnknownKind = (lines: readonly Cells[]): boolean => {
  const first = lines[0] && seenIn(lines[0])[0];
  const layout = layoutOf(lines);
  if (!layout || !first || first.share < CLEAR) return false;
  return (
    meanOf(lines.map(({ confidence }) => confidence)) >= CLEAR && !layout.first.includes(first.character)
  );
};

/** This many places in a row where nothing was recognised are not just a worn letter. */
const HIDDEN_PLACES = 2;
const NOTHING = 0.3;
/** By how much a line is shorter than another one of its zone if part of it is hidden. */
const SHORTER = 3;

/** Whether part of the lines is missing while the rest is clear. */
const isPartHidden = (lines: readonly Cells[]): boolean => {
  const lengths = lines.map(({ length }) => length);
  if (Math.max(...lengths) - Math.min(...lengths) >= SHORTER) return true;
  return lines.some((line) => {
    let run = 0;
    return seenIn(line).some(({ share }) => {
      run = share < NOTHING ? run + 1 : 0;
      return run >= HIDDEN_PLACES;
    });
  });
};

/** A line that ends this near the picture's edge, in characters, continues beyond it. */
const EDGE_CHARACTERS = 1.5;

/** Whether one of the lines ends at the picture's edge. */
export const endsAtEdge = (image: GreyImage, { zone, toSource }: Found): boolean => {
  const margin = EDGE_CHARACTERS * zone.pitch * scaleOf(toSource);
  return zone.lines.some((line) =>
    [line.left, line.right].some((x) => {
      const end = mapped(toSource, { x, y: heightAt(line, x) });
      return (
        end.x < margin || end.x > image.width - margin || end.y < margin || end.y > image.height - margin
      );
    }),
  );
};

/** How far apart a zone's lines are, in character heights (9303-4 §4.1). */
const LINE_STEP = 2.4;

/** Longer lines come in twos (9303-5 §4.2). */
const LONGEST_OF_THREE = 32;

/**
 * Whether a line that should be there is outside the picture: at least one of its ends lies beyond the edge.
 */
const isOutside = (image: GreyImage, { zone, toSource }: Found, line: Curve): boolean =>
  [zone.left, zone.right].some((x) => {
    const { x: across, y: down } = mapped(toSource, { x, y: heightAt(line, x) });
    const half = (zone.height * scaleOf(toSource)) / 2;
    return across < 0 || across > image.width || down < half || down > image.height - half;
  });

/** Brighter than paper can be at a correct exposure, and at least this wide, in characters. */
const BURNT_OUT = 246;
const PAPER_BELOW = 238;
const WIDEST_GAP = 1.2;

/**
 * Whether a reflection lies on a line: over a stretch of more than a character, everything is as bright as
 * light itself, while the paper beside it is darker.
 */
const hasGlareOn = (image: GreyImage, { zone, toSource }: Found): boolean =>
  zone.lines.some((line) => {
    const step = zone.height / GLYPH_HEIGHT;
    const columns = Math.floor((zone.right - zone.left) / step);
    const darkest: number[] = [];
    const brightest: number[] = [];
    for (let column = 0; column < columns; column += 1) {
      const x = zone.left + column * step;
      let [low, high] = [255, 0];
      for (let row = -2; row <= 2; row += 1) {
        const place = mapped(toSource, { x, y: heightAt(line, x) + (row * zone.height) / 4 });
        const value = image.data[Math.floor(place.y) * image.width + Math.floor(place.x)] ?? 0;
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
      darkest.push(low);
      brightest.push(high);
    }
    const paper = brightest.toSorted((a, b) => a - b)[brightest.length >> 1] ?? 255;
    if (paper > PAPER_BELOW) return false;
    const longest = (WIDEST_GAP * zone.pitch) / step;
    let run = 0;
    return darkest.some((value) => {
      run = value >= BURNT_OUT ? run + 1 : 0;
      return run > longest;
    });
  });

/** Whether a line is missing where the picture ends: the third of three, or the one next to a single line. */
const lacksLine = (image: GreyImage, found: Found, lines: readonly Cells[]): boolean => {
  const [top, bottom, third] = found.zone.lines;
  if (!top || third || (bottom && lines.some(({ length }) => length > LONGEST_OF_THREE))) return false;
  const step = bottom ? null : LINE_STEP * found.zone.height;
  const { above, below } = continuations(top, bottom ?? top);
  const beside =
    step === null ? [above, below] : [-step, step].map((by) => ({ ...top, offset: top.offset + by }));
  return beside.some((line) => isOutside(image, found, line));
};

/** Says what kept lines from being read, wholly or in part; null if the lines are not a zone's. */
export const sightingOf = (image: GreyImage, found: Found, lines: readonly Cells[]): Sighting | null => {
  if (lines.length === 0 || !areOfAZone(lines)) return null;
  const isWhole = layoutOf(lines) !== undefined;
  if (!isWhole && (endsAtEdge(image, found) || lacksLine(image, found, lines))) return "cut_off";
  if (isOfUnknownKind(lines)) return "unknown_layout";
  if (hasGlareOn(image, found)) return "glare";
  return isPartHidden(lines) ? "covered" : "unclear";
};
