import type { GreyImage } from "#methods/document/image/tiles.ts";
import { type Box, components, glyphsOf } from "./components.ts";
import { heightAt, meanOf, median, slopeAt } from "./curve.ts";
import { textDirections } from "./direction.ts";
import { inkMap } from "./ink-map.ts";
import { type Affine, followedBy, shrunkTo, turned } from "./plane.ts";
import { type TextLine, textLines } from "./text-lines.ts";

/**
 * Two or three lines, from the top down, that may be a machine readable zone, or a single one that may be
 * left of it.
 */
export type Zone = {
  lines: readonly TextLine[];
  /** All of a zone's lines are equally long, so this is the union of what was found of each. */
  left: number;
  right: number;
  height: number;
  pitch: number;
  /** By its width and pitch, it is as many characters long as some zone's lines. */
  isUsualLength: boolean;
  /** How much print it is. Too little is not a zone, whatever it looks like. */
  size: number;
  /** The size, reduced for what looks like prose or is too long; it decides what is tried first. */
  score: number;
};

const FEWEST_CHARACTERS = 8;
const MOST_LINES = 48;
/** ICAO Doc 9303-4, -5 and -6 §4.1: how many characters a line has. */
const LENGTHS = [30, 36, 44] as const;
/** Blur makes boxes taller; the pitch stays. An OCR-B digit (ISO 1073-2) is hardly taller than its pitch. */
const TALLEST = 1.12;

const overlap = (a: TextLine, b: TextLine): number =>
  (Math.min(a.right, b.right) - Math.max(a.left, b.left)) / Math.min(a.right - a.left, b.right - b.left);

/** How far b is below a, in characters; NaN when they cannot be two lines of one zone. */
const spacing = (a: TextLine, b: TextLine): number => {
  const height = (a.height + b.height) / 2;
  const ratio = a.height / b.height;
  const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2;
  const below = (heightAt(b, x) - heightAt(a, x)) / height;
  const areParallel = Math.abs(slopeAt(a, x) - slopeAt(b, x)) < 0.05;
  const areAlike = ratio > 0.65 && ratio < 1.55 && areParallel && overlap(a, b) > 0.5;
  return areAlike && below > 1.1 && below < 3.8 ? below : Number.NaN;
};

/** No zone is longer than this, in characters, whatever was found beside it. */
const LONGEST = 50;
const TOO_LONG = 0.4;

/** Measured on generated photos: zones have at least 0.7 however blurred they are, prose 0.3 to 0.65. */
const PROSE = { regularity: 0.55, likeness: 0.4 };
const TYPE = { regularity: 0.85, likeness: 1 };

/** How much a line counts: fully when its type has one pitch, and less the more it looks like prose. */
const likeness = ({ regularity, count }: TextLine): number => {
  const share = (regularity - PROSE.regularity) / (TYPE.regularity - PROSE.regularity);
  const asType = PROSE.likeness + Math.max(0, Math.min(1, share)) * (TYPE.likeness - PROSE.likeness);
  return asType * (count > LONGEST ? TOO_LONG : 1);
};

/** High for many characters that fill lines as long as a zone's. */
const sizeOf = (lines: readonly TextLine[], width: number, isUsualLength: boolean): number => {
  const found = lines.reduce((sum, { count }) => sum + Math.min(count, 46), 0);
  const filled = meanOf(lines.map((line) => line.right - line.left)) / width;
  return found * filled * filled * (isUsualLength ? 1.6 : 1);
};

const zoneOf = (lines: readonly TextLine[]): Zone => {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const pitch = median(lines.map((line) => line.pitch));
  const height = Math.min(median(lines.map((line) => line.height)), TALLEST * pitch);
  const places = (right - left) / pitch;
  const isUsualLength = LENGTHS.some((length) => Math.abs(places - length) <= 2);
  const size = sizeOf(lines, right - left, isUsualLength);
  const score = size * meanOf(lines.map(likeness)) * (places > LONGEST ? TOO_LONG : 1);
  return { lines, left, right, height, pitch, isUsualLength, size, score };
};

/** This many characters at one pitch are not prose: their zone's other lines may lie outside the picture. */
const FEWEST_ALONE = 20;
const REGULAR_ALONE = 0.85;

/**
 * Groups lines into possible zones, likeliest first, followed by single lines that may be all that is left of
 * one.
 */
export const zonesOf = (all: readonly TextLine[]): Zone[] => {
  const lines = all
    .filter(({ count }) => count >= FEWEST_CHARACTERS)
    .sort((a, b) => b.count * likeness(b) - a.count * likeness(a))
    .slice(0, MOST_LINES);
  const zones: Zone[] = [];
  for (const first of lines) {
    for (const second of lines) {
      const one = spacing(first, second);
      if (Number.isNaN(one)) continue;
      zones.push(zoneOf([first, second]));
      for (const third of lines) {
        const two = spacing(second, third);
        if (Number.isNaN(two) || two / one > 1.35 || one / two > 1.35) continue;
        zones.push(zoneOf([first, second, third]));
      }
    }
  }
  for (const line of lines)
    if (line.count >= FEWEST_ALONE && line.regularity >= REGULAR_ALONE)
      zones.push({ ...zoneOf([line]), score: 0 });
  return zones.sort((a, b) => b.score - a.score);
};

const share = (a: Zone, b: Zone): boolean => a.lines.some((line) => b.lines.includes(line));

/**
 * The zones to try of those found, likeliest first: the first few, then some that share no line with any
 * before. A page of print around a document makes a zone of every two or three of its lines.
 */
export const toTry = <Found extends { zone: Zone }>(
  found: readonly Found[],
  first: number,
  others: number,
): Found[] => {
  const chosen = found.slice(0, first);
  const most = chosen.length + others;
  for (const candidate of found.slice(first)) {
    if (chosen.length === most) break;
    if (!chosen.some(({ zone }) => share(zone, candidate.zone))) chosen.push(candidate);
  }
  return chosen;
};

/** Lines closer to level than this are found as they are. */
const LEVEL_DEGREES = 6;
/** Less than this is just any print, not a zone. */
const LEAST_SIZE = 24;

/**
 * The settings of one look at a picture: the long side of its copy, and how far ink stands out from its
 * surroundings.
 */
export type Look = { side: number; spread: number };

export type Found = { zone: Zone; toSource: Affine };

/** What may be a zone, in every direction in which text runs, likeliest first. */
export const locate = (image: GreyImage, { side, spread }: Look): Found[] => {
  const { image: small, toSource } = shrunkTo(image, side);
  const longSide = Math.max(small.width, small.height);
  const boxesOf = (copy: GreyImage): Box[] => components(inkMap(copy, spread), copy.width, copy.height);
  const found: Found[] = [];
  const look = (boxes: readonly Box[], back: Affine): void => {
    for (const zone of zonesOf(textLines(glyphsOf(boxes, longSide)))) found.push({ zone, toSource: back });
  };
  const boxes = boxesOf(small);
  const directions = textDirections(boxes, longSide);
  const isLevel = (degrees: number): boolean => Math.abs(degrees) <= LEVEL_DEGREES;
  if (directions.length === 0 || directions.some(isLevel)) look(boxes, toSource);
  for (const degrees of directions.filter((direction) => !isLevel(direction))) {
    const level = turned(small, degrees);
    look(boxesOf(level.image), followedBy(level.toSource, toSource));
    level.image.data.fill(0);
  }
  if (small !== image) small.data.fill(0);
  return found.filter(({ zone }) => zone.size >= LEAST_SIZE).sort((a, b) => b.zone.score - a.zone.score);
};
