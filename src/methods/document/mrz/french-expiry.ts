import { comparePlainDates, type PlainDate, plainDate, yearsBetween } from "#core/age.ts";

// The card with a zone was introduced in 1988.
const FIRST_YEAR_IN_CENTURY = 88;

/** The last day of the month in which the card was issued: which day it was is not in the zone. */
export const frenchIssueDate = (issueMonth: string): PlainDate | null => {
  const [year, month] = [Number(issueMonth.slice(0, 2)), Number(issueMonth.slice(2, 4))];
  const full = (year >= FIRST_YEAR_IN_CENTURY ? 1900 : 2000) + year;
  for (let day = 31; day >= 28; day -= 1) {
    const date = plainDate(full, month, day);
    if (date) return date;
  }
  return null;
};

const YEARS_VALID = 10;
const YEARS_LONGER = 5;
const PROLONGED_FROM: PlainDate = { year: 2004, month: 1, day: 1 };
const ADULT = 18;

/**
 * The French card of 1988 to 2021 does not print its expiry in the zone. Ten years; fifteen for cards issued to adults
 * from 2004 on (décret n° 2013-1188).
 */
export const frenchExpiry = (issueDate: PlainDate, birthDate: PlainDate): PlainDate => {
  const isProlonged =
    comparePlainDates(issueDate, PROLONGED_FROM) >= 0 && yearsBetween(birthDate, issueDate) >= ADULT;
  const year = issueDate.year + YEARS_VALID + (isProlonged ? YEARS_LONGER : 0);
  return plainDate(year, issueDate.month, issueDate.day) ?? { year, month: issueDate.month, day: 28 };
};
