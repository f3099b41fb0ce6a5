import type { Box } from "./components.ts";

/** Something of the size and shape of a character, or of a few that touch each other. */
export type Glyph = {
  x: number;
  y: number;
  left: number;
  right: number;
  width: number;
  height: number;
  /** How many characters it seems to be. */
  count: number;
};

const SMALLEST = 5;
const LARGEST_SHARE = 1 / 13;
/** A character with the space beside it is about as wide as it is tall. */
const PITCH = 1.05;
const WIDEST = 6;
/** A box that is all ink is a tile of a pattern. Small or slim ones may be: a blurred "8", an "I". */
const SOLID = { share: 0.82, fromHeight: 11, fromWidth: 0.4 };
/** What a noisy picture may have at most: the largest are kept. */
const MOST = 7000;

/** Picks the boxes that may be characters of level text. */
export const glyphsOf = (boxes: readonly Box[], longSide: number): Glyph[] => {
  const largest = longSide * LARGEST_SHARE;
  const glyphs: Glyph[] = [];
  for (const { left, top, right, bottom, area } of boxes) {
    const [width, height] = [right - left, bottom - top];
    if (height < SMALLEST || height > largest || width < 2 || area < 6) continue;
    if (width < 0.1 * height || width > WIDEST * height || area < 0.1 * width * height) continue;
    const isSolid = height >= SOLID.fromHeight && width > SOLID.fromWidth * height;
    if (isSolid && area > SOLID.share * width * height) continue;
    const count = width < 1.35 * height ? 1 : Math.max(1, Math.round(width / (PITCH * height)));
    glyphs.push({ x: (left + right) / 2, y: (top + bottom) / 2, left, right, width, height, count });
  }
  if (glyphs.length <= MOST) return glyphs;
  return glyphs.sort((a, b) => b.height - a.height).slice(0, MOST);
};
