import { equalBytes } from "../bytes.ts";
import type { WalletCode } from "../codes.ts";
import { CLOCK_SKEW_MS } from "../limits.ts";
import type { Certificate } from "./certificate.ts";
import { KEY_CERT_SIGN } from "./extensions.ts";

export const isWithin = (from: Date, until: Date, at: Date): boolean =>
  at.getTime() >= from.getTime() - CLOCK_SKEW_MS && at.getTime() <= until.getTime() + CLOCK_SKEW_MS;

/** Whether `issuer` issued `subject`: the names, the key identifiers and the signature (RFC 5280 §6.1.3). */
export const issued = (issuer: Certificate, subject: Certificate): boolean => {
  try {
    // checkIssued compares names and identifiers only: without verify anybody could use the issuer's name.
    return subject.x509.checkIssued(issuer.x509) && subject.x509.verify(issuer.x509.publicKey);
  } catch {
    return false;
  }
};

/** RFC 5280 §6.1.4 (k) to (n). @param below how many CA certificates of the path are below this one */
export const mayIssue = ({ x509, use }: Certificate, below: number): boolean =>
  x509.ca &&
  (use.keyUsage === null || (use.keyUsage & KEY_CERT_SIGN) !== 0) &&
  (use.pathLength === null || below <= use.pathLength);

/**
 * ISO/IEC 18013-5 Annex B has ECDSA with SHA-2 alone; EdDSA, and RSA with SHA-2 for SD-JWT issuers below an older CA, are
 * as good. Nothing with SHA-1 or MD5: OpenSSL would still verify it.
 */
const SIGNATURE_ALGORITHMS = new Set([
  "1.2.840.10045.4.3.2", // ecdsa-with-SHA256, RFC 5758 §3.2
  "1.2.840.10045.4.3.3",
  "1.2.840.10045.4.3.4",
  "1.3.101.112", // Ed25519, RFC 8410 §3
  "1.2.840.113549.1.1.11", // sha256WithRSAEncryption, RFC 4055 §5
  "1.2.840.113549.1.1.12",
  "1.2.840.113549.1.1.13",
]);

/** The rules that every certificate of a wallet's chain keeps, wherever it stands. */
export const refusalOf = (certificate: Certificate, now: Date): WalletCode | null => {
  if (certificate.use.hasUnknownCritical) return "certificate_usage";
  if (!SIGNATURE_ALGORITHMS.has(certificate.use.signatureAlgorithm)) return "algorithm_refused";
  return isWithin(certificate.notBefore, certificate.notAfter, now) ? null : "certificate_expired";
};

export const isSame = (a: Certificate, b: Certificate): boolean => equalBytes(a.der, b.der);
