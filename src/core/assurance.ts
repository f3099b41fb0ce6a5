import { entryFor } from "./json.ts";

// How much evidence proves: docs/assurance.md says what each level is.

/** The levels that a rule can ask for, the lowest first. */
export const PROVING_LEVELS = [
  "document_photo_unsigned",
  "issuer_signed_no_binding",
  "asserted_by_vendor",
  "asserted_by_vendor_with_selfie",
  "asserted_by_identity_provider",
  "asserted_in_person",
  "derived_device_bound",
  "high_device_bound",
] as const;

export type ProvingLevel = (typeof PROVING_LEVELS)[number];

/** The levels of `acr`, the lowest first. */
export const ACR_VALUES = ["none_test_mode", "asserted_by_tenant", ...PROVING_LEVELS] as const;

/** The former names of levels: decisions of that time keep them, and sites may still ask for them. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  substantial_no_binding: "document_photo_unsigned",
};

/**
 * The position of a level in `ACR_VALUES`; -1: there is no such level. A proof repeated by an age key has the
 * level of the original proof; its name says that it is repeated.
 */
export const rankOf = (assurance: string): number => {
  const name = assurance.replace(/_reused$/, "");
  return ACR_VALUES.map(String).indexOf(entryFor(FORMER_NAMES, name) ?? name);
};
