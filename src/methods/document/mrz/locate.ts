import type { GreyImage } from "../planes.ts";
import { components } from "./components.ts";
import { textDirections } from "./direction.ts";
import { glyphsOf } from "./glyph-boxes.ts";
import { inkMap } from "./ink-map.ts";
import { type Affine, followedBy, shrunkTo, turned } from "./plane.ts";
import { textLines } from "./text-lines.ts";
import { type Zone, zonesOf } from "./zones.ts";

/** Lines that lie flatter than this are found as they are. */
const LEVEL_DEGREES = 6;
/** Less than this is no zone but any print. */
const LEAST_SIZE = 24;

/** How one look at a picture goes: the long side of its copy, and how far ink stands out from its surroundings. */
export type Look = { side: number; spread: number };

export type Found = { zone: Zone; toSource: Affine };

/** What may be a zone, in every direction that text runs in, the likeliest first. */
export const locate = (image: GreyImage, { side, spread }: Look): Found[] => {
  const { image: small, toSource } = shrunkTo(image, side);
  const longSide = Math.max(small.width, small.height);
  const boxes = components(inkMap(small, spread), small.width, small.height);
  const found: Found[] = [];
  const directions = textDirections(boxes, longSide);
  const isLevel = (degrees: number): boolean => Math.abs(degrees) <= LEVEL_DEGREES;
  if (directions.length === 0 || directions.some(isLevel)) {
    for (const zone of zonesOf(textLines(glyphsOf(boxes, longSide)))) found.push({ zone, toSource });
  }
  for (const degrees of directions.filter((direction) => !isLevel(direction))) {
    const level = turned(small, degrees);
    const turnedBoxes = components(inkMap(level.image, spread), level.image.width, level.image.height);
    const back = followedBy(level.toSource, toSource);
    for (const zone of zonesOf(textLines(glyphsOf(turnedBoxes, longSide))))
      found.push({ zone, toSource: back });
    level.image.data.fill(0);
  }
  if (small !== image) small.data.fill(0);
  return found.filter(({ zone }) => zone.size >= LEAST_SIZE).sort((a, b) => b.zone.score - a.zone.score);
};
