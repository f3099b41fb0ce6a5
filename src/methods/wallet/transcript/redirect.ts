import { CBOR_NULL, cborBytes, cborList, cborText } from "../cbor/encode.ts";
import { hashedHandover, type SessionTranscript } from "./handover.ts";

/**
 * OpenID4VP 1.0 §B.2.6.1, OpenID4VPHandover: for requests by link or QR code.
 * @param input.clientId with its prefix, as it was sent
 * @param input.thumbprint of the key that the answer is encrypted to; null for `direct_post`
 */
export const redirectTranscript = (input: {
  clientId: string;
  nonce: string;
  thumbprint: Uint8Array | null;
  responseUri: string;
}): SessionTranscript =>
  hashedHandover(
    "OpenID4VPHandover",
    cborList(
      cborText(input.clientId),
      cborText(input.nonce),
      input.thumbprint ? cborBytes(input.thumbprint) : CBOR_NULL,
      cborText(input.responseUri),
    ),
  );
