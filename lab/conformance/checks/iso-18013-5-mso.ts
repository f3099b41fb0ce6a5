import { DRIVING_LICENCE, EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import { daysFrom } from "../../demo-wallet/issuer/keys.ts";
import { type Check, forgedMdoc } from "../check.ts";
import { validity } from "../forge/forge-mdoc.ts";

// ISO/IEC 18013-5 §9.1.2.4 and §9.3.1: what the issuer signed, and when.

const MSO = "ISO/IEC 18013-5 §9.1.2.4";
const INSPECTION = "ISO/IEC 18013-5 §9.3.1";
const LOYALTY_CARD = "org.example.loyalty";

export const msoChecks: readonly Check[] = [
  forgedMdoc(INSPECTION, "expired yesterday", (_bench, { now }) => ({
    mso: (mso) => mso.set("validityInfo", validity(daysFrom(now, -20), daysFrom(now, -1))),
  })),
  forgedMdoc(INSPECTION, "valid from tomorrow", (_bench, { now }) => ({
    mso: (mso) => mso.set("validityInfo", validity(daysFrom(now, 1), daysFrom(now, 60), daysFrom(now, -1))),
  })),
  forgedMdoc(INSPECTION, "signed before its signer's certificate began", (_bench, { now }) => ({
    mso: (mso) =>
      mso.set("validityInfo", validity(daysFrom(now, -1), daysFrom(now, 60), daysFrom(now, -300))),
  })),
  forgedMdoc(INSPECTION, "another type, as it says itself", () => ({
    docType: DRIVING_LICENCE,
    nameSpace: "org.iso.18013.5.1",
  })),
  forgedMdoc(INSPECTION, "a loyalty card that claims to be a proof of age", () => ({
    docType: LOYALTY_CARD,
    claimedDocType: EU_PROOF_OF_AGE,
  })),
  forgedMdoc(INSPECTION, "a type that was not asked for", () => ({ docType: LOYALTY_CARD })),
  forgedMdoc(MSO, "version 2.0", () => ({ mso: (mso) => mso.set("version", "2.0") })),
  forgedMdoc(MSO, "digests by MD5", () => ({ mso: (mso) => mso.set("digestAlgorithm", "MD5") })),
  forgedMdoc(MSO, "no digests", () => ({ mso: (mso) => mso.delete("valueDigests") })),
  forgedMdoc(MSO, "no validity", () => ({ mso: (mso) => mso.delete("validityInfo") })),
  forgedMdoc(MSO, "no device key", () => ({ mso: (mso) => mso.set("deviceKeyInfo", new Map()) })),
];
