import { ageOn, comparePlainDates, lastDayOnEarth, MAX_AGE_YEARS } from "#core/age.ts";
import type { Evidence, Finding } from "#methods/method.ts";
import { confidenceOf } from "./confidence.ts";
import type { ReadDocument } from "./document.ts";

type NoDecision = Extract<Finding, { kind: "no_decision" }>;

/** A photo shows that such a card exists: not that it is genuine, nor that it is the holder who shows it. */
const ASSURANCE = "substantial_no_binding";

const expired: NoDecision = {
  kind: "no_decision",
  code: "DOCUMENT_EXPIRED",
  hint: "This card has expired. Use one that is still valid.",
};

const implausible: NoDecision = {
  kind: "no_decision",
  code: "DOCUMENT_UNREADABLE",
  hint: "The dates on this card do not fit together, so we cannot use it. Use another card.",
};

/** Dates that no issuer would print on a card that somebody holds today. */
const hasImpossibleDates = (document: ReadDocument, now: Date): boolean => {
  const { birthDate, expiryDate, issueDate, checks } = document;
  const age = ageOn(birthDate, now);
  return (
    age < 0 ||
    age > MAX_AGE_YEARS ||
    (expiryDate !== null && comparePlainDates(expiryDate, birthDate) <= 0) ||
    (issueDate !== null && comparePlainDates(issueDate, birthDate) < 0) ||
    (issueDate !== null && expiryDate !== null && comparePlainDates(expiryDate, issueDate) < 0) ||
    // A licence that says "under 21 until" another birthday's date: one of the two was altered.
    checks.under_age_dates_match_birth === false
  );
};

/** Decides what a document that was read proves about its holder at a point in time. Pure. */
export const assess = (document: ReadDocument, context: { now: Date; minimumAge: number }): Finding => {
  const { birthDate, expiryDate } = document;
  if (hasImpossibleDates(document, context.now)) return implausible;
  if (expiryDate && comparePlainDates(expiryDate, lastDayOnEarth(context.now)) < 0) return expired;
  const age = ageOn(birthDate, context.now);
  const evidence: Evidence = {
    age,
    meetsMinimumAge: age >= context.minimumAge,
    confidence: confidenceOf(document.checks),
    documentType: document.kind,
    assurance: ASSURANCE,
  };
  return { kind: "evidence", evidence };
};
