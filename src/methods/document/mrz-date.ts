import {
  comparePlainDates,
  daysInMonth,
  isInFuture,
  type PlainDate,
  plainDate,
  yearsBetween,
} from "#core/age.ts";

/** Six characters of a zone: a year of two digits, and a month and a day that may be unknown (9303-3 §4.8). */
export type MrzDate = { yearInCentury: number; month: number | null; day: number | null };

const LAST_MONTH = 12;
const YEARS_IN_CENTURY = 100;
const FIRST_CENTURY = 1900;
const THIS_CENTURY = 2000;

const part = (text: string): number | null | undefined => {
  if (text === "<<") return null;
  return /^[0-9]{2}$/.test(text) ? Number(text) : undefined;
};

/** An unknown month or day is "<<" (9303-3 §4.8); some states print "00", which no calendar has. */
const unknownAsFillers = (text: string): string =>
  text.slice(0, 2) +
  text
    .slice(2)
    .replace(/^00(?=00$|<<$)/, "<<")
    .replace(/00$/, "<<");

/**
 * Whether six characters say that the year of birth is unknown: the zone may be right but proves no age.
 * "000000" means the year 2000 to some and nothing to others.
 */
export const isUnknownYear = (text: string): boolean => text.startsWith("<<") || text === "000000";

/** The latest day that the known parts allow. */
const latest = (year: number, { month, day }: Omit<MrzDate, "yearInCentury">): PlainDate | null => {
  const lastMonth = month ?? LAST_MONTH;
  return plainDate(year, lastMonth, day ?? daysInMonth(year, lastMonth));
};

/**
 * Takes YYMMDD apart; null for a day that no calendar has, and for an unknown year, which proves no age. 29
 * February is accepted here and checked once the century is known.
 */
export const parseMrzDate = (printed: string): MrzDate | null => {
  if (isUnknownYear(printed)) return null;
  const text = unknownAsFillers(printed);
  const [year, month, day] = [part(text.slice(0, 2)), part(text.slice(2, 4)), part(text.slice(4, 6))];
  if (typeof year !== "number" || month === undefined || day === undefined || text.length !== 6) return null;
  if (month === null && day !== null) return null;
  const date: MrzDate = { yearInCentury: year, month, day };
  return latest(THIS_CENTURY, date) ? date : null;
};

/**
 * The latest birth date that the two digits allow: in the last century in which it is not in the future, and
 * in that year the last possible day. No one is made older than the document says for certain.
 */
export const birthDateOf = (date: MrzDate, now: Date): PlainDate | null => {
  for (let century = THIS_CENTURY; century >= FIRST_CENTURY; century -= YEARS_IN_CENTURY) {
    const year = century + date.yearInCentury;
    const earliest = plainDate(year, date.month ?? 1, date.day ?? 1);
    if (earliest && !isInFuture(earliest, now)) return latest(year, date);
  }
  return null;
};

/** Documents with a zone all expire in this century: an expiry's year is always 20YY. */
export const expiryDateOf = (date: MrzDate): PlainDate | null =>
  latest(THIS_CENTURY + date.yearInCentury, date);

// The French card with a zone was introduced in 1988.
const FIRST_YEAR_IN_CENTURY = 88;

/** The last day of the month in which the card was issued, because the zone does not say the day. */
export const frenchIssueDate = (issueMonth: string): PlainDate | null => {
  const [year, month] = [Number(issueMonth.slice(0, 2)), Number(issueMonth.slice(2, 4))];
  const century = year >= FIRST_YEAR_IN_CENTURY ? FIRST_CENTURY : THIS_CENTURY;
  return latest(century + year, { month, day: null });
};

const YEARS_VALID = 10;
const YEARS_LONGER = 5;
const PROLONGED_FROM: PlainDate = { year: 2004, month: 1, day: 1 };
const ADULT = 18;

/**
 * The French card of 1988 to 2021 does not print its expiry in the zone. It lasts ten years, or fifteen if
 * issued to an adult from 2004 on (décret n° 2013-1188).
 */
export const frenchExpiry = (issueDate: PlainDate, birthDate: PlainDate): PlainDate => {
  const isProlonged =
    comparePlainDates(issueDate, PROLONGED_FROM) >= 0 && yearsBetween(birthDate, issueDate) >= ADULT;
  const year = issueDate.year + YEARS_VALID + (isProlonged ? YEARS_LONGER : 0);
  return plainDate(year, issueDate.month, issueDate.day) ?? { year, month: issueDate.month, day: 28 };
};
