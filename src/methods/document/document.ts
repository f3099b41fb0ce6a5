import type { PlainDate } from "#core/age.ts";
import type { Sealed } from "#core/sealed.ts";
import type { MrzDate } from "./mrz/mrz-date.ts";
import type { MrzChecks } from "./mrz/parse.ts";

/** What the document says it is. */
export type DocumentKind = "driving_licence" | "id_card" | "passport" | "residence_permit" | "visa";

/** Questions that a genuine card answers with yes; each is independent of the others. */
export type CheckName =
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

/** What both readers give. No name, no address, no document number. */
type Common = {
  kind: DocumentKind;
  /** Equal for two pictures of one document: see document-digest.ts. null where the document gives no number. */
  digest: Uint8Array | null;
};

/** All that leaves the barcode's reader. */
export type AamvaDocument = Common & {
  source: "aamva";
  birthDate: Sealed<PlainDate>;
  /** null: the document itself says that it does not expire. */
  expiryDate: PlainDate | null;
  issueDate: PlainDate | null;
  country: "USA" | "CAN" | null;
  /** Issuer Identification Number: the jurisdiction, e.g. 636014 for California. */
  issuer: string;
  checks: Checks;
};

/** All that leaves the reader of a machine readable zone. Its dates have no century yet: that takes today's date. */
export type MrzDocument = Common & {
  source: "mrz";
  birthDate: Sealed<MrzDate>;
  /** null: the zone gives none. */
  expiryDate: MrzDate | null;
  /** "YYMM", on the French card that gives no expiry. */
  issueMonth: string | null;
  /** A published sample, that anybody has a picture of. */
  isSpecimen: boolean;
  /** The check digits. */
  checks: MrzChecks;
  /** How sure the recogniser was of the characters, 0 to 1. */
  recognition: number;
};

export type ReadDocument = AamvaDocument | MrzDocument;

export type QualityReason = "too_small" | "too_dark" | "blurry" | "glare";

export type NoReadCode =
  | "DOCUMENT_QUALITY_LOW"
  | "DOCUMENT_UNREADABLE"
  | "DOCUMENT_NOT_FOUND"
  | "DOCUMENT_MRZ_INVALID"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "IMAGE_FORMAT_UNSUPPORTED"
  | "IMAGE_TOO_LARGE"
  | "METHOD_FAILED";

/** Why there is nothing to decide on, and in plain words what the person can do about it. */
export type NoRead = {
  kind: "no_read";
  code: NoReadCode;
  reason?: QualityReason;
  hint: string;
  /** The file was refused by its first bytes or its size: nothing was decoded, and no attempt is used up. */
  isUnopened?: true;
};

export type ScanResult = { kind: "read"; document: ReadDocument } | NoRead;
