import { TaggedText } from "./decode.ts";

const TDATE = 0;
// RFC 3339 §5.6. Fractions of a second are not allowed by ISO/IEC 18013-5, but the EU's wallets write nine digits.
// Its hours end at 23: JavaScript takes 24:00:00 for the next day.
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** ISO/IEC 18013-5 §7.2.1: tdate = #6.0(tstr); null for anything else. */
export const asDate = (value: unknown): Date | null => {
  if (!(value instanceof TaggedText) || value.tag !== TDATE) return null;
  const day = DATE_TIME.exec(value.text)?.[1];
  const date = new Date(value.text);
  if (day === undefined || Number.isNaN(date.getTime())) return null;
  // JavaScript reads 30 February as 2 March: a day that the calendar does not have is no date.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? date : null;
};
