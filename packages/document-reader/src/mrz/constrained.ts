import { ALPHABET, allowedAt, CHARACTERS } from "./alphabet.ts";
import type { Cells } from "./cells.ts";

/** A line read as its format prescribes. */
export type LineReading = {
  text: string;
  /** For each character, how likely it is to be what was read. */
  probabilities: readonly number[];
  /** The mean logarithm of the probabilities. */
  score: number;
  /** The share of what was seen at each of the first places that the format allows there. */
  firstPlaces: readonly number[];
};

const LEAST = 1e-4;

const readAt = (cells: Cells, masks: readonly Uint8Array[], offset: number): LineReading => {
  let text = "";
  let score = 0;
  const probabilities: number[] = [];
  const firstPlaces: number[] = [];
  for (const [place, mask] of masks.entries()) {
    const row = (offset + place) * CHARACTERS;
    let [best, bestShare, all, allowed] = [-1, -1, 0, 0];
    for (let character = 0; character < CHARACTERS; character += 1) {
      const share = cells.data[row + character] ?? 0;
      all += share;
      if (mask[character] === 0) continue;
      allowed += share;
      if (share > bestShare) [best, bestShare] = [character, share];
    }
    text += ALPHABET.charAt(best);
    probabilities.push(bestShare);
    firstPlaces.push(all > 0 ? allowed / all : 0);
    score += Math.log(Math.max(LEAST, bestShare));
  }
  return { text, probabilities, score: score / masks.length, firstPlaces: firstPlaces.slice(0, 5) };
};

/**
 * Reads a line, taking at every place the likeliest character that the format allows. The line starts where
 * the characters fit best; anything before and after is left out. Check digits are not considered: they only
 * judge what was read.
 */
export const readConstrained = (cells: Cells, kinds: string): LineReading | null => {
  const masks = Array.from(kinds, allowedAt);
  let best: LineReading | null = null;
  for (let offset = 0; offset + kinds.length <= cells.count; offset += 1) {
    const reading = readAt(cells, masks, offset);
    if (!best || reading.score > best.score) best = reading;
  }
  return best;
};
