/** A day of the proleptic Gregorian calendar, without a time or a place. */
export type PlainDate = { year: number; month: number; day: number };

/** The highest age that a tenant's backend may state for a user. */
export const MAX_AGE_YEARS = 130;

/**
 * The longest proven human life (Jeanne Calment, 1875 to 1997). Above it, a birth date is a placeholder, such
 * as 1900-01-01 in registers and databases, and no method relies on it.
 */
export const OLDEST_AGE_YEARS = 122;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** 0 for a month that does not exist. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);

/** The date if the calendar has such a day in the years 1 to 9999, else null. */
export const plainDate = (year: number, month: number, day: number): PlainDate | null => {
  const isWhole = Number.isInteger(year) && Number.isInteger(month) && Number.isInteger(day);
  if (!isWhole || year < 1 || year > 9999 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
};

/**
 * Reads "YYYY-MM-DD" (RFC 3339 full-date), nothing else; null for a day that does not exist, such as
 * 2023-02-29.
 */
export const parsePlainDate = (text: string): PlainDate | null => {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  return match ? plainDate(Number(match[1]), Number(match[2]), Number(match[3])) : null;
};

/** Negative when `a` is the earlier day, 0 when both are the same, positive when `a` is the later day. */
export const comparePlainDates = (a: PlainDate, b: PlainDate): number =>
  a.year - b.year || a.month - b.month || a.day - b.day;

const WESTMOST_OFFSET_MS = -12 * 60 * 60 * 1000;
const EASTMOST_OFFSET_MS = 14 * 60 * 60 * 1000;

const dayAt = (at: Date, offsetMs: number): PlainDate => {
  const there = new Date(at.getTime() + offsetMs);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1, day: there.getUTCDate() };
};

/**
 * The calendar day at UTC-12, the last place on Earth where a day begins. A birthday that has begun there has
 * begun everywhere, so no one turns 18 early, and a document does not count as expired while its last day
 * still runs somewhere.
 */
export const lastDayOnEarth = (at: Date): PlainDate => dayAt(at, WESTMOST_OFFSET_MS);

/** Whole years between two days. In common years, a birthday on 29 February falls on 1 March, never a day early. */
export const yearsBetween = (from: PlainDate, to: PlainDate): number => {
  const hadBirthday = to.month > from.month || (to.month === from.month && to.day >= from.day);
  return to.year - from.year - (hadBirthday ? 0 : 1);
};

/** The age in whole years that a person has reached everywhere on Earth; negative for a birth in the future. */
export const ageOn = (birthDate: PlainDate, at: Date): number => yearsBetween(birthDate, lastDayOnEarth(at));

/**
 * The age that a person has reached somewhere on Earth: one year more than `ageOn` from the moment a birthday
 * begins, at UTC+14, until it has begun everywhere, 26 hours later. In between, no one can say which of the
 * two ages is right.
 */
export const ageSomewhere = (birthDate: PlainDate, at: Date): number =>
  yearsBetween(birthDate, dayAt(at, EASTMOST_OFFSET_MS));

/** Whether a day has not yet begun anywhere on Earth, not even at UTC+14, where days begin first. */
export const isInFuture = (day: PlainDate, at: Date): boolean =>
  comparePlainDates(day, dayAt(at, EASTMOST_OFFSET_MS)) > 0;
