import { epochSeconds } from "#core/day.ts";
import { GATES } from "./gate.ts";

// The gate cookie says that someone has reached an age, and nothing about who: visitors who prove it within the same five
// minutes get the same bytes.

const VERSION = "v1";

/** Expiries are rounded down to this, so that they tell no two visitors apart. */
export const ROUNDED_TO_SECONDS = 300;

/** How many cookies of the name are looked at: a browser sends one, and a header has room for hundreds. */
const MOST_COOKIES = 4;

/** What a cookie is bound to. */
export type CookieTerms = { siteId: string; host: string; threshold: string };

/** What is signed. */
const messageOf = ({ siteId, host, threshold }: CookieTerms, exp: number): string =>
  `lintel-gate.${VERSION}.${siteId}.${host}.${threshold}.${exp}`;

/** HMAC-SHA-256 of a text with a gate's key, in base64url without padding. */
export type Sign = (message: string) => string;

/**
 * The value of a new cookie.
 * @param until when the proof ends to count
 * @returns null: that is within five minutes, or over
 */
export const newGateCookie = (
  terms: CookieTerms,
  { until, now, sign }: { until: Date; now: Date; sign: Sign },
): { value: string; maxAgeSeconds: number } | null => {
  const exp = Math.floor(until.getTime() / 1000 / ROUNDED_TO_SECONDS) * ROUNDED_TO_SECONDS;
  const maxAgeSeconds = exp - epochSeconds(now);
  if (maxAgeSeconds <= 0) return null;
  const mac = sign(messageOf(terms, exp));
  return { value: `${VERSION}.${terms.threshold}.${exp}.${mac}`, maxAgeSeconds };
};

const VALUE = /^v1\.([a-z0-9]{1,6})\.([1-9][0-9]{9})\.([A-Za-z0-9_-]{43})$/;

/** The values of the cookies with this name, in the order of the header (RFC 6265 §5.4). */
const valuesOf = (header: string, name: string): string[] => {
  const values: string[] = [];
  const start = `${name}=`;
  for (let from = 0; from < header.length && values.length < MOST_COOKIES; ) {
    const semicolon = header.indexOf(";", from);
    const end = semicolon === -1 ? header.length : semicolon;
    const pair = header.slice(from, end).trim();
    if (pair.startsWith(start)) values.push(pair.slice(start.length));
    from = end + 1;
  }
  return values;
};

/** Compares a signature in constant time. `at`: previous keys end. */
export type IsSigned = (message: string, mac: string, at: Date) => boolean;

/**
 * Whether a `Cookie` header holds a proof for these terms: of this site, host and threshold, not over, and not good for
 * longer than any of ours is.
 */
export const judgeGateCookie = (
  header: string | null,
  name: string,
  terms: CookieTerms,
  { now, isSigned }: { now: Date; isSigned: IsSigned },
): boolean => {
  if (header === null || !header.includes(name)) return false;
  const nowSeconds = now.getTime() / 1000;
  return valuesOf(header, name).some((value) => {
    const [, threshold, expText, mac = ""] = VALUE.exec(value) ?? [];
    const exp = Number(expText);
    if (threshold !== terms.threshold || !(exp > nowSeconds)) return false;
    return exp <= nowSeconds + GATES.lifetimeSeconds.max && isSigned(messageOf(terms, exp), mac, now);
  });
};
