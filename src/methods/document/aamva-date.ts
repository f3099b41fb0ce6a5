import { type PlainDate, plainDate } from "#core/age.ts";

/** MMDDCCYY in the United States, CCYYMMDD in Canada (AAMVA DL/ID 2020 §D.12.5) and in all of version 01. */
export type DateOrder = "month_first" | "year_first";

export type AamvaDate = { date: PlainDate; order: DateOrder };

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

const inRange = (date: PlainDate | null): PlainDate | null =>
  date && date.year >= FIRST_YEAR && date.year <= LAST_YEAR ? date : null;

/**
 * Reads an eight-digit date in whichever order makes sense. At most one does: a year-first date starts with
 * 19, 20 or 21, and no month has such a number. So neither the country nor the version is needed,
 * which real cards leave out or get wrong.
 */
export const parseAamvaDate = (text: string): AamvaDate | null => {
  const digits = text.trim().replace(/[-/]/g, "");
  if (!/^[0-9]{8}$/.test(digits)) return null;
  const part = (from: number, to: number): number => Number(digits.slice(from, to));
  const yearFirst = inRange(plainDate(part(0, 4), part(4, 6), part(6, 8)));
  if (yearFirst) return { date: yearFirst, order: "year_first" };
  const monthFirst = inRange(plainDate(part(4, 8), part(0, 2), part(2, 4)));
  return monthFirst ? { date: monthFirst, order: "month_first" } : null;
};

const NEVER = new Set(["00000000", "99999999", "NONE", "INDEF", "NONEXPIRING", "NON-EXPIRING"]);

/** Some jurisdictions issue ID cards that stay valid for life and write a word or a filler for the date. */
export const isNeverExpiring = (text: string): boolean => NEVER.has(text.trim().toUpperCase());
