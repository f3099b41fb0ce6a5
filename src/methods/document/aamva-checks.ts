import { comparePlainDates, type PlainDate, yearsBetween } from "#core/age.ts";
import type { Sealed } from "#core/sealed.ts";
import { type AamvaDate, type DateOrder, parseAamvaDate } from "./aamva-date.ts";
import type { AamvaHeader } from "./aamva-header.ts";
import { countryOfIssuer } from "./aamva-issuer.ts";
import type { Checks } from "./document.ts";

export type Parsed = {
  header: AamvaHeader;
  values: ReadonlyMap<string, string>;
  country: "USA" | "CAN" | null;
  birth: Sealed<AamvaDate>;
  expiry: AamvaDate | null;
  issue: AamvaDate | null;
};

/** "Under 18 / 19 / 21 until" (AAMVA DL/ID 2020 §D.12.5.2): the birthday again, written a second time. */
const UNDER_AGE_ELEMENTS = [
  ["DDH", 18],
  ["DDI", 19],
  ["DDJ", 21],
] as const;

const ORDER_OF_COUNTRY: Record<"USA" | "CAN", DateOrder> = { USA: "month_first", CAN: "year_first" };

// Issuers end an "under 18" on the birthday or on the day before; a 29 February adds one more day.
const TOLERANCE_DAYS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
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

/** Asks all that the card's own redundancy allows to be asked. Together they make the confidence. */
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
