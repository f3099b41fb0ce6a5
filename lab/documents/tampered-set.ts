import {
  checkDigit,
  FORMATS,
  type Format,
  type FormatId,
  parseMrz,
  type Span,
  textAt,
} from "@lintel/document-reader/mrz";
import type { MrzPhotoOptions } from "./mrz-photo.ts";
import { goodCamera, makeSet } from "./mrz-sets.ts";
import { type Random, seeded } from "./seeded.ts";

/** The formats that are accepted as proof of age. */
const ACCEPTED: readonly FormatId[] = ["TD3", "TD1", "TD2", "FRA_ID"];

export const formatOf = (id: FormatId): Format => {
  const format = FORMATS.find((candidate) => candidate.id === id);
  if (!format) throw new Error(`no format ${id}`);
  return format;
};

/** The lines with this text from where the span begins. */
export const replaced = (lines: readonly string[], [line, from]: Span, text: string): string[] =>
  lines.map((old, index) =>
    index === line ? old.slice(0, from) + text + old.slice(from + text.length) : old,
  );

const otherDigit = (digit: string, random: Random): string =>
  String((Number(digit) + 1 + Math.floor(random() * 9)) % 10);

/** One digit of a date changed, and the date's own check digit made to fit if asked. */
const withOtherDate = (
  lines: readonly string[],
  format: Format,
  name: "birth_date" | "expiry_date",
  isFitted: boolean,
  random: Random,
): string[] => {
  const check = format.checks[name];
  const span = check?.over[0];
  if (!check || !span) return [...lines];
  const [line, from, to] = span;
  // The decade or the year: what makes the holder older.
  const place = from + Math.floor(random() * (name === "birth_date" ? 2 : to - from));
  const changed = replaced(
    lines,
    [line, place, place + 1],
    otherDigit(textAt(lines, [line, place, place + 1]), random),
  );
  return isFitted ? replaced(changed, check.digit, checkDigit(textAt(changed, span))) : changed;
};

/** An older holder of the same card, as a forger with a pen and without ICAO's tables makes one. */
const tampered = (lines: readonly string[], format: Format, way: number, random: Random): string[] => {
  if (way === 0) return withOtherDate(lines, format, "birth_date", false, random);
  if (way === 1) return withOtherDate(lines, format, "birth_date", true, random);
  const expiry = format.checks.expiry_date ? "expiry_date" : "birth_date";
  if (way === 2) return withOtherDate(lines, format, expiry, false, random);
  const digit = format.checks.composite?.digit ?? format.fields.birthDate;
  return replaced(lines, digit, otherDigit(textAt(lines, digit), random));
};

/**
 * Good photos of altered zones. Alterations that happen to leave every check digit right are not in the set: no reader
 * can tell them from another person's zone.
 */
export const tamperedSet = (count: number, seed: number): MrzPhotoOptions[] => {
  const random = seeded(seed ^ 0x7a3b);
  return makeSet(count, seed, ACCEPTED, goodCamera).map((options, index) => {
    const format = formatOf(options.format);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const lines = tampered(options.lines, format, Math.floor(index / ACCEPTED.length) % 4, random);
      if (!parseMrz(lines, format).isValid) return { ...options, lines };
    }
    throw new Error(`no alteration of ${options.format} breaks a digit`);
  });
};
