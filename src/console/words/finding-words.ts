import { entryFor } from "#core/json.ts";
import type { DocumentFault, FailureCode, PhotoFault, SelfieFault } from "#core/policy/finding-codes.ts";
import { tryNames } from "./words.ts";

// What support reads where a check led to no decision. The CSV export and the interface keep the codes.

export type FindingWords = {
  /** What was wrong: a sentence without its full stop. */
  what: string;
  /** The end of a sentence such as `Two photos, both …`. */
  was: string;
  /** What to do: an order without its full stop. */
  next: string;
  /** A voucher would be no answer to it. */
  isWithoutVoucher?: true;
};

/** By a reason that says more than its code. */
const REASONS: Readonly<Record<PhotoFault | DocumentFault | SelfieFault, FindingWords>> = {
  too_small: {
    what: "The document was too small in the photo",
    was: "too small",
    next: "Ask for a photo that the document fills",
  },
  too_dark: { what: "The photo was too dark", was: "dark", next: "Ask for daylight" },
  blurry: {
    what: "The photo was blurred",
    was: "blurred",
    next: "Ask for daylight and a steady hand",
  },
  glare: {
    what: "A reflection covered part of the document",
    was: "hidden by a reflection",
    next: "Ask for a photo without flash, with the document tilted a little",
  },
  cut_off: {
    what: "The lines of the document were cut off",
    was: "cut off",
    next: "Ask for a photo that shows the document to its edges",
  },
  covered: {
    what: "Something covered part of the document",
    was: "partly covered",
    next: "Ask for a photo without fingers on the document",
  },
  unknown_lines: {
    what: "The document is of a kind that is not known here",
    was: "of an unknown document",
    next: "Ask for a passport or another ID card",
  },
  no_birth_year: {
    what: "The document does not give a year of birth",
    was: "without a year of birth",
    next: "Ask for another document",
  },
  two_birth_years: {
    what: "The document gives only the last two digits of the year of birth",
    was: "without a whole year of birth",
    next: "Ask for another document",
  },
  selfie_face_mismatch: {
    what: "The face in the selfie did not match the photo on the document",
    was: "without a match of the face",
    next: "Ask for a selfie in good light, and for their own document",
  },
  selfie_document_missing_photo: {
    what: "The document showed no photo of a face to compare with",
    was: "of a document without a photo",
    next: "Ask for a document with a photo",
  },
  selfie_manipulated: {
    what: "The vendor took the selfie for an altered picture",
    was: "with an altered selfie",
    next: "Let them take the selfie live, or use another method",
  },
  selfie_unverified_other: {
    what: "The vendor could not compare the face with the document",
    was: "without a compared face",
    next: "Ask for a selfie in good light, with nothing in front of the face",
  },
  selfie_missing: {
    what: "The vendor verified the document but reported no selfie",
    was: "without a selfie",
    next: "Let them use another method, and look at the session at the vendor",
  },
};

const PASSKEY: FindingWords = {
  what: "The passkey’s answer was not accepted",
  was: "not accepted",
  next: "Let them try again, or use another method",
};

