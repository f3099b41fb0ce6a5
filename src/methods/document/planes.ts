/** One byte a pixel, row by row. */
export type GreyImage = { data: Uint8Array; width: number; height: number };

/** Three bytes a pixel: red, green, blue. */
export type ColourImage = { data: Uint8Array; width: number; height: number };

/** Brightness as the eye weighs it (ITU-R BT.601, in 256ths). */
export const lumaOf = ({ data, width, height }: ColourImage): GreyImage => {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < luma.length; pixel += 1, at += 3) {
    luma[pixel] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
  }
  return { data: luma, width, height };
};

/** The strongest of the three colours: coloured print is as bright as paper in one of them, black ink in none. */
export const inkOf = ({ data, width, height }: ColourImage): GreyImage => {
  const ink = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < ink.length; pixel += 1, at += 3) {
    ink[pixel] = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  }
  return { data: ink, width, height };
};
