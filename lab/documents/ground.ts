import sharp from "sharp";
import type { Pixels } from "./card-face.ts";
import { drawDesk } from "./desk.ts";
import { type Random, seeded } from "./seeded.ts";

/** What a document lies on. */
export type Ground = "desk" | "newspaper" | "cloth";

const WORDS =
  "the of and minister council river market price report today city night train rain winter school goal team summer election budget music garden bridge harbour letter prize doctor street window paper".split(
    " ",
  );

const lineOf = (random: Random, characters: number): string => {
  let line = "";
  while (line.length < characters) line += `${WORDS[Math.floor(random() * WORDS.length)] ?? ""} `;
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
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  const data = await sharp(Buffer.from(svg)).removeAlpha().toColourspace("srgb").raw().toBuffer();
  return { data, width, height };
};
