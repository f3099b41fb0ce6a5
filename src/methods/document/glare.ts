import type { GreyImage } from "./planes.ts";

const GRID = 32;
const BURNT_OUT = 252;
const FULL_SHARE = 0.9;

const burntCells = ({ data, width, height }: GreyImage): boolean[] => {
  const counts = new Uint32Array(GRID * GRID);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * GRID) / height) * GRID;
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < BURNT_OUT) continue;
      const cell = row + Math.floor((x * GRID) / width);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  const full = (FULL_SHARE * width * height) / counts.length;
  return Array.from(counts, (count) => count > full);
};

const neighbours = (cell: number): number[] => [
  ...(cell >= GRID ? [cell - GRID] : []),
  ...(cell < GRID * (GRID - 1) ? [cell + GRID] : []),
  ...(cell % GRID > 0 ? [cell - 1] : []),
  ...(cell % GRID < GRID - 1 ? [cell + 1] : []),
];

/**
 * The share of the picture that is burnt out in spots. What is white up to the picture's edge is a sheet of paper or
 * a white table, not a reflection, and does not count.
 */
export const glareShare = (image: GreyImage): number => {
  const burnt = burntCells(image);
  const edge = burnt.flatMap((isBurnt, cell) => (isBurnt && neighbours(cell).length < 4 ? [cell] : []));
  for (let cell = edge.pop(); cell !== undefined; cell = edge.pop()) {
    burnt[cell] = false;
    edge.push(...neighbours(cell).filter((near) => burnt[near]));
  }
  return burnt.filter(Boolean).length / burnt.length;
};
