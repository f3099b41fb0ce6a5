import type { PlainDate } from "#core/age.ts";

/** What the card says it is. The passport reader (MRZ, ICAO 9303) will add its kinds here. */
export type DocumentKind = "driving_licence" | "id_card";

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

/** All that leaves the reader. No name, no address, no document number. */
export type ReadDocument = {
  source: "aamva";
  kind: DocumentKind;
  birthDate: PlainDate;
  /** null: the document itself says that it does not expire. */
  expiryDate: PlainDate | null;
  issueDate: PlainDate | null;
  country: "USA" | "CAN" | null;
  /** Issuer Identification Number: the jurisdiction, e.g. 636014 for California. */
  issuer: string;
  checks: Checks;
};

export type QualityReason = "too_small" | "too_dark" | "blurry" | "glare";

export type NoReadCode =
  | "DOCUMENT_QUALITY_LOW"
  | "DOCUMENT_UNREADABLE"
  | "DOCUMENT_NOT_FOUND"
  | "DOCUMENT_TYPE_UNSUPPORTED"
  | "IMAGE_FORMAT_UNSUPPORTED"
  | "IMAGE_TOO_LARGE"
  | "METHOD_FAILED";

/** Why there is nothing to decide on, and in plain words what the person can do about it. */
export type NoRead = { kind: "no_read"; code: NoReadCode; reason?: QualityReason; hint: string };

export type ScanResult = { kind: "read"; document: ReadDocument } | NoRead;
