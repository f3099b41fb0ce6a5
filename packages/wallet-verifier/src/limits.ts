// What a wallet may hand over at most, and how far clocks may differ: the same for every deployment.

/** Bytes of a DeviceResponse or an SD-JWT. Real ones have 1 to 4 KiB, or up to 60 with a portrait. */
export const MAX_PRESENTATION_BYTES = 128 * 1024;

/**
 * Documents in one answer over `org-iso-mdoc`: one of each type that can be requested (credential-type.ts).
 */
export const MAX_DOCUMENTS = 4;

/** Bytes that a wallet posts: an encrypted presentation in base64url. */
export const MAX_RESPONSE_BYTES = 256 * 1024;

/** Bytes of one zero-knowledge proof. Those of the published circuits have 323 to 365 KiB. */
export const MAX_PROOF_BYTES = 448 * 1024;

/** Bytes of a DeviceResponse around a proof: what the proof is about and the issuer's chain come with it. */
export const MAX_PROVED_PRESENTATION_BYTES = MAX_PROOF_BYTES + 32 * 1024;

/** Bytes that the browser hands over with a proof: in base64url twice, as a JWE of JSON is. */
export const MAX_PROVED_RESPONSE_BYTES = 896 * 1024;

/** How far the time of a proof, which the wallet chooses, may be from ours. */
export const PROOF_SKEW_MS = 5 * 60_000;

/** How far a wallet's or an issuer's clock may be off. */
export const CLOCK_SKEW_MS = 60_000;

/** Certificates in a chain, not counting the anchor. ISO/IEC 18013-5 issuers use one. */
export const MAX_CHAIN_LENGTH = 4;
