import sharp from "sharp";
import type { Pixels } from "./card-face.ts";
import { seeded, valueNoise } from "./seeded.ts";

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
  const tone = DESK_TONES[Math.floor(random() * DESK_TONES.length)] ?? DESK_TONES[0];
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
  const data = await sharp(small, { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width, height };
};
