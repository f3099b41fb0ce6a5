import type { Certificate } from "../x509/certificate.ts";
import { VICAL_SIGNER_EKU, VICAL_TYPE } from "./vical-type.ts";

/** What an operator trusts, for one type of credential: a loyalty card's CA must not vouch for a licence. */
export type TrustAnchor = {
  /** A document type ("org.iso.18013.5.1.mDL") or an SD-JWT VC's vct. */
  credentialType: string;
  /** What evidence and the console call it, e.g. "Utopia IACA". */
  label: string;
  /** A CA, or the very certificate that signs credentials. */
  certificate: Certificate;
  /** At most the certificate's own; a list may narrow it. */
  validity: { from: Date; until: Date };
  /** The extended key usage that a signer below this anchor must have; null where its issuer sets none. */
  eku: string | null;
  /** Where it came from. */
  source: "pem" | "vical" | "eu_trusted_list" | "test";
};

/** ISO/IEC 18013-5 Annex B.1.4, and the EU's profile of it: who signs credentials of this type has this usage. */
const SIGNER_EKU: Record<string, string> = {
  "org.iso.18013.5.1.mDL": "1.0.18013.5.1.2",
  "eu.europa.ec.av.1": "1.3.130.2.0.0.1.2",
  "eu.europa.ec.eudi.pid.1": "1.3.130.2.0.0.1.2",
  [VICAL_TYPE]: VICAL_SIGNER_EKU,
};

/** The rule that an anchor gets when nobody chose another. */
export const usualEku = (credentialType: string): string | null => SIGNER_EKU[credentialType] ?? null;
