import type { KeyObject } from "node:crypto";
import { COSE_DEVICE_ALGORITHMS } from "../cose/algorithms.ts";
import { readCoseMessage } from "../cose/message.ts";
import { checkSign1 } from "../cose/sign1.ts";
import { type Result, refuse } from "../result.ts";
import type { SessionTranscript } from "../transcript/handover.ts";
import { type DeviceSigned, deviceAuthenticationBytes } from "./device-authentication.ts";

/**
 * ISO/IEC 18013-5 §9.1.3.6: the key that the issuer named signed this very session, so the credential is neither
 * copied nor replayed. A MAC would need a reader key that no online session has.
 */
export const checkDeviceSignature = (
  deviceSigned: DeviceSigned,
  { key, transcript, docType }: { key: KeyObject; transcript: SessionTranscript; docType: string },
): Result<null> => {
  const { deviceAuth, nameSpaces } = deviceSigned;
  if (deviceAuth.size !== 1) return refuse("device_auth_malformed");
  if (deviceAuth.has("deviceMac")) return refuse("device_mac_refused");
  const message = readCoseMessage(deviceAuth.get("deviceSignature"));
  // §9.1.3.6: the payload is detached. One that is there could be another than the one that is checked.
  if (!message.ok || message.value.payload !== null) return refuse("device_auth_malformed");
  return checkSign1(message.value, {
    key,
    algorithms: COSE_DEVICE_ALGORITHMS,
    payload: deviceAuthenticationBytes(transcript, docType, nameSpaces),
    code: "device_signature",
  });
};
