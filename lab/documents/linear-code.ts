import sharp from "sharp";
import { svgOf } from "./pixels.ts";
import { seeded } from "./seeded.ts";

/** A card with a linear barcode, as voter cards, library cards and tickets have it: bars alone, no rows. */
type LinearCode = {
  /** Of the narrowest bar, in pixels of a picture 1600 wide. */
  unit: number;
  /** Of the bars, in pixels. */
  height: number;
  /** In degrees. */
  tilt: number;
  seed: number;
};

const barsOf = ({ unit, height, seed }: LinearCode): string => {
  const random = seeded(seed);
  const width = (): number => unit * (1 + Math.floor(random() * 3));
  const bars: string[] = [];
  for (let x = 0; x < 1000; x += width()) {
    const bar = width();
    bars.push(`<rect x="${x}" width="${bar}" height="${height}"/>`);
    x += bar;
  }
  return bars.join("");
};

/** A JPEG of such a card on a table. The same options give the same picture. */
export const makeLinearCode = (code: LinearCode): Promise<Uint8Array> => {
  const card = `<rect x="150" y="200" width="1300" height="800" rx="40" fill="#eef"/>`;
  const bars = `<g transform="translate(300 400)">${barsOf(code)}</g>`;
  const drawing = `<rect width="100%" height="100%" fill="#8a7a66"/><g transform="rotate(${code.tilt} 800 600)">${card}${bars}</g>`;
  return sharp(svgOf({ width: 1600, height: 1200 }, drawing))
    .blur(0.8)
    .jpeg({ quality: 80 })
    .toBuffer();
};
