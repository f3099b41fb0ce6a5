import { heightAt, slopeAt } from "./curve.ts";
import type { TextLine } from "./text-lines.ts";

/** Two or three lines, from the top down, that may be a machine readable zone. */
export type Zone = {
  lines: readonly TextLine[];
  /** All lines of a zone are equally long: the union of what was found of each. */
  left: number;
  right: number;
  height: number;
  pitch: number;
  /** As many characters long, by its width and pitch, as the lines of some zone. */
  isUsualLength: boolean;
  score: number;
};

const FEWEST_CHARACTERS = 8;
const MOST_LINES = 48;
/** ICAO Doc 9303-4, -5 and -6 §4.1: so many characters has a line. */
const LENGTHS = [30, 36, 44] as const;
/** Blur makes boxes taller; the pitch stays. A digit of OCR-B (ISO 1073-2) is hardly taller than its pitch. */
const TALLEST = 1.12;

const overlap = (a: TextLine, b: TextLine): number =>
  (Math.min(a.right, b.right) - Math.max(a.left, b.left)) / Math.min(a.right - a.left, b.right - b.left);

/** How far b is below a, in characters; NaN when they are no two lines of one zone. */
const spacing = (a: TextLine, b: TextLine): number => {
  const height = (a.height + b.height) / 2;
  const ratio = a.height / b.height;
  const x = (Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2;
  const below = (heightAt(b, x) - heightAt(a, x)) / height;
  const areParallel = Math.abs(slopeAt(a, x) - slopeAt(b, x)) < 0.05;
  const areAlike = ratio > 0.65 && ratio < 1.55 && areParallel && overlap(a, b) > 0.5;
  return areAlike && below > 1.1 && below < 3.8 ? below : Number.NaN;
};

const median = (values: number[]): number => {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
};

/** Many characters, of one pitch, in lines as long as a zone's: that no prose has. */
const scoreOf = (lines: readonly TextLine[], width: number, isUsualLength: boolean): number => {
  const found = lines.reduce((sum, { count }) => sum + Math.min(count, 46), 0);
  const filled = lines.reduce((sum, line) => sum + (line.right - line.left), 0) / (lines.length * width);
  return found * filled * filled * (isUsualLength ? 1.6 : 1);
};

const zoneOf = (lines: readonly TextLine[]): Zone => {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const pitch = median(lines.map((line) => line.pitch));
  const height = Math.min(median(lines.map((line) => line.height)), TALLEST * pitch);
  const places = (right - left) / pitch;
  const isUsualLength = LENGTHS.some((length) => Math.abs(places - length) <= 2);
  const score = scoreOf(lines, right - left, isUsualLength);
  return { lines, left, right, height, pitch, isUsualLength, score };
};

/** Groups lines to what may be zones, the likeliest first. */
export const zonesOf = (all: readonly TextLine[]): Zone[] => {
  const lines = all
    .filter(({ count }) => count >= FEWEST_CHARACTERS)
    .sort((a, b) => b.count - a.count)
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
  return zones.sort((a, b) => b.score - a.score);
};
