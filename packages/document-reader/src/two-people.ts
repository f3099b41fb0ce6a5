import { type NoRead, noRead, type ReadDocument, type ScanResult } from "./document.ts";
import type { MrzDate } from "./mrz-date.ts";

const CENTURY = 100;

/** The parts of a birth date that every kind of document may give. */
const birthIn = (document: ReadDocument): MrzDate => {
  if (document.source === "mrz") return document.birthDate.open();
  const { year, month, day } = document.birthDate.open();
  return { yearInCentury: year % CENTURY, month, day };
};

/** What a document leaves open contradicts nothing. */
const mayBeEqual = (a: number | null, b: number | null): boolean => a === null || b === null || a === b;

const mayBeOnePerson = (one: ReadDocument, other: ReadDocument): boolean => {
  const [a, b] = [birthIn(one), birthIn(other)];
  return a.yearInCentury === b.yearInCentury && mayBeEqual(a.month, b.month) && mayBeEqual(a.day, b.day);
};

/** Free of charge: nothing says which of the two is the person's own, and taking one would be a guess. */
const twoPeople: NoRead = { ...noRead("DOCUMENT_TWO_PEOPLE"), isUnopened: true };

/**
 * What was read, unless others read from the same picture have another birth date: then it shows documents of two
 * people. Both sides of a card, or a person's card and passport, agree.
 */
export const ofOnePerson = (result: ScanResult, others: Iterable<ScanResult | null>): ScanResult => {
  if (result.kind !== "read") return result;
  for (const other of others) {
    if (other?.kind === "read" && !mayBeOnePerson(result.document, other.document)) return twoPeople;
  }
  return result;
};
