import type { GreyImage } from "../planes.ts";

/** Brightness as the eye weighs it, of a canvas's pixels: four bytes each. The pixels are zeroed. */
export const lumaOfRgba = (rgba: Uint8ClampedArray, width: number, height: number): GreyImage => {
  const data = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < data.length; pixel += 1, at += 4) {
    data[pixel] = ((rgba[at] ?? 0) * 77 + (rgba[at + 1] ?? 0) * 150 + (rgba[at + 2] ?? 0) * 29) >> 8;
  }
  rgba.fill(0);
  return { data, width, height };
};
