import { EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import { newJwk } from "../../demo-wallet/issuer/keys.ts";
import { type Check, forgedMdoc } from "../check.ts";
import { flip } from "./flip.ts";

// ISO/IEC 18013-5 §9.1.3: the device that holds the credential signs this very session.

const DEVICE = "ISO/IEC 18013-5 §9.1.3";
const KEY = "ISO/IEC 18013-5 §9.1.2.4";

export const deviceChecks: readonly Check[] = [
  forgedMdoc(DEVICE, "signed by another device", async () => ({ namedDeviceJwk: await newJwk() })),
  forgedMdoc(DEVICE, "a changed device signature", () => ({
    deviceSignature: ([head, other, payload, tag]) => [head, other, payload, flip(tag)],
  })),
  forgedMdoc(DEVICE, "no device signature", () => ({ deviceAuth: (auth) => auth.clear() })),
  forgedMdoc(DEVICE, "no device part at all", () => ({ deviceSigned: (signed) => signed.clear() })),
  forgedMdoc(DEVICE, "a device signature without algorithm", () => ({ deviceProtected: new Map() })),
  forgedMdoc(DEVICE, "a MAC in place of the signature", () => ({
    deviceAuth: (auth) => auth.set("deviceMac", auth.get("deviceSignature")).delete("deviceSignature"),
  })),
  forgedMdoc(DEVICE, "a MAC beside the signature", () => ({
    deviceAuth: (auth) => auth.set("deviceMac", []),
  })),
  forgedMdoc(DEVICE, "a payload that is not detached", () => ({
    deviceSignature: ([head, other, , tag]) => [head, other, new Uint8Array([1]), tag],
  })),
  forgedMdoc(DEVICE, "an age that the device signed itself", () => ({
    elements: { age_over_16: true },
    deviceNameSpaces: new Map([[EU_PROOF_OF_AGE, new Map([["age_over_18", true]])]]),
  })),
  forgedMdoc(KEY, "a device key off its curve", async ({ device }) => ({
    namedDeviceJwk: { x: device.x, y: (await newJwk()).y },
  })),
];
