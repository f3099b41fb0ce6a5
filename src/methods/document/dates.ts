import type { PlainDate } from "#core/age.ts";
import { Sealed } from "#core/sealed.ts";
import type { ReadDocument } from "./document.ts";
import { frenchExpiry, frenchIssueDate } from "./mrz/french-expiry.ts";
import { birthDateOf, expiryDateOf } from "./mrz/mrz-date.ts";

/** A document's dates as days; null where it gives none. */
export type Dates = {
  birthDate: Sealed<PlainDate>;
  expiryDate: PlainDate | null;
  issueDate: PlainDate | null;
};

/** Says which days a document means, as of today; null when no calendar has such a day. */
export const datesOf = (document: ReadDocument, now: Date): Dates | null => {
  if (document.source === "aamva") return document;
  const birth = birthDateOf(document.birthDate.open(), now);
  if (!birth) return null;
  const birthDate = new Sealed(birth);
  if (document.issueMonth !== null) {
    const issueDate = frenchIssueDate(document.issueMonth);
    return issueDate && { birthDate, issueDate, expiryDate: frenchExpiry(issueDate, birth) };
  }
  if (!document.expiryDate) return { birthDate, expiryDate: null, issueDate: null };
  const expiryDate = expiryDateOf(document.expiryDate);
  return expiryDate && { birthDate, expiryDate, issueDate: null };
};
