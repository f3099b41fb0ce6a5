import { TaggedText } from "./decode.ts";

const TDATE = 0;
// RFC 3339 §5.6. Fractions of a second are not allowed by ISO/IEC 18013-5, but the EU's wallets write nine digits.
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** ISO/IEC 18013-5 §7.2.1: tdate = #6.0(tstr); null for anything else. */
export const asDate = (value: unknown): Date | null => {
  if (!(value instanceof TaggedText) || value.tag !== TDATE || !DATE_TIME.test(value.text)) return null;
  const date = new Date(value.text);
  return Number.isNaN(date.getTime()) ? null : date;
};
