import { CLOCK_SKEW_MS } from "../limits.ts";
import { PASSED, type Result, refuse } from "../result.ts";
import type { Certificate } from "../x509/certificate.ts";
import { isWithin } from "../x509/check-path.ts";
import type { MobileSecurityObject } from "./read-mso.ts";

/** ISO/IEC 18013-5 §9.1.2.5 and Table 21, in node:crypto's names. */
export const DIGEST_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/**
 * ISO/IEC 18013-5 §9.3.1 step 4 (the type that the issuer signed is the type that was claimed, without which any
 * credential of a trusted issuer would pass as any other) and step 5 (its dates).
 */
export const checkMso = (
  mso: MobileSecurityObject,
  { docType, signer, now }: { docType: string; signer: Certificate; now: Date },
): Result<null> => {
  if (!/^1\.\d{1,3}$/.test(mso.version)) return refuse("mso_version");
  if (mso.docType !== docType) return refuse("mso_doctype");
  if (!DIGEST_ALGORITHMS.has(mso.digestAlgorithm)) return refuse("digest_algorithm");
  if (now.getTime() < mso.validFrom.getTime() - CLOCK_SKEW_MS) return refuse("not_yet_valid");
  // ISO/IEC 18013-5 §9.1.2.4: signed is not after validFrom, so it is not to come.
  if (now.getTime() < mso.signed.getTime() - CLOCK_SKEW_MS) return refuse("not_yet_valid");
  if (now.getTime() > mso.validUntil.getTime() + CLOCK_SKEW_MS) return refuse("expired");
  const wasValid = isWithin(signer.notBefore, signer.notAfter, mso.signed);
  return wasValid ? PASSED : refuse("signed_outside_certificate");
};
