import { ALPHABET, CHARACTERS } from "#methods/document/mrz/alphabet.ts";
import { type Cells, SPARE } from "#methods/document/mrz/cells.ts";

/** Cells as a clear picture of this text would give them; a character listed in `doubts` is seen as another with that share. */
export const cellsOfText = (
  text: string,
  doubts: Readonly<Record<number, readonly [character: string, share: number]>> = {},
  certainty = 0.99,
): Cells => {
  const count = text.length + 2 * SPARE;
  const data = new Float32Array(count * CHARACTERS).fill(1e-5);
  for (const [index, character] of Array.from(text).entries()) {
    const row = (index + SPARE) * CHARACTERS;
    const [other, share] = doubts[index] ?? ["", 0];
    data[row + ALPHABET.indexOf(character)] = certainty * (1 - share);
    if (other) data[row + ALPHABET.indexOf(other)] = certainty * share;
  }
  return { data, count, length: text.length, confidence: certainty };
};
