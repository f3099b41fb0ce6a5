import type { Cells } from "./cells.ts";
import { type LineReading, readConstrained } from "./constrained.ts";
import { FORMATS, type Format, type FormatId } from "./formats.ts";

export type FormatReading = { format: Format; lines: readonly LineReading[]; score: number };

/** How many characters a measured line may be longer or shorter than the format's. */
const MOST_OFF = 4;
/** How much worse than the best length another one may fit, on the mean of the lines. */
const AS_GOOD = 2;
/** What was seen at a place must be, by so much, what the format wants there. */
const RECOGNISED = 0.4;

/** The letters that make the format what it is, in one of its lines: they are recognised, not assumed. */
const SIGNATURES: Record<FormatId, { line: number; letters: number }> = {
  TD1: { line: 0, letters: 1 },
  TD2: { line: 0, letters: 1 },
  TD3: { line: 0, letters: 1 },
  MRVA: { line: 0, letters: 1 },
  MRVB: { line: 0, letters: 1 },
  FRA_ID: { line: 0, letters: 5 },
  CHE_DL: { line: 1, letters: 2 },
};

const lengthError = (format: Format, cells: readonly Cells[]): number => {
  let sum = 0;
  for (const [index, kinds] of format.lines.entries()) {
    sum += Math.abs((cells[index]?.length ?? 0) - kinds.length);
  }
  return sum / format.lines.length;
};

const bearsSignature = (format: Format, lines: readonly LineReading[]): boolean => {
  const { line, letters } = SIGNATURES[format.id];
  const places = lines[line]?.firstPlaces.slice(0, letters) ?? [];
  return places.length === letters && places.every((share) => share >= RECOGNISED);
};

const read = (format: Format, cells: readonly Cells[]): FormatReading | null => {
  const lines: LineReading[] = [];
  for (const [index, kinds] of format.lines.entries()) {
    const line = cells[index];
    const reading = line ? readConstrained(line, kinds) : null;
    if (!reading) return null;
    lines.push(reading);
  }
  return { format, lines, score: lines.reduce((sum, { score }) => sum + score, 0) / lines.length };
};

/**
 * Says which format the lines have, by how long they are and how they begin, and reads them so. Never by check digits:
 * trying formats until one's digits hold would accept what was altered (a visa has no composite digit).
 */
export const chooseFormat = (cells: readonly Cells[]): FormatReading | null => {
  const candidates = FORMATS.filter((format) => format.lines.length === cells.length)
    .map((format) => ({ format, error: lengthError(format, cells) }))
    .filter(({ error }) => error <= MOST_OFF);
  const least = Math.min(...candidates.map(({ error }) => error));
  const readings = candidates
    .filter(({ error }) => error <= least + AS_GOOD)
    .flatMap(({ format }) => {
      const reading = read(format, cells);
      return reading && bearsSignature(format, reading.lines) ? [reading] : [];
    });
  // The longer signature is the stronger one: "IDFRA" over two lines is the French card and no other TD2.
  readings.sort(
    (a, b) => SIGNATURES[b.format.id].letters - SIGNATURES[a.format.id].letters || b.score - a.score,
  );
  return readings[0] ?? null;
};
