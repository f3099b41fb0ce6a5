/** Bytes of a DeviceResponse or an SD-JWT. Real ones have 1 to 4 KiB, with a portrait up to 60. */
export const MAX_PRESENTATION_BYTES = 128 * 1024;

/** Documents of one answer over `org-iso-mdoc`: one of each type that is asked for anywhere (credential-type.ts). */
export const MAX_DOCUMENTS = 4;

/** Bytes of what a wallet posts: a presentation, encrypted, in base64url. */
export const MAX_RESPONSE_BYTES = 256 * 1024;

/** How far a wallet's or an issuer's clock may be off. */
export const CLOCK_SKEW_MS = 60_000;

/** Certificates in a chain, the anchor not counted. ISO/IEC 18013-5 issuers use one. */
export const MAX_CHAIN_LENGTH = 4;
