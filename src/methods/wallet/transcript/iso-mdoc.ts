import { cborList, cborText } from "../cbor/encode.ts";
import { hashedHandover, type SessionTranscript } from "./handover.ts";

/**
 * ISO/IEC TS 18013-7 Annex C.5: the handover of `org-iso-mdoc` over the Digital Credentials API.
 * @param input.encryptionInfo the very base64url text of the request: the nonce and the key are in it
 */
export const isoMdocTranscript = (input: { encryptionInfo: string; origin: string }): SessionTranscript =>
  hashedHandover("dcapi", cborList(cborText(input.encryptionInfo), cborText(input.origin)));
