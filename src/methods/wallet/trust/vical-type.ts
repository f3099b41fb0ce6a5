/** What the pinned provider's anchor has as its credentialType, so that it vouches for lists and nothing else. */
export const VICAL_TYPE = "vical";

/** What a provider's lists may vouch for when nobody said so: the standard's own subject. */
export const USUAL_LIST_TYPES: readonly string[] = ["org.iso.18013.5.1.mDL"];

/** ISO/IEC 18013-5 Annex C.1.7.3: the extended key usage of a list's signer. */
export const VICAL_SIGNER_EKU = "1.0.18013.5.1.8";
