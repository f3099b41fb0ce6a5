import { checkDigit } from "./alphabet.ts";
import { type Format, textAt } from "./formats.ts";

/** Each further change makes it likelier that the digit holds by chance. */
const MOST_CHANGED = 4;

const OTHER = new Map([
  ["O", "0"],
  ["0", "O"],
]);

/** All ways to choose `count` of the places, in order. */
const choicesOf = (places: readonly number[], count: number): number[][] =>
  count === 0
    ? [[]]
    : places.flatMap((place, index) =>
        choicesOf(places.slice(index + 1), count - 1).map((rest) => [place, ...rest]),
      );

const exchanged = (text: string, places: readonly number[]): string =>
  Array.from(text, (character, at) =>
    places.includes(at) ? (OTHER.get(character) ?? character) : character,
  ).join("");

/**
 * OCR-B's letter O and digit 0 differ by less than wear does, and a document number may hold either: if its
 * own check digit (ICAO Doc 9303-3 §4.9) fails but holds with some of them exchanged, as few as possible are
 * exchanged. If several exchanges do equally well, the number stays uncertain only in these two characters,
 * and any comparison of numbers has to allow for that. Nothing is tried in a date, nor to make the composite
 * digit, which also covers the number, hold.
 */
export const repairNumber = (lines: readonly string[], format: Format): readonly string[] => {
  const check = format.checks.document_number;
  if (!check) return lines;
  const span = format.fields.documentNumber;
  const [line, from, to] = span;
  const number = textAt(lines, span);
  const kinds = textAt(format.lines, span);
  const digit = textAt(lines, check.digit);
  // Without a digit there, it is a long number, which continues elsewhere.
  if (!/^[0-9]$/.test(digit) || checkDigit(number) === digit) return lines;
  const mayBeEither = (character: string, at: number): boolean => kinds[at] === "x" && OTHER.has(character);
  const places = Array.from(number).flatMap((character, at) => (mayBeEither(character, at) ? [at] : []));
  for (let count = 1; count <= Math.min(MOST_CHANGED, places.length); count += 1) {
    const right = choicesOf(places, count)
      .map((choice) => exchanged(number, choice))
      .find((text) => checkDigit(text) === digit);
    if (right === undefined) continue;
    return lines.map((text, at) => (at === line ? text.slice(0, from) + right + text.slice(to) : text));
  }
  return lines;
};
