import sharp from "sharp";
import { type Pixels, rgbImage, rgbOf, svgOf } from "./pixels.ts";
import { pick, type Random, seeded, valueNoise } from "./seeded.ts";

// Out of the lens's focus, so a third of the size is enough.
const REDUCTION = 3;
const PLANK = 0.34;
const DESK_TONES = [
  [142, 104, 70],
  [96, 70, 52],
  [176, 148, 116],
  [88, 92, 96],
] as const;

/** A wooden desk (RGB): planks of one tone, long grain, dark seams. */
export const drawDesk = async (width: number, height: number, seed: number): Promise<Pixels> => {
  const [w, h] = [Math.ceil(width / REDUCTION), Math.ceil(height / REDUCTION)];
  const random = seeded(seed ^ 0x5eed);
  const tone = pick(DESK_TONES, random);
  const shift = random();
  const small = new Uint8Array(w * h * 3);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const plankAt = (y / h + shift + 0.012 * (x / w)) / PLANK;
      const plank = Math.floor(plankAt);
      const fromSeam = Math.abs(plankAt - Math.round(plankAt)) * PLANK * h;
      const warp = valueNoise(x / 70, y / 40, seed + plank) * 5;
      const grain = valueNoise(x / 95, y / 2.2 + warp * 2, seed + plank * 7);
      const pores = valueNoise(x / 14, y * 1.1, seed + 91);
      const shade =
        0.8 + 0.1 * valueNoise(plank, 3, seed) + 0.2 * grain + 0.06 * pores - (fromSeam < 1.2 ? 0.3 : 0);
      for (const [channel, value] of tone.entries()) {
        small[(y * w + x) * 3 + channel] = Math.min(255, value * shade);
      }
    }
  }
  return rgbOf(
    rgbImage({ data: small, width: w, height: h }).resize(width, height, { fit: "fill", kernel: "cubic" }),
  );
};

/** What a document lies on. */
export type Ground = "desk" | "newspaper" | "cloth";

const WORDS =
  "the of and minister council river market price report today city night train rain winter school goal team summer election budget music garden bridge harbour letter prize doctor street window paper".split(
    " ",
  );

const lineOf = (random: Random, characters: number): string => {
  let line = "";
  while (line.length < characters) line += `${pick(WORDS, random)} `;
  return line;
};

/** Columns of small print, as high as a zone's or smaller, with a heading here and there. */
const newspaper = (width: number, height: number, random: Random): string => {
  const size = width * (0.012 + 0.01 * random());
  const column = width / 3.2;
  const perLine = Math.floor((column / size) * 1.7);
  const rows: string[] = [];
  for (let left = width * 0.01; left < width; left += column * 1.06) {
    for (let y = size * 2; y < height; y += size * 1.32) {
      const isHeading = random() < 0.03;
      const fontSize = isHeading ? size * 2 : size;
      if (isHeading) y += size * 1.2;
      rows.push(
        `<text x="${left.toFixed(0)}" y="${y.toFixed(0)}" font-size="${fontSize.toFixed(1)}" textLength="${column.toFixed(0)}" lengthAdjust="spacingAndGlyphs">${lineOf(random, perLine / (isHeading ? 2 : 1)).trim()}</text>`,
      );
    }
  }
  return `<rect width="100%" height="100%" fill="#d8d4c8"/><g font-family="DejaVu Serif, Georgia, serif" fill="#2b2a28">${rows.join("")}</g>`;
};

/** Small squares of two tones in rows: a table cloth that looks like lines of characters. */
const cloth = (width: number, random: Random): string => {
  const size = width * (0.012 + 0.014 * random());
  const hue = Math.floor(random() * 360);
  return `<pattern id="cloth" width="${size}" height="${size * 1.9}" patternUnits="userSpaceOnUse"><rect width="${size * 0.62}" height="${size}" fill="hsl(${hue} 35% 28%)"/></pattern><rect width="100%" height="100%" fill="hsl(${hue} 25% 78%)"/><rect width="100%" height="100%" fill="url(#cloth)" transform="rotate(${-4 + 8 * random()})"/>`;
};

/** Draws the ground (RGB), the same for the same seed. */
export const drawGround = async (
  ground: Ground,
  width: number,
  height: number,
  seed: number,
): Promise<Pixels> => {
  if (ground === "desk") return drawDesk(width, height, seed);
  const random = seeded(seed ^ 0x6e17);
  const drawing = ground === "newspaper" ? newspaper(width, height, random) : cloth(width, random);
  return rgbOf(sharp(svgOf({ width, height }, drawing)).toColourspace("srgb"));
};
