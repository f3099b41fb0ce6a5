import { Sealed } from "#core/sealed.ts";
import { meanOf } from "./curve.ts";
import { type Format, type FormatReading, type Span, textAt } from "./formats.ts";
import { type ParsedMrz, parseMrz } from "./parse.ts";
import { repairNumber } from "./repair-number.ts";

/** A zone that was read. Its text holds a name, a number and a birth date; it stays in the scan process. */
export type ZoneReading = {
  lines: Sealed<readonly string[]>;
  parsed: ParsedMrz;
  /** The mean probability of all characters, 0 to 1. */
  confidence: number;
  /** The lowest probability of all characters. */
  weakest: number;
  /** The lowest probability of the characters that the check digits protect and of the digits themselves. */
  weakestChecked: number;
  /** The lowest probability of the birth date's characters. */
  weakestBirth: number;
};

const lowest = (lines: readonly (readonly number[])[], spans: readonly Span[]): number =>
  Math.min(1, ...spans.flatMap(([line, from, to]) => lines[line]?.slice(from, to) ?? []));

/**
 * If no expiry is given (9303-5 §4.2.2.2), its digit is a 0 or a filler, and both count as nothing (9303-3
 * §4.9), so it is read as a 0. Only there, because a filler is not a digit when there is a date to protect.
 */
const withoutExpiry = (texts: readonly string[], format: Format): readonly string[] => {
  const { expiry_date: check } = format.checks;
  if (!check || !/^<+$/.test(check.over.map((span) => textAt(texts, span)).join(""))) return texts;
  const [line, from, to] = check.digit;
  return texts.map((text, at) => (at === line ? `${text.slice(0, from)}0${text.slice(to)}` : text));
};

/** Parses what was read and says how certain each part of it is. */
export const toZoneReading = ({ format, lines }: FormatReading): ZoneReading => {
  const read = lines.map(({ text }) => text);
  const texts = repairNumber(withoutExpiry(read, format), format);
  const probabilities = lines.map((line) => line.probabilities);
  const all = probabilities.flat();
  const checked = Object.values(format.checks).flatMap(({ over, digit }) => [...over, digit]);
  return {
    lines: new Sealed(texts),
    parsed: parseMrz(texts, format),
    confidence: meanOf(all),
    weakest: Math.min(...all),
    weakestChecked: lowest(probabilities, checked),
    weakestBirth: lowest(probabilities, [format.fields.birthDate]),
  };
};

const LEAST_CONFIDENCE = 0.8;
const LEAST_BIRTH = 0.5;

/** All digits hold, and the characters are not guessed: two wrong ones can cancel each other out by chance. */
export const isProof = ({ parsed, confidence, weakestBirth }: ZoneReading): boolean =>
  parsed.isValid && confidence >= LEAST_CONFIDENCE && weakestBirth >= LEAST_BIRTH;

const LEAST_LIKENESS = 0.6;

/** Whether this is a zone at all, read correctly or not: prose forced into a format fits badly. */
export const looksLikeZone = ({ confidence }: ZoneReading): boolean => confidence >= LEAST_LIKENESS;

const CERTAIN = 0.97;
const CERTAIN_CHECKED = 0.9;

/** Read so clearly that the digits must be wrong, not the picture. */
export const isCertainlyWrong = ({ parsed, confidence, weakestChecked }: ZoneReading): boolean =>
  !parsed.isValid && confidence >= CERTAIN && weakestChecked >= CERTAIN_CHECKED;

export const sayTheSame = (a: ZoneReading, b: ZoneReading): boolean => {
  if (a.parsed.format !== b.parsed.format) return false;
  const others = b.lines.open();
  return a.lines.open().every((line, index) => line === others[index]);
};
