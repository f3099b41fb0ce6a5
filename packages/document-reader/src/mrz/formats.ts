import type { CheckField } from "../document.ts";
import type { Cells } from "./cells.ts";
import { type LineReading, readConstrained } from "./constrained.ts";
import { meanOf } from "./curve.ts";

export type FormatId = "TD1" | "TD2" | "TD3" | "MRVA" | "MRVB" | "FRA_ID" | "CHE_DL";

/** The characters of a line from `from` up to but excluding `to`, counted from 0. */
export type Span = readonly [line: number, from: number, to: number];

export type Check = {
  over: readonly Span[];
  /** Directly after the last protected character. */
  digit: Span;
  /** With nothing to protect, the digit itself may be a filler (9303-4 §4.2.2.2, position 43). */
  emptyMayBeFiller?: true;
};

export type Format = {
  id: FormatId;
  /** Which kind of character is allowed where: alphabet.ts says what the letters mean. */
  lines: readonly string[];
  fields: {
    birthDate: Span;
    expiryDate?: Span;
    /** YYMM. */
    issueMonth?: Span;
    documentCode: Span;
    documentNumber: Span;
    /** Where a document number that is longer than its field continues (9303-5 §4.2.2.1 note j). */
    longNumberRest?: Span;
    states: readonly Span[];
  };
  checks: Partial<Record<CheckField, Check>>;
};

const BIRTH_TO_EXPIRY = "dddddd" + "n" + "s" + "dddddd" + "n";
const NUMBER_TO_EXPIRY = `${"x".repeat(9)}naaa${BIRTH_TO_EXPIRY}`;
const NUMBER_TO_EXPIRY_LONG = `${"x".repeat(9)}daaa${BIRTH_TO_EXPIRY}`;
const names = (length: number): string => "a".repeat(length);

const check = (...over: [Span, ...Span[]]): Check => {
  const [line, , end] = over.at(-1) ?? over[0];
  return { over, digit: [line, end, end + 1] };
};

/** The dates' places in the second line of every two-line document. */
const TWO_LINE_FIELDS = {
  documentCode: [0, 0, 2],
  documentNumber: [1, 0, 9],
  birthDate: [1, 13, 19],
  expiryDate: [1, 21, 27],
  states: [
    [0, 2, 5],
    [1, 10, 13],
  ],
} as const;

const TWO_LINE_CHECKS = {
  document_number: check([1, 0, 9]),
  birth_date: check([1, 13, 19]),
  expiry_date: check([1, 21, 27]),
};

const twoLineComposite = (length: number): Check => check([1, 0, 10], [1, 13, 20], [1, 21, length - 1]);

/** Passports: ICAO Doc 9303-4 §4.2. */
const TD3: Format = {
  id: "TD3",
  lines: [`pxaaa${names(39)}`, `${NUMBER_TO_EXPIRY}${"x".repeat(14)}dn`],
  fields: TWO_LINE_FIELDS,
  checks: {
    ...TWO_LINE_CHECKS,
    optional_data: { ...check([1, 28, 42]), emptyMayBeFiller: true },
    composite: twoLineComposite(44),
  },
};

/** TD2 cards: ICAO Doc 9303-6 §4.2. */
const TD2: Format = {
  id: "TD2",
  lines: [`ixaaa${names(31)}`, `${NUMBER_TO_EXPIRY_LONG}${"x".repeat(7)}n`],
  fields: { ...TWO_LINE_FIELDS, longNumberRest: [1, 28, 35] },
  checks: { ...TWO_LINE_CHECKS, composite: twoLineComposite(36) },
};

