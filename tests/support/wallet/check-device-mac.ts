import { createHmac, diffieHellman, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { sha256, utf8 } from "../../../packages/wallet-verifier/src/bytes.ts";
import {
  cborBytes,
  cborEmbedded,
  cborList,
  cborText,
} from "../../../packages/wallet-verifier/src/cbor/encode.ts";
import { algorithmOf, readCoseMessage } from "../../../packages/wallet-verifier/src/cose/sign1.ts";
import {
  type DeviceSigned,
  deviceAuthenticationBytes,
} from "../../../packages/wallet-verifier/src/mdoc/device-auth.ts";
import type { SessionTranscript } from "../../../packages/wallet-verifier/src/mdoc/transcript.ts";
import { PASSED, type Result, refuse, tryResult } from "../../../packages/wallet-verifier/src/result.ts";

/** HMAC 256/256 (RFC 9053 §3.1): the only one that ISO/IEC 18013-5 §9.1.3.5 has. */
const HMAC_256 = 5;
const MAC_KEY_BYTES = 32;

/** §9.1.3.5: EMacKey, from the reader's ephemeral key and the device's key. */
const macKey = (
  readerKey: KeyObject,
  deviceKey: KeyObject,
  transcript: SessionTranscript,
): Result<Uint8Array> =>
  tryResult(() => {
    const secret = diffieHellman({ privateKey: readerKey, publicKey: deviceKey });
    const salt = sha256(cborEmbedded(transcript));
    return new Uint8Array(hkdfSync("sha256", secret, salt, utf8("EMacKey"), MAC_KEY_BYTES));
  }, "device_key");

/**
 * ISO/IEC 18013-5 §9.1.3.5, for readers in proximity: they alone have an ephemeral key. No online channel has one;
 * the standard's own vector does, so its proof needs this.
 */
export const checkDeviceMac = (
  deviceSigned: DeviceSigned,
  options: { readerKey: KeyObject; deviceKey: KeyObject; transcript: SessionTranscript; docType: string },
): Result<null> => {
  const { deviceAuth, nameSpaces } = deviceSigned;
  const message = readCoseMessage(deviceAuth.get("deviceMac"));
  if (deviceAuth.size !== 1 || !message.ok || message.value.payload !== null) {
    return refuse("device_auth_malformed");
  }
  if (algorithmOf(message.value) !== HMAC_256) return refuse("algorithm_refused");
  const key = macKey(options.readerKey, options.deviceKey, options.transcript);
  if (!key.ok) return key;
  // RFC 9052 §6.3: MAC_structure
  const input = cborList(
    cborText("MAC0"),
    cborBytes(message.value.protectedBytes),
    cborBytes(new Uint8Array(0)),
    cborBytes(deviceAuthenticationBytes(options.transcript, options.docType, nameSpaces)),
  );
  const expected = createHmac("sha256", key.value).update(input).digest();
  const { tag } = message.value;
  return tag.length === expected.length && timingSafeEqual(tag, expected) ? PASSED : refuse("device_mac");
};
