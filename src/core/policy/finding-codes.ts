import type { ErrorCode } from "#core/errors.ts";
import type { MethodId } from "./method-id.ts";

// Why evidence, and in the end a whole check, led to no decision. What is stored is one of these; texts about
// them are complete by type: hosted/texts, console/words/finding-words.ts.

/** What each method says about evidence that led to no decision. The sandbox plays those of other methods. */
export const FINDING_CODES = {
  document: [
    "DOCUMENT_QUALITY_LOW",
    "DOCUMENT_UNREADABLE",
    "DOCUMENT_NOT_FOUND",
    "DOCUMENT_TWO_PEOPLE",
    "DOCUMENT_MRZ_INVALID",
    "DOCUMENT_EXPIRED",
    "DOCUMENT_TYPE_UNSUPPORTED",
    "IMAGE_FORMAT_UNSUPPORTED",
    "IMAGE_TOO_LARGE",
  ],
  sandbox: ["DOCUMENT_QUALITY_LOW"],
  wallet: ["WALLET_DECLINED"],
  voucher: ["VOUCHER_UNKNOWN", "VOUCHER_WRONG"],
  oidc: [
    "IDENTITY_PROVIDER_UNAVAILABLE",
    "IDENTITY_PROVIDER_DECLINED",
    "IDENTITY_PROVIDER_REFUSED",
    "IDENTITY_PROVIDER_UNDECIDED",
  ],
  vendor: ["VENDOR_UNAVAILABLE", "VENDOR_DECLINED", "VENDOR_REFUSED", "VENDOR_UNDECIDED", "VENDOR_PENDING"],
  age_key: [
    "AGE_KEY_CHALLENGE",
    "AGE_KEY_ORIGIN",
    "AGE_KEY_RP",
    "AGE_KEY_NOT_VERIFIED",
    "AGE_KEY_SIGNATURE",
    "AGE_KEY_COUNTER",
    "AGE_KEY_ALGORITHM",
  ],
} as const satisfies Record<MethodId, readonly ErrorCode[]>;

/** Codes of any method: it broke, or it found a birth date whose birthday has not begun everywhere. */
export const COMMON_CODES = ["METHOD_FAILED", "BIRTHDAY_TODAY"] as const satisfies readonly ErrorCode[];

/** Why a piece of evidence led to no decision, for all methods or for one. */
export type FindingCode<Id extends MethodId = MethodId> =
  | (typeof FINDING_CODES)[Id][number]
  | (typeof COMMON_CODES)[number];

/** What can be wrong with a photo: the reason of DOCUMENT_QUALITY_LOW. */
export type PhotoFault = "too_small" | "too_dark" | "blurry" | "glare" | "cut_off" | "covered";

/** What else can be wrong with a document: reasons that say more than their code. */
export type DocumentFault = "unknown_lines" | "no_birth_year" | "two_birth_years";

/** What can be wrong with a selfie at a vendor: reasons that say more than VENDOR_UNDECIDED. */
export type SelfieFault =
  | "selfie_face_mismatch"
  | "selfie_document_missing_photo"
  | "selfie_manipulated"
  | "selfie_unverified_other"
  | "selfie_missing";

/** The finding of an estimate between the minimum age and the challenge age: the policy's, not a method's. */
export const INCONCLUSIVE = "AGE_INCONCLUSIVE";

/** How an attempt ended: with evidence, as a test chose, or without a decision. */
export type AttemptFinding = "evidence" | "expire" | FindingCode | typeof INCONCLUSIVE;

/** Why a verification failed: its last finding, or who ended it. */
export type FailureCode =
  | FindingCode
  | typeof INCONCLUSIVE
  | Extract<ErrorCode, "CANCELLED" | "CANCELLED_BY_USER">;
