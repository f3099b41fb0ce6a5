import { BLANK, CHARACTERS, CLASSES } from "./alphabet.ts";
import { median } from "./curve.ts";
import type { Probabilities } from "./recogniser.ts";

/** A line's places in order, with how likely each character is at each. */
export type Cells = {
  /** `count` rows, each with one probability per character. */
  data: Float32Array;
  /**
   * The number of all cells: those between the first and the last character seen, and SPARE more on either
   * side.
   */
  count: number;
  /** From the first to the last character seen, both included. */
  length: number;
  /** The mean probability of the likeliest characters over that length. */
  confidence: number;
};

/** The first or last character may have been overlooked, so places beyond the ends are kept. */
export const SPARE = 3;
const FEWEST = 6;

type Peak = { at: number; weight: number };

/** Where the recogniser sees characters: runs of steps that agree on one. */
const peaksOf = ({ data, steps }: Probabilities): Peak[] => {
  const peaks: Peak[] = [];
  let last = BLANK;
  let [moment, weight, highest] = [0, 0, 0];
  const close = (): void => {
    if (last !== BLANK) peaks.push({ at: moment / weight, weight: highest });
    [moment, weight, highest] = [0, 0, 0];
  };
  for (let step = 0; step < steps; step += 1) {
    const row = step * CLASSES;
    let best = BLANK;
    for (let index = 0; index < CLASSES; index += 1) {
      if ((data[row + index] ?? 0) > (data[row + best] ?? 0)) best = index;
    }
    if (best !== last) {
      close();
      last = best;
    }
    if (best === BLANK) continue;
    const share = data[row + best] ?? 0;
    moment += step * share;
    weight += share;
    highest = Math.max(highest, share);
  }
  close();
  return peaks;
};

/** OCR-B is printed at one fixed pitch (ICAO Doc 9303-3 §4.2): the distance that most neighbours have. */
const pitchOf = (peaks: readonly Peak[], expected: number): number => {
  const gaps = peaks.slice(1).map((peak, index) => peak.at - (peaks[index]?.at ?? 0));
  const likely = gaps.filter((gap) => gap > 0.6 * expected && gap < 1.6 * expected);
  return likely.length >= FEWEST - 1 ? median(likely) : expected;
};

/** Assigns every peak to a place on the line: peaks closer than half a pitch are one character seen twice. */
const placesOf = (peaks: readonly Peak[], pitch: number): (number | null)[] => {
  const places: (number | null)[] = [];
  let lastWeight = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const peak of peaks) {
    if (places.length === 0) places.push(peak.at);
    else {
      const steps = Math.round((peak.at - last) / pitch);
      if (steps === 0 && peak.weight <= lastWeight) continue;
      if (steps === 0) places.pop();
      for (let gap = 1; gap < steps; gap += 1) places.push(null);
      places.push(peak.at);
    }
    last = peak.at;
    lastWeight = peak.weight;
  }
  return places;
};

/** A distant speck of dirt is not a character: an end beyond more than two empty places is cut off. */
const trimmed = (places: (number | null)[]): (number | null)[] => {
  const seen = places.flatMap((place, index) => (place === null ? [] : [index]));
  let [from, to] = [0, seen.length - 1];
  while (from < to && (seen[from + 1] ?? 0) - (seen[from] ?? 0) > 3 && from < 2) from += 1;
  while (to > from && (seen[to] ?? 0) - (seen[to - 1] ?? 0) > 3 && seen.length - 1 - to < 2) to -= 1;
  return places.slice(seen[from] ?? 0, (seen[to] ?? 0) + 1);
};

/** Every place's position: as seen, between its neighbours, or a pitch further out. */
const positionsOf = (places: readonly (number | null)[], pitch: number): number[] => {
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? 0;
  const positions: number[] = [];
  for (let index = -SPARE; index < 0; index += 1) positions.push(first + index * pitch);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index];
    if (typeof place === "number") {
      positions.push(place);
      continue;
    }
    let after = index;
    while (after < places.length && typeof places[after] !== "number") after += 1;
    const before = positions.at(-1) ?? first;
    positions.push(before + ((places[after] ?? last) - before) / (after - index + 1));
  }
  for (let index = 1; index <= SPARE; index += 1) positions.push(last + index * pitch);
  return positions;
};

/**
 * Turns a strip's probabilities into places: runs of fillers are counted by their pitch, not by how often the
 * recogniser answered. `expectedPitch` is in steps. null when there is no line of characters.
 */
export const cellsOf = (read: Probabilities, expectedPitch: number): Cells | null => {
  const peaks = peaksOf(read);
  if (peaks.length < FEWEST) return null;
  const pitch = pitchOf(peaks, expectedPitch);
  const places = trimmed(placesOf(peaks, pitch));
  const positions = positionsOf(places, pitch);
  const reach = 0.34 * pitch;
  const data = new Float32Array(positions.length * CHARACTERS);
  let sum = 0;
  for (const [cell, position] of positions.entries()) {
    const from = Math.max(0, Math.round(position - reach));
    const to = Math.min(read.steps - 1, Math.round(position + reach));
    let best = 0;
    for (let character = 0; character < CHARACTERS; character += 1) {
      let highest = 0;
      for (let step = from; step <= to; step += 1) {
        highest = Math.max(highest, read.data[step * CLASSES + character] ?? 0);
      }
      data[cell * CHARACTERS + character] = highest;
      best = Math.max(best, highest);
    }
    if (cell >= SPARE && cell < positions.length - SPARE) sum += best;
  }
  return { data, count: positions.length, length: places.length, confidence: sum / places.length };
};
