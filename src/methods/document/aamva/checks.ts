import { comparePlainDates, type PlainDate, plainDate, yearsBetween } from "#core/age.ts";
import { DAY_MS } from "#core/day.ts";
import type { Sealed } from "#core/sealed.ts";
import type { Checks } from "#methods/document/document.ts";
import type { AamvaHeader } from "./header.ts";

/** MMDDCCYY in the United States, CCYYMMDD in Canada (AAMVA DL/ID 2020 §D.12.5) and in all of version 01. */
type DateOrder = "month_first" | "year_first";

type AamvaDate = { date: PlainDate; order: DateOrder };

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;

const inRange = (date: PlainDate | null): PlainDate | null =>
  date && date.year >= FIRST_YEAR && date.year <= LAST_YEAR ? date : null;

/**
 * Reads an eight-digit date in whichever order makes sense. At most one does: a year-first date starts with
 * 19, 20 or 21, which no month does. So neither the country nor the version, which real cards omit or get
 * wrong, is needed.
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

const NEVER = new Set(
  (
    "00000000 99999999 12319999 99991231 NONE INDEF INDEFINITE NONEXPIRING PERMANENT LIFETIME NEVER " +
    // A licence of a member of the armed forces, valid while they serve.
    "MIL"
  ).split(" "),
);

/**
 * Some jurisdictions issue cards that stay valid for life, or while their holder serves, and write a word, a
 * filler or nothing for the date. A card's expiry says nothing about an age, so such a card just gives none.
 */
export const givesNoExpiry = (text: string | undefined): boolean =>
  text === undefined || text === "" || NEVER.has(text.toUpperCase().replace(/[-/\s]/g, ""));

// Issuer Identification Numbers as AAMVA assigns them (ISO/IEC 7812; AAMVA DL/ID 2020 §D.12.3).
const CANADA = new Set(
  "604426 604428 604429 604432 604433 604434 636012 636013 636016 636017 636028 636044 636048 990876".split(
    " ",
  ),
);
const UNITED_STATES_TERRITORIES = new Set(["604427", "604430", "604431"]);
// Two Mexican states hold numbers inside the block; their cards follow other rules and are not known here.
const MEXICO = new Set(["636056", "636057"]);
const BLOCK_START = 636_000;
const BLOCK_END = 636_062;

/** The issuer on our own sample photos. No real issuer has this number, and the photos are public. */
export const SAMPLE_ISSUER = "636999";

/**
 * The country of an issuer, or null for a number that we do not know (new issuers appear, so that is not a
 * fault).
 */
const countryOfIssuer = (issuer: string): "USA" | "CAN" | null => {
  if (CANADA.has(issuer)) return "CAN";
  if (UNITED_STATES_TERRITORIES.has(issuer)) return "USA";
  const number = Number(issuer);
  return number >= BLOCK_START && number <= BLOCK_END && !MEXICO.has(issuer) ? "USA" : null;
};

type Parsed = {
  header: AamvaHeader;
  values: ReadonlyMap<string, string>;
  country: "USA" | "CAN" | null;
  birth: Sealed<AamvaDate>;
  expiry: AamvaDate | null;
  issue: AamvaDate | null;
};

/** "Under 18 / 19 / 21 until" (AAMVA DL/ID 2020 §D.12.5.2): they repeat the birthday. */
const UNDER_AGE_ELEMENTS = [
  ["DDH", 18],
  ["DDI", 19],
  ["DDJ", 21],
] as const;

const ORDER_OF_COUNTRY: Record<"USA" | "CAN", DateOrder> = { USA: "month_first", CAN: "year_first" };

// Issuers end an "under 18" on the birthday or the day before; a 29 February adds one more day.
const TOLERANCE_DAYS = 2;
const dayNumber = (date: PlainDate): number => Date.UTC(date.year, date.month - 1, date.day) / DAY_MS;

const underAgeDatesMatch = ({ values, birth }: Parsed): boolean | null => {
  const { date: born } = birth.open();
  const stated = UNDER_AGE_ELEMENTS.flatMap(([name, years]) => {
    const until = parseAamvaDate(values.get(name) ?? "");
    return until ? [{ until: until.date, birthday: { ...born, year: born.year + years } }] : [];
  });
  if (stated.length === 0) return null;
  return stated.every(
    ({ until, birthday }) => Math.abs(dayNumber(until) - dayNumber(birthday)) <= TOLERANCE_DAYS,
  );
};

const ordersAgree = (dates: readonly (AamvaDate | null)[]): boolean | null => {
  const orders = dates.flatMap((date) => (date ? [date.order] : []));
  return orders.length < 2 ? null : orders.every((order) => order === orders[0]);
};

const YOUNGEST_DRIVER_YEARS = 14;

const issuedWithinLifeAndValidity = ({ header, birth, expiry, issue }: Parsed): boolean | null => {
  if (!issue) return null;
  const youngest = header.kind === "driving_licence" ? YOUNGEST_DRIVER_YEARS : 0;
  const isBeforeExpiry = !expiry || comparePlainDates(issue.date, expiry.date) < 0;
  return yearsBetween(birth.open().date, issue.date) >= youngest && isBeforeExpiry;
};

/** Runs every check that the card's own redundancy allows. Together they make the confidence. */
export const checksOf = (parsed: Parsed): Checks => {
  const { header, values, country, expiry, issue } = parsed;
  const birth = parsed.birth.open();
  const issuerCountry = countryOfIssuer(header.issuer);
  return {
    header_well_formed: header.isWellFormed,
    subfile_where_announced: header.isWhereAnnounced,
    // A number that we do not know may be a new issuer or an invented one: it earns nothing and costs nothing.
    issuer_known: issuerCountry ? true : null,
    country_matches_issuer: country && issuerCountry ? country === issuerCountry : null,
    country_matches_date_order: country ? ORDER_OF_COUNTRY[country] === birth.order : null,
    dates_share_one_order: ordersAgree([birth, expiry, issue]),
    issued_within_life_and_validity: issuedWithinLifeAndValidity(parsed),
    under_age_dates_match_birth: underAgeDatesMatch(parsed),
    // DCA, the vehicle class, is mandatory on licences (§D.12.5.1, Table D.3); ID cards have none or a filler.
    fields_for_the_kind: header.kind === "driving_licence" ? Boolean(values.get("DCA")) : null,
  };
};
