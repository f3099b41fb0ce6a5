import { ageOn, comparePlainDates, lastDayOnEarth, OLDEST_AGE_YEARS } from "#core/age.ts";
import { bandOfBirth } from "#core/age-over.ts";
import { birthdayIn, type Evidence, type Finding, noDecision } from "#methods/method.ts";
import { type Dates, datesOf, type ReadDocument } from "./document.ts";

type Answers = Readonly<Record<string, boolean | null>>;

/**
 * A symbol is read only when its Reed-Solomon code held (ISO/IEC 15438 §5.10) with something to spare, or
 * when what was read cannot be chance (barcode.ts), and a document only when its mandatory dates were
 * plausible: every document that comes this far has that much.
 */
const FLOOR = 0.25;
/**
 * Anyone can draw such a picture: neither barcodes nor zones are signed. No number of checks raises it above
 * this.
 */
const CEILING = 0.5;

/**
 * How sure we are of the age: the floor, and the share of all possible checks that held, less twice the share
 * that failed. A check that could not be made earns nothing. Never a constant: a bare card that allows no
 * check stays at the floor, while one that contradicts itself sinks towards 0.
 */
export const confidenceOf = (checks: Answers): number => {
  const answers = Object.values(checks);
  const held = answers.filter((answer) => answer === true).length;
  const failed = answers.filter((answer) => answer === false).length;
  const confidence = FLOOR + ((CEILING - FLOOR) * (held - 2 * failed)) / answers.length;
  return Math.round(Math.max(0, confidence) * 1000) / 1000;
};

/**
 * The issuer signed the date, so it was neither misread nor altered, and no check digit is needed. Not 1: a
 * picture of someone else's barcode has just as good a signature, and nothing in it identifies the holder.
 */
const SIGNED_CONFIDENCE = 0.9;

/** A photo shows that such a card exists, not that it is genuine or that its holder is showing it. */
const UNSIGNED = "document_photo_unsigned";
/** The issuer's signature shows that the card is genuine, but so does a copy of it. */
const SIGNED = "issuer_signed_no_binding";

const expired = noDecision("DOCUMENT_EXPIRED", "This document has expired. Use one that is still valid.");

const implausible = noDecision(
  "DOCUMENT_UNREADABLE",
  "The dates on this document do not fit together, so we cannot use it. Use another one.",
);

/** Dates that no issuer would print on a card in use today. */
const areImpossible = ({ birthDate, expiryDate, issueDate }: Dates, now: Date): boolean => {
  const birth = birthDate.open();
  const age = ageOn(birth, now);
  return (
    age < 0 ||
    age > OLDEST_AGE_YEARS ||
    (expiryDate !== null && comparePlainDates(expiryDate, birth) <= 0) ||
    (issueDate !== null && comparePlainDates(issueDate, birth) < 0) ||
    (issueDate !== null && expiryDate !== null && comparePlainDates(expiryDate, issueDate) < 0)
  );
};

// A licence whose "under 21 until" date does not match its birthday: one of the two was altered.
const contradictsItself = (document: ReadDocument): boolean =>
  document.source === "aamva" && document.checks.under_age_dates_match_birth === false;

/**
 * A machine readable zone has no error correction: its check digits show that it was read right (ICAO Doc
 * 9303-3 §4.9); the more of them a format has, the surer that is, and how clearly the characters were seen
 * also counts.
 */
const confidenceIn = (document: ReadDocument): number => {
  if (document.signature || document.source === "seal") return SIGNED_CONFIDENCE;
  const confidence = confidenceOf(document.checks);
  return document.source === "aamva"
    ? confidence
    : Math.round(confidence * document.recognition * 1000) / 1000;
};

/** Hardly anyone is older. */
const OLDEST = 112;
const CENTURY = 100;

const twoBirthYears = noDecision(
  "DOCUMENT_UNREADABLE",
  "This document gives the year of birth by two digits, which fit a child and someone over 100. Use another one.",
  "two_birth_years",
);

/**
 * Whether a zone, which gives only two digits of the year, may belong to someone over a hundred although a
 * child would be refused.
 */
const mayBeOver100 = (document: ReadDocument, age: number, minimumAge: number): boolean =>
  document.source === "mrz" && age < minimumAge && age + CENTURY <= OLDEST;

/**
 * Decides what a document proves about its holder at a point in time, once it has been read. Pure.
 * @param context.minimumAge the required age: no one is refused while the document, or a birthday, leaves it
 *   open
 */
export const assess = (document: ReadDocument, context: { now: Date; minimumAge?: number }): Finding => {
  const dates = datesOf(document, context.now);
  if (!dates || areImpossible(dates, context.now) || contradictsItself(document)) return implausible;
  const { birthDate, expiryDate } = dates;
  if (expiryDate && comparePlainDates(expiryDate, lastDayOnEarth(context.now)) < 0) return expired;
  const birth = birthDate.open();
  const age = ageOn(birth, context.now);
  if (mayBeOver100(document, age, context.minimumAge ?? 0)) return twoBirthYears;
  const evidence: Evidence = {
    age,
    band: bandOfBirth(birth, context.now),
    confidence: confidenceIn(document),
    documentType: document.kind,
    assurance: document.signature ? SIGNED : UNSIGNED,
    documentDigest: document.digest,
  };
  const { minimumAge = 0 } = context;
  return birthdayIn(evidence, minimumAge) ?? { kind: "evidence", evidence };
};
