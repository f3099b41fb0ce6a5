import type { GreyImage } from "../image/tiles.ts";

/** Half a window, as a share of the picture's long side: about one and a half characters. */
const REACH_SHARE = 1 / 80;
const SMALLEST_REACH = 6;
/** Weaker marks are paper. */
const LEAST_CONTRAST = 7;

/** One byte per pixel, 1 for ink: darker than its surroundings by `spread` of their standard deviation. */
export const inkMap = ({ data, width, height }: GreyImage, spread: number): Uint8Array => {
  const reach = Math.max(SMALLEST_REACH, Math.round(Math.max(width, height) * REACH_SHARE));
  const ink = new Uint8Array(width * height);
  // Sums of each column over the window's rows: they slide down, and a sum over columns slides along them.
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  const add = (y: number, sign: 1 | -1): void => {
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      const value = data[row + x] ?? 0;
      sums[x] = (sums[x] ?? 0) + sign * value;
      squares[x] = (squares[x] ?? 0) + sign * value * value;
    }
  };
  for (let y = 0; y < Math.min(reach, height); y += 1) add(y, 1);
  const factor = spread * spread;
  for (let y = 0; y < height; y += 1) {
    if (y + reach < height) add(y + reach, 1);
    if (y - reach - 1 >= 0) add(y - reach - 1, -1);
    const rows = Math.min(height - 1, y + reach) - Math.max(0, y - reach) + 1;
    let [sum, square] = [0, 0];
    for (let x = 0; x < Math.min(reach, width); x += 1) {
      sum += sums[x] ?? 0;
      square += squares[x] ?? 0;
    }
    for (let x = 0; x < width; x += 1) {
      if (x + reach < width) {
        sum += sums[x + reach] ?? 0;
        square += squares[x + reach] ?? 0;
      }
      if (x - reach - 1 >= 0) {
        sum -= sums[x - reach - 1] ?? 0;
        square -= squares[x - reach - 1] ?? 0;
      }
      const count = rows * (Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1);
      const mean = sum / count;
      const darker = mean - (data[y * width + x] ?? 0);
      if (darker > LEAST_CONTRAST && darker * darker > factor * (square / count - mean * mean)) {
        ink[y * width + x] = 1;
      }
    }
  }
  return ink;
};
