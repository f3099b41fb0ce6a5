import { checkDigit } from "./alphabet.ts";
import { type Format, textAt } from "./formats.ts";

/** With every further one, chance would hold sooner. */
const MOST_CHANGED = 4;

const OTHER = new Map([
  ["O", "0"],
  ["0", "O"],
]);

/** All choices of `count` of the places, in order. */
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
 * The letter O and the digit 0 of OCR-B differ by less than worn print does, and a document number may hold either: where
 * its own check digit (ICAO Doc 9303-3 §4.9) fails and holds with some of them exchanged, the fewest are exchanged. Where
 * several ways do equally well the number stays uncertain in these two alone, and who compares numbers has to allow for
 * that. Nothing is tried in a date, and the composite digit, which covers the number too, is not searched for.
 */
export const repairNumber = (lines: readonly string[], format: Format): readonly string[] => {
  const check = format.checks.document_number;
  if (!check) return lines;
  const span = format.fields.documentNumber;
  const [line, from, to] = span;
  const number = textAt(lines, span);
  const kinds = textAt(format.lines, span);
  const digit = textAt(lines, check.digit);
  // Without a digit there it is a long number, which goes on elsewhere.
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
