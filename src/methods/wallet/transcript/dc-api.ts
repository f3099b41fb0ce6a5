import { CBOR_NULL, cborBytes, cborList, cborText } from "../cbor/encode.ts";
import { hashedHandover, type SessionTranscript } from "./handover.ts";

/**
 * OpenID4VP 1.0 §B.2.6.2, OpenID4VPDCAPIHandover: for the Digital Credentials API, signed requests and unsigned.
 * @param input.origin as the browser sees it, without the prefix `origin:`
 */
export const dcApiTranscript = (input: {
  origin: string;
  nonce: string;
  thumbprint: Uint8Array | null;
}): SessionTranscript =>
  hashedHandover(
    "OpenID4VPDCAPIHandover",
    cborList(
      cborText(input.origin),
      cborText(input.nonce),
      input.thumbprint ? cborBytes(input.thumbprint) : CBOR_NULL,
    ),
  );
