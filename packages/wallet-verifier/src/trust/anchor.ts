import { KNOWN_CREDENTIAL_TYPES } from "../credential-type.ts";
import type { Certificate } from "../x509/certificate.ts";

/** The credentialType of a pinned provider's anchor, so that it vouches for lists and nothing else. */
export const VICAL_TYPE = "vical";

/** What a provider's lists may vouch for by default: the standard's own subject. */
export const USUAL_LIST_TYPES: readonly string[] = ["org.iso.18013.5.1.mDL"];

/** ISO/IEC 18013-5 Annex C.1.7.3: the extended key usage of a list's signer. */
export const VICAL_SIGNER_EKU = "1.0.18013.5.1.8";

/** What an operator trusts, for one type of credential: a loyalty card's CA must not vouch for a licence. */
export type TrustAnchor = {
  /** A document type ("org.iso.18013.5.1.mDL") or an SD-JWT VC's vct. */
  credentialType: string;
  /** What evidence and the console call it, e.g. "Utopia IACA". */
  label: string;
  /** A CA, or the certificate that signs credentials itself. */
  certificate: Certificate;
  /** At most the certificate's own; a list may narrow it. */
  validity: { from: Date; until: Date };
  /**
   * A signer below this anchor must have one of these extended key usages; empty where its issuer sets none.
   */
  ekus: readonly string[];
  /** For a pinned provider of lists: the types that its lists may vouch for. Empty for everything else. */
  vouchesFor: readonly string[];
  /** Where it came from. */
  source: "pem" | "vical" | "eu_trusted_list" | "test";
};

/** The authorities that a wallet's credential may come from, by type id (OpenID4VP 1.0 §6.1.1). */
export type TrustedAuthorities = { readonly [typeId: string]: readonly string[] };

/** A request with more would cost more than it saves: VICALs hold hundreds. */
const MAX_AUTHORITIES = 32;

/**
 * The key identifiers of a type's anchors in base64url, which the issuers' certificates name (OpenID4VP 1.0 §6.1.1.1,
 * `aki`).
 * @returns null where an anchor has none, such as a pinned signer, or there are too many: a wallet must not
 * withhold what would pass
 */
export const keyIdsOf = (anchors: readonly TrustAnchor[]): readonly string[] | null => {
  const ids = anchors.map(({ certificate: { use }, source }) =>
    use.isCa && source !== "test" ? use.subjectKeyId : null,
  );
  const known = ids.flatMap((id) => (id && id.length > 0 ? [Buffer.from(id).toString("base64url")] : []));
  const values = [...new Set(known)];
  return known.length < ids.length || values.length === 0 || values.length > MAX_AUTHORITIES ? null : values;
};

/**
 * The EU's profile of ISO/IEC 18013-5 Annex B.1.4: the usage of signers of person identification data and
 * proofs of age, in any format.
 */
const EU_SIGNER_EKUS = ["1.3.130.2.0.0.1.2"];

/**
 * ISO/IEC 18013-5 Annex B.1.4, and the EU's profile of it: signers of credentials of this type have this
 * usage.
 */
const SIGNER_EKUS: Record<string, readonly string[]> = {
  "org.iso.18013.5.1.mDL": ["1.0.18013.5.1.2"],
  "eu.europa.ec.av.1": EU_SIGNER_EKUS,
  "eu.europa.ec.eudi.pid.1": EU_SIGNER_EKUS,
  "urn:eudi:pid:1": EU_SIGNER_EKUS,
  [VICAL_TYPE]: [VICAL_SIGNER_EKU],
};

/** The rule that an anchor gets unless an operator chooses another. */
export const usualEkus = (credentialType: string): readonly string[] => SIGNER_EKUS[credentialType] ?? [];

/** What an anchor can be trusted for: a credential that can be requested, or lists. */
export const ANCHOR_TYPES: readonly string[] = [
  ...KNOWN_CREDENTIAL_TYPES.map(({ type }) => type),
  VICAL_TYPE,
];
