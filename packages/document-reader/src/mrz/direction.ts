import { smoothed } from "../image/tiles.ts";
import type { Box } from "./components.ts";

/** Bins of two degrees over half a turn: which way is up becomes clear later. */
const BINS = 90;
const BIN_DEGREES = 180 / BINS;
const SECOND_SHARE = 0.45;
const NEAR_BINS = 5;

type Mark = { x: number; y: number; size: number };

const marksOf = (boxes: readonly Box[], longSide: number): Mark[] =>
  boxes
    .map(({ left, top, right, bottom }) => ({
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      size: Math.max(right - left, bottom - top),
      thin: Math.min(right - left, bottom - top),
    }))
    .filter(({ size, thin }) => size >= 6 && size <= longSide / 13 && thin >= 2 && thin > 0.1 * size)
    .sort((a, b) => a.x - b.x)
    .slice(0, 12_000);

/**
 * How often the nearest neighbour of similar size lies in each direction: a line's characters are each
 * other's neighbours.
 */
const neighbourHistogram = (marks: readonly Mark[]): Float64Array => {
  const histogram = new Float64Array(BINS);
  for (const [index, mark] of marks.entries()) {
    const reach = 2.2 * mark.size;
    let [best, angle] = [reach * reach, Number.NaN];
    const look = (other: Mark | undefined): boolean => {
      if (!other || Math.abs(other.x - mark.x) > reach) return false;
      const [dx, dy] = [other.x - mark.x, other.y - mark.y];
      const distance = dx * dx + dy * dy;
      const ratio = other.size / mark.size;
      if (distance < best && distance > 0.12 * mark.size * mark.size && ratio > 0.55 && ratio < 1.8) {
        best = distance;
        angle = Math.atan2(dy, dx);
      }
      return true;
    };
    for (let next = index + 1; look(marks[next]); next += 1);
    for (let next = index - 1; look(marks[next]); next -= 1);
    if (Number.isNaN(angle)) continue;
    const bin = Math.round((angle * BINS) / Math.PI + BINS) % BINS;
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  return histogram;
};

/** The directions in which lines of text seem to run, in degrees from -90 to 90, likeliest first. */
export const textDirections = (boxes: readonly Box[], longSide: number): number[] => {
  const histogram = neighbourHistogram(marksOf(boxes, longSide));
  const at = (bin: number): number => histogram.at(bin % BINS) ?? 0;
  const smooth = Array.from(smoothed(histogram, 2), (value, bin) => ({ value, bin }));
  const order = smooth.sort((a, b) => b.value - a.value);
  const peaks: number[] = [];
  const highest = order[0]?.value ?? 0;
  for (const { value, bin } of order) {
    if (value < SECOND_SHARE * highest || value === 0 || peaks.length === 2) break;
    const isNew = peaks.every((peak) => {
      const apart = Math.abs(peak - bin);
      return Math.min(apart, BINS - apart) > NEAR_BINS;
    });
    if (isNew) peaks.push(bin);
  }
  return peaks.map((bin) => {
    // Between the bins: the centre of what surrounds the peak.
    let [sum, weight] = [0, 0];
    for (let offset = -2; offset <= 2; offset += 1) {
      sum += offset * at(bin + offset);
      weight += at(bin + offset);
    }
    const degrees = (bin + (weight > 0 ? sum / weight : 0)) * BIN_DEGREES;
    return degrees > 90 ? degrees - 180 : degrees;
  });
};
