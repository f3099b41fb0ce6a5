import { equalBytes } from "../bytes.ts";
import type { WalletCode } from "../codes.ts";
import { CLOCK_SKEW_MS } from "../limits.ts";
import type { Certificate } from "./certificate.ts";
import { ANY_USAGE, KEY_CERT_SIGN } from "./extensions.ts";

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

const MIN_RSA_BITS = 2048;
/** NIST SP 800-186 and RFC 5639: 128 bits of strength and more. */
const STRONG_CURVES = new Set([
  "prime256v1",
  "secp384r1",
  "secp521r1",
  "brainpoolP256r1",
  "brainpoolP320r1",
  "brainpoolP384r1",
  "brainpoolP512r1",
]);

const hasStrongKey = ({ x509 }: Certificate): boolean => {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = x509.publicKey;
  if (type === "rsa") return (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
  if (type === "ec") return STRONG_CURVES.has(details?.namedCurve ?? "");
  return type === "ed25519" || type === "ed448";
};

/** Whether a certificate can be trusted by itself: its own constraints are enforced here, and its key is strong enough. */
export const mayAnchor = (certificate: Certificate): boolean => {
  try {
    return !certificate.use.hasUnknownCritical && hasStrongKey(certificate);
  } catch {
    return false;
  }
};

/**
 * RFC 5280 §4.2.1.12 for CAs, as all path builders read it: usages in a CA's certificate limit what is below it.
 * @param wanted of which the signer has to have one; none: whatever the signer says of itself
 */
export const allowsUsage = (ca: Certificate, signer: Certificate, wanted: readonly string[]): boolean => {
  const allowed = ca.use.extendedKeyUsage;
  if (allowed.length === 0 || allowed.includes(ANY_USAGE)) return true;
  const needed = wanted.length > 0 ? wanted : signer.use.extendedKeyUsage;
  return needed.some((usage) => allowed.includes(usage));
};

/** The rules that every certificate of a wallet's chain keeps, wherever it stands. */
export const refusalOf = (certificate: Certificate, now: Date): WalletCode | null => {
  if (certificate.use.hasUnknownCritical) return "certificate_usage";
  if (!SIGNATURE_ALGORITHMS.has(certificate.use.signatureAlgorithm)) return "algorithm_refused";
  if (!mayAnchor(certificate)) return "algorithm_refused";
  return isWithin(certificate.notBefore, certificate.notAfter, now) ? null : "certificate_expired";
};

export const isSame = (a: Certificate, b: Certificate): boolean => equalBytes(a.der, b.der);
