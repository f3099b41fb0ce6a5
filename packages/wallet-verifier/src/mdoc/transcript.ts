import { sha256 } from "../bytes.ts";
import { CBOR_NULL, cborBytes, cborList, cborText } from "../cbor/encode.ts";

/**
 * ISO/IEC 18013-5 §9.1.5.1: SessionTranscript, in its encoded form. It names the session for which a device
 * signs, so each channel's transcript includes everything that an attacker would have to change. The two
 * nulls say that online there is neither a device engagement nor a reader key.
 */
export type SessionTranscript = Uint8Array;

/** `[null, null, [name, SHA-256([...info])]]`: the form that all online handovers share. */
const hashedHandover = (
  name: string,
  ...info: readonly (string | Uint8Array | null)[]
): SessionTranscript => {
  const items = info.map((item) =>
    item === null ? CBOR_NULL : typeof item === "string" ? cborText(item) : cborBytes(item),
  );
  return cborList(CBOR_NULL, CBOR_NULL, cborList(cborText(name), cborBytes(sha256(cborList(...items)))));
};

type Asked = {
  nonce: string;
  /** The thumbprint of the key to which the answer is encrypted; null if it is not encrypted. */
  thumbprint: Uint8Array | null;
};

/**
 * OpenID4VP 1.0 §B.2.6.2, OpenID4VPDCAPIHandover: for the Digital Credentials API, for signed and unsigned
 * requests.
 * @param input.origin as the browser sees it, without the prefix `origin:`
 */
export const dcApiTranscript = (input: Asked & { origin: string }): SessionTranscript =>
  hashedHandover("OpenID4VPDCAPIHandover", input.origin, input.nonce, input.thumbprint);

/**
 * ISO/IEC TS 18013-7 Annex C.5: the handover of `org-iso-mdoc` over the Digital Credentials API.
 * @param input.encryptionInfo the request's exact base64url text, which includes the nonce and the key
 */
export const isoMdocTranscript = (input: { encryptionInfo: string; origin: string }): SessionTranscript =>
  hashedHandover("dcapi", input.encryptionInfo, input.origin);

/**
 * OpenID4VP 1.0 §B.2.6.1, OpenID4VPHandover: for requests by link or QR code.
 * @param input.clientId with its prefix, as it was sent
 * @param input.thumbprint null for `direct_post`
 */
export const redirectTranscript = (
  input: Asked & { clientId: string; responseUri: string },
): SessionTranscript =>
  hashedHandover("OpenID4VPHandover", input.clientId, input.nonce, input.thumbprint, input.responseUri);