const CODES: Readonly<Record<FailureCode, FindingWords>> = {
  DOCUMENT_QUALITY_LOW: {
    what: "The photo was not clear enough",
    was: "unclear",
    next: "Ask for daylight and a steady hand",
  },
  DOCUMENT_UNREADABLE: {
    what: "The document could not be read",
    was: "unreadable",
    next: "Ask for a photo of the whole document, laid flat",
  },
  DOCUMENT_NOT_FOUND: {
    what: "The photo showed no document that can be read",
    was: "without a readable document",
    next: "Ask for the photo page of a passport, or the side of a card with its lines or barcode",
  },
  DOCUMENT_TWO_PEOPLE: {
    what: "The photo showed documents of two people",
    was: "of two people’s documents",
    next: "Ask for a photo of only one document",
  },
  DOCUMENT_MRZ_INVALID: {
    what: "The lines of the document do not match their check digits",
    was: "with lines that do not match",
    next: "Ask for a photo with nothing on the lines, or for another document",
  },
  DOCUMENT_EXPIRED: {
    what: "The document has expired",
    was: "of an expired document",
    next: "Ask for a document that is still valid",
  },
  DOCUMENT_TYPE_UNSUPPORTED: {
    what: "This kind of document is not accepted",
    was: "of a document that is not accepted",
    next: "Ask for a passport or an ID card",
  },
  IMAGE_FORMAT_UNSUPPORTED: {
    what: "The file was not a picture that can be opened",
    was: "in a format that cannot be opened",
    next: "Ask for a new photo, as JPEG, PNG, WebP, HEIC or AVIF",
  },
  IMAGE_TOO_LARGE: {
    what: "The picture was too large",
    was: "too large",
    next: "Ask for a photo of at most 12 MB and 50 megapixels",
  },
  WALLET_DECLINED: {
    what: "The person declined in their wallet",
    was: "declined",
    next: "Let them try again and agree in the wallet",
  },
  VOUCHER_UNKNOWN: {
    what: "The code was not a voucher that can be used here",
    was: "unknown",
    next: "Check the code with the person",
  },
  VOUCHER_WRONG: {
    what: "Five wrong voucher codes were entered",
    was: "wrong",
    next: "Check the code with the person",
  },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    what: "The identity provider did not answer as it should",
    was: "without an answer",
    next: "Let them try again in a few minutes",
  },
  IDENTITY_PROVIDER_DECLINED: {
    what: "The person cancelled at the identity provider",
    was: "cancelled",
    next: "Let them try again and agree there",
  },
  IDENTITY_PROVIDER_REFUSED: {
    what: "The identity provider’s answer was not accepted",
    was: "not accepted",
    next: "Let them start again, and test the provider if it happens twice",
  },
  IDENTITY_PROVIDER_UNDECIDED: {
    what: "The identity provider did not confirm the age",
    was: "without a confirmed age",
    next: "Let them use another method",
  },
  VENDOR_UNAVAILABLE: {
    what: "The vendor did not answer as it should",
    was: "without an answer",
    next: "Let them try again in a few minutes",
  },
  VENDOR_DECLINED: {
    what: "The person cancelled at the vendor",
    was: "cancelled",
    next: "Let them try again",
  },
  VENDOR_REFUSED: {
    what: "The vendor was asked before this account asked for a selfie, so its answer does not count",
    was: "not accepted",
    next: "Let them go there again",
  },
  VENDOR_UNDECIDED: {
    what: "The vendor could not confirm the age",
    was: "without a confirmed age",
    next: "Ask for another document",
  },
  VENDOR_PENDING: {
    what: "The vendor has not answered yet",
    was: "still waiting",
    next: "Wait for the vendor’s answer",
  },
  AGE_KEY_CHALLENGE: PASSKEY,
  AGE_KEY_ORIGIN: PASSKEY,
  AGE_KEY_RP: PASSKEY,
  AGE_KEY_NOT_VERIFIED: PASSKEY,
  AGE_KEY_SIGNATURE: PASSKEY,
  AGE_KEY_COUNTER: PASSKEY,
  AGE_KEY_ALGORITHM: PASSKEY,
  METHOD_FAILED: {
    what: "The check broke off without a decision",
    was: "without a decision",
    next: "Let them try again, or use another method",
  },
  BIRTHDAY_TODAY: {
    what: "The birthday that decides has not begun everywhere on Earth",
    was: "too early on a birthday",
    next: "Let them try again after 12:00 UTC",
    isWithoutVoucher: true,
  },
  AGE_INCONCLUSIVE: {
    what: "The estimate was too close to the minimum age to decide",
    was: "too close to decide",
    next: "Let them use another method",
  },
  CANCELLED: {
    what: "Your backend cancelled the check",
    was: "cancelled",
    next: "Start a new one if it is still needed",
    isWithoutVoucher: true,
  },
  CANCELLED_BY_USER: {
    what: "The person cancelled the check",
    was: "cancelled",
    next: "They can start again from your site",
    isWithoutVoucher: true,
  },
};

/**
 * What a stored code means, and what to do about it.
 * @param reason what is stored with it; null: nothing
 */
export const findingWords = (code: string, reason: string | null | undefined): FindingWords =>
  entryFor(REASONS, reason ?? "") ??
  entryFor(CODES, code) ?? {
    // Of an earlier release.
    ...CODES.METHOD_FAILED,
    what: `No decision was reached (${code})`,
  };

/** A stored reason that is not part of the words: support and developers read it as it is; null: none. */
export const wordlessReason = (reason: string | null | undefined): string | null =>
  reason && entryFor(REASONS, reason) === undefined ? reason : null;

/** An attempt, or an end, that led to no decision. */
export type Undecided = { method: string; finding: string; reason: string | null };

const FAULTS = new Intl.ListFormat("en-GB", { type: "disjunction" });
const LIST = new Intl.ListFormat("en-GB");
// As many tries as a policy can allow.
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

const wordsOf = ({ finding, reason }: Undecided): FindingWords => findingWords(finding, reason);

/**
 * What several attempts found, in one sentence without its full stop: `Three photos, all blurred or dark`.
 * @returns null: there were none
 */
export const triesText = (tries: readonly Undecided[]): string | null => {
  const [first, ...others] = tries;
  if (!first) return null;
  if (others.length === 0) return wordsOf(first).what;
  const names = new Map(tries.map(({ method }) => [tryNames(method).many, tryNames(method).one]));
  const groups = [...names].map(([many, one]) => {
    const own = tries.filter(({ method }) => tryNames(method).many === many);
    const number = COUNTS[own.length] ?? String(own.length);
    return {
      named: `${number} ${own.length === 1 ? one : many}`,
      faults: FAULTS.format(new Set(own.map((found) => wordsOf(found).was))),
    };
  });
  const each = tries.length === 2 ? "both" : "all";
  const texts = groups.map(({ named, faults }) =>
    groups.length === 1 ? `${named}, ${each} ${faults}` : `${named} (${faults})`,
  );
  const text = LIST.format(texts);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * What to do after the last of these: `Ask for daylight, or issue a voucher.`
 * @param canIssue whether vouchers count for the check
 */
export const nextStep = (last: Undecided, canIssue: boolean): string => {
  const { next, isWithoutVoucher = false } = wordsOf(last);
  return canIssue && !isWithoutVoucher ? `${next}, or issue a voucher.` : `${next}.`;
};