/** TD1 cards: ICAO Doc 9303-5 §4.2. */
const TD1: Format = {
  id: "TD1",
  lines: [`txaaa${"x".repeat(9)}d${"x".repeat(15)}`, `${BIRTH_TO_EXPIRY}aaa${"x".repeat(11)}n`, names(30)],
  fields: {
    documentCode: [0, 0, 2],
    documentNumber: [0, 5, 14],
    longNumberRest: [0, 15, 30],
    birthDate: [1, 0, 6],
    expiryDate: [1, 8, 14],
    states: [
      [0, 2, 5],
      [1, 15, 18],
    ],
  },
  checks: {
    document_number: check([0, 5, 14]),
    birth_date: check([1, 0, 6]),
    expiry_date: check([1, 8, 14]),
    composite: check([0, 5, 30], [1, 0, 7], [1, 8, 15], [1, 18, 29]),
  },
};

/** Visas have no composite digit: ICAO Doc 9303-7 §4.2 (MRV-A) and §5.2 (MRV-B). */
const visa = (id: "MRVA" | "MRVB", length: number): Format => ({
  id,
  lines: [`vxaaa${names(length - 5)}`, `${NUMBER_TO_EXPIRY}${"x".repeat(length - 28)}`],
  fields: TWO_LINE_FIELDS,
  checks: TWO_LINE_CHECKS,
});

/** The French identity card of 1988 to 2021: its own layout, and a composite digit over both lines. */
const FRA_ID: Format = {
  id: "FRA_ID",
  lines: [`IDFRA${names(25)}xxxxxx`, `nnnnxxxnnnnnn${names(14)}ddddddnsn`],
  fields: {
    documentCode: [0, 0, 2],
    documentNumber: [1, 0, 12],
    birthDate: [1, 27, 33],
    issueMonth: [1, 0, 4],
    states: [[0, 2, 5]],
  },
  checks: {
    document_number: check([1, 0, 12]),
    birth_date: check([1, 27, 33]),
    composite: check([0, 0, 36], [1, 0, 35]),
  },
};

/** The Swiss and Liechtenstein driving licence, which has no check digit at all. */
const CHE_DL: Format = {
  id: "CHE_DL",
  lines: ["xxxxxxaaa", `FAaaa${"n".repeat(12)}aa${"n".repeat(6)}aaaaa`, names(30)],
  fields: { documentCode: [1, 0, 2], documentNumber: [0, 0, 9], birthDate: [1, 19, 25], states: [[1, 2, 5]] },
  checks: {},
};

export const FORMATS: readonly Format[] = [TD1, TD2, TD3, visa("MRVA", 44), visa("MRVB", 36), FRA_ID, CHE_DL];

/** The characters of a span. */
export const textAt = (lines: readonly string[], [line, from, to]: Span): string =>
  (lines[line] ?? "").slice(from, to);

export type FormatReading = { format: Format; lines: readonly LineReading[]; score: number };

/** How many characters longer or shorter than the format's a measured line may be. */
const MOST_OFF = 4;
/** How much worse than the best-fitting length a format's may be, averaged over the lines. */
const AS_GOOD = 2;
/** The share of what was seen at a place that must be what the format wants there. */
const RECOGNISED = 0.4;

/** The letters in one of its lines that identify the format: they are recognised, not assumed. */
const signatureOf = ({ id }: Format): { line: number; letters: number } => {
  if (id === "FRA_ID") return { line: 0, letters: 5 };
  return id === "CHE_DL" ? { line: 1, letters: 2 } : { line: 0, letters: 1 };
};

const lengthError = (format: Format, cells: readonly Cells[]): number =>
  meanOf(format.lines.map((kinds, index) => Math.abs((cells[index]?.length ?? 0) - kinds.length)));

const bearsSignature = (format: Format, lines: readonly LineReading[]): boolean => {
  const { line, letters } = signatureOf(format);
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
  return { format, lines, score: meanOf(lines.map(({ score }) => score)) };
};

/**
 * Chooses the lines' format by how long they are and how they begin, and reads them by it. Never by check
 * digits: trying formats until one's digits hold would accept an altered zone (a visa has no composite
 * digit).
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
  // The longer signature is the stronger one: two lines starting with "IDFRA" are the French card, not
  // another TD2.
  readings.sort((a, b) => signatureOf(b.format).letters - signatureOf(a.format).letters || b.score - a.score);
  return readings[0] ?? null;
};
