import type { EmbeddedCbor } from "../cbor/decode.ts";
import { cborEmbedded, cborList, cborText } from "../cbor/encode.ts";
import { asEmbedded, asMap, type CborMap } from "../cbor/read.ts";
import type { SessionTranscript } from "../transcript/handover.ts";

/** ISO/IEC 18013-5 §8.3.2.1.2.2: DeviceSigned. */
export type DeviceSigned = { nameSpaces: EmbeddedCbor; deviceAuth: CborMap };

export const deviceSignedOf = (document: CborMap): DeviceSigned | null => {
  const deviceSigned = asMap(document.get("deviceSigned"));
  const nameSpaces = asEmbedded(deviceSigned?.get("nameSpaces"));
  const deviceAuth = asMap(deviceSigned?.get("deviceAuth"));
  return nameSpaces && deviceAuth ? { nameSpaces, deviceAuth } : null;
};

/** ISO/IEC 18013-5 §9.1.3.4: DeviceAuthenticationBytes, what the device signs and never sends. */
export const deviceAuthenticationBytes = (
  transcript: SessionTranscript,
  docType: string,
  nameSpaces: EmbeddedCbor,
): Uint8Array =>
  cborEmbedded(cborList(cborText("DeviceAuthentication"), transcript, cborText(docType), nameSpaces.encoded));
