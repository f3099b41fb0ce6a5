import type { KeyObject } from "node:crypto";
import {
  asEmbedded,
  asList,
  asMap,
  type CborMap,
  type EmbeddedCbor,
  mapIn,
} from "#methods/wallet/cbor/decode.ts";
import { cborEmbedded, cborList, cborText } from "#methods/wallet/cbor/encode.ts";
import { COSE_DEVICE_ALGORITHMS } from "#methods/wallet/cose/keys.ts";
import { checkSign1, readCoseMessage } from "#methods/wallet/cose/sign1.ts";
import { PASSED, type Result, refuse } from "#methods/wallet/result.ts";
import type { SessionTranscript } from "./transcript.ts";

/** ISO/IEC 18013-5 §8.3.2.1.2.2: DeviceSigned. */
export type DeviceSigned = { nameSpaces: EmbeddedCbor; deviceAuth: CborMap };

export const deviceSignedOf = (document: CborMap): DeviceSigned | null => {
  const deviceSigned = asMap(document.get("deviceSigned"));
  const nameSpaces = asEmbedded(deviceSigned?.get("nameSpaces"));
  const deviceAuth = asMap(deviceSigned?.get("deviceAuth"));
  return nameSpaces && deviceAuth ? { nameSpaces, deviceAuth } : null;
};

/** ISO/IEC 18013-5 §9.1.3.4: DeviceAuthenticationBytes, which the device signs but never sends. */
export const deviceAuthenticationBytes = (
  transcript: SessionTranscript,
  docType: string,
  nameSpaces: EmbeddedCbor,
): Uint8Array =>
  cborEmbedded(cborList(cborText("DeviceAuthentication"), transcript, cborText(docType), nameSpaces.encoded));

/** ISO/IEC 18013-5 §9.1.2.4, KeyAuthorizations: whole namespaces, or single elements of one. */
const isAuthorized = (authorizations: CborMap | null, nameSpace: string, name: unknown): boolean => {
  const whole = asList(authorizations?.get("nameSpaces")) ?? [];
  const single = asList(asMap(authorizations?.get("dataElements"))?.get(nameSpace)) ?? [];
  return whole.includes(nameSpace) || single.includes(name);
};

/**
 * Elements that only the device signed are never read: a phone's own word on an age proves nothing. Whether they
 * are allowed at all is checked because a wallet that breaks this rule cannot be trusted to keep others.
 */
export const checkDeviceElements = (
  deviceSigned: DeviceSigned,
  authorizations: CborMap | null,
): Result<null> => {
  const nameSpaces = mapIn(deviceSigned.nameSpaces.content);
  if (!nameSpaces) return refuse("device_auth_malformed");
  for (const [nameSpace, elements] of nameSpaces) {
    const names = asMap(elements);
    if (typeof nameSpace !== "string" || !names) return refuse("device_auth_malformed");
    const all = [...names.keys()].every((name) => isAuthorized(authorizations, nameSpace, name));
    if (!all) return refuse("device_element_refused");
  }
  return PASSED;
};

/**
 * ISO/IEC 18013-5 §9.1.3.6: the key that the issuer named signed this very session, so the credential is
 * neither copied nor replayed. A MAC would need a reader key, which no online session has.
 */
export const checkDeviceSignature = (
  deviceSigned: DeviceSigned,
  { key, transcript, docType }: { key: KeyObject; transcript: SessionTranscript; docType: string },
): Result<null> => {
  const { deviceAuth, nameSpaces } = deviceSigned;
  if (deviceAuth.size !== 1) return refuse("device_auth_malformed");
  if (deviceAuth.has("deviceMac")) return refuse("device_mac_refused");
  const message = readCoseMessage(deviceAuth.get("deviceSignature"));
  // §9.1.3.6: the payload is detached. One that is present could differ from the one that is checked.
  if (!message.ok || message.value.payload !== null) return refuse("device_auth_malformed");
  return checkSign1(message.value, {
    key,
    algorithms: COSE_DEVICE_ALGORITHMS,
    payload: deviceAuthenticationBytes(transcript, docType, nameSpaces),
    code: "device_signature",
  });
};
