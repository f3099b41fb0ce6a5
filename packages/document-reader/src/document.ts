import { type PlainDate, Sealed } from "@lintel/age";
import { birthDateOf, expiryDateOf, frenchExpiry, frenchIssueDate, type MrzDate } from "./mrz-date.ts";

/** What can be wrong with a photo: the reason of DOCUMENT_QUALITY_LOW. */
export type PhotoFault = "too_small" | "too_dark" | "blurry" | "glare" | "cut_off" | "covered";

/** What the document says it is. */
export type DocumentKind = "driving_licence" | "id_card" | "passport" | "residence_permit" | "visa";

/** Questions to which a genuine card answers yes; each is independent of the others. */
type CheckName =
  | "header_well_formed"
  | "subfile_where_announced"
  | "issuer_known"
  | "country_matches_issuer"
  | "country_matches_date_order"
  | "dates_share_one_order"
  | "issued_within_life_and_validity"
  | "under_age_dates_match_birth"
  | "fields_for_the_kind";

/** true: asked and held. false: asked and failed. null: the document does not say enough to ask. */
export type Checks = Readonly<Record<CheckName, boolean | null>>;

/** The check digits that a zone may have; which ones it has depends on its format. */
export type CheckField = "document_number" | "birth_date" | "expiry_date" | "optional_data" | "composite";

/** true: held. false: failed. null: the format has no such digit. */
export type MrzChecks = Readonly<Record<CheckField, boolean | null>>;

/** Which issuer's signature on a barcode is valid, and by which of the operator's keys. */
export type Signature = { scheme: "california" | "aadhaar" | "vds"; keyId: string };

/** What all readers return. No name, no address, no document number. */
type Common = {
  /** Absent if nothing is signed, or the operator has no key to check it with. */
  signature?: Signature;
  kind: DocumentKind;
  /** Equal for two pictures of one document: see `documentDigest`. null if the document gives no number. */
  digest: Uint8Array | null;
};

/** A document's dates as days; null for one that it does not give. */
export type Dates = {
  birthDate: Sealed<PlainDate>;
  expiryDate: PlainDate | null;
  issueDate: PlainDate | null;
};

/** Everything that leaves the barcode reader. */
export type AamvaDocument = Common &
  Dates & {
    source: "aamva";
    country: "USA" | "CAN" | null;
    /** Issuer Identification Number: the jurisdiction, e.g. 636014 for California. */
    issuer: string;
    checks: Checks;
  };

/**
 * Everything that leaves the machine readable zone's reader. Its dates have no century yet: that takes
 * today's date.
 */
export type MrzDocument = Common & {
  source: "mrz";
  birthDate: Sealed<MrzDate>;
  /** null: the zone gives none. */
  expiryDate: MrzDate | null;
  /** "YYMM" on the French card, which gives no expiry. */
  issueMonth: string | null;
  /** A published sample, pictures of which are everywhere. */
  isSpecimen: boolean;
  /** The check digits. */
  checks: MrzChecks;
  /** How sure the recogniser was of the characters, from 0 to 1. */
  recognition: number;
};

/** Everything that leaves the reader of a signed barcode that neither is a licence's nor repeats a zone. */
export type SealedDocument = Common & Dates & { source: "seal" };

export type ReadDocument = AamvaDocument | MrzDocument | SealedDocument;

/** Reasons for which a code's usual words would be wrong. */
type Reason = PhotoFault | "unknown_lines" | "no_birth_year";

/** Why there is nothing to decide on and, in plain words, what the person can do about it. */
export type NoRead = {
  kind: "no_read";
  code: "DOCUMENT_QUALITY_LOW" | keyof typeof HINTS;
  reason?: Reason;
  hint: string;
  /**
   * No attempt is used up: the file was refused by its first bytes or its size and nothing was decoded, or it shows
   * documents of two people.
   */
  isUnopened?: true;
};

export type ScanResult = { kind: "read"; document: ReadDocument } | NoRead;

/** Works out which days a document means, as of today; null when no calendar has such a day. */
export const datesOf = (document: ReadDocument, now: Date): Dates | null => {
  if (document.source !== "mrz") return document;
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

const QUALITY_HINTS: Record<PhotoFault, string> = {
  too_small:
    "The picture is too small. Move closer, so that the document fills the frame, or send the original photo.",
  too_dark: "The picture is too dark. Turn on a light or go to a window, and take it again.",
  blurry: "The picture is blurred. Hold the phone still, let it focus on the document, and take it again.",
  glare: "A reflection hides part of the document. Tilt it or turn off the flash, and take it again.",
  cut_off:
    "The lines go on beyond the picture's edge. Move back until all of them are in it, and take it again.",
  covered: "Something covers part of the lines. Move your fingers or the sleeve away, and take it again.",
};

const HINTS = {
  DOCUMENT_UNREADABLE:
    "We found the document but could not read it. Lay it flat, keep all of it in the picture, and take it again.",
  DOCUMENT_NOT_FOUND:
    "We saw no document that we can read. Take a picture of a passport's photo page, or of the side of a card that has lines of letters and < signs, or a wide block of fine black bars. European driving licences cannot be read.",
  DOCUMENT_TWO_PEOPLE:
    "The picture shows documents of two people. Put the other one away, and take a picture of your own document alone.",
  DOCUMENT_MRZ_INVALID:
    "We read the lines at the bottom of this document, but they do not fit together. Use another document.",
  DOCUMENT_TYPE_UNSUPPORTED:
    "This is not a document we can use. Use a passport, an ID card, or a driving licence from the United States or Canada.",
  IMAGE_FORMAT_UNSUPPORTED: "We cannot open this file. Send a photo as JPEG, PNG, WebP, HEIC or AVIF.",
  IMAGE_TOO_LARGE: "The picture is too large. Send a photo under 12 MB and 50 megapixels.",
  METHOD_FAILED: "Something broke on our side while reading the picture. Please try again.",
} as const;

/** Nothing was read, because of how the picture was taken. */
export const qualityLow = (reason: PhotoFault): NoRead => ({
  kind: "no_read",
  code: "DOCUMENT_QUALITY_LOW",
  reason,
  hint: QUALITY_HINTS[reason],
});

/**
 * Nothing was read, for a reason that no other light or angle would change; `hint` and `reason` replace the
 * usual words.
 */
export const noRead = (code: keyof typeof HINTS, hint: string = HINTS[code], reason?: Reason): NoRead => ({
  kind: "no_read",
  code,
  hint,
  ...(reason && { reason }),
});

/** Nothing was read, because a file's first bytes or size show that it need not be opened. */
export const unopened = (code: "IMAGE_FORMAT_UNSUPPORTED" | "IMAGE_TOO_LARGE"): NoRead => ({
  ...noRead(code),
  isUnopened: true,
});

/** How much time is left for one scan. */
export type Budget = { isSpent: () => boolean };

/**
 * Starts now. `clock` gives milliseconds of work, of a processor or (in a test) of anything, and never runs
 * backwards.
 */
export const startBudget = (milliseconds: number, clock: () => number): Budget => {
  const end = clock() + milliseconds;
  return { isSpent: () => clock() >= end };
};
