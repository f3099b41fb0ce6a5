import { equalBytes } from "../bytes.ts";
import { CLOCK_SKEW_MS, MAX_CHAIN_LENGTH } from "../limits.ts";
import { accept, type Result, refuse, type WalletCode } from "../result.ts";
import {
  ANY_USAGE,
  type Certificate,
  DIGITAL_SIGNATURE,
  KEY_CERT_SIGN,
  readCertificate,
} from "../x509/certificate.ts";
import type { TrustAnchor } from "./anchor.ts";

export const isWithin = (from: Date, until: Date, at: Date): boolean =>
  at.getTime() >= from.getTime() - CLOCK_SKEW_MS && at.getTime() <= until.getTime() + CLOCK_SKEW_MS;

/** Whether `issuer` issued `subject`: the names, the key identifiers and the signature (RFC 5280 §6.1.3). */
export const issued = (issuer: Certificate, subject: Certificate): boolean => {
  try {
    // checkIssued compares names and identifiers only: without verify an impostor could use the issuer's name.
    return subject.x509.checkIssued(issuer.x509) && subject.x509.verify(issuer.x509.publicKey);
  } catch {
    return false;
  }
};

/** RFC 5280 §6.1.4 (k) to (n). @param below how many CA certificates of the path are below this one */
const mayIssue = ({ x509, use }: Certificate, below: number): boolean =>
  x509.ca &&
  (use.keyUsage === null || (use.keyUsage & KEY_CERT_SIGN) !== 0) &&
  (use.pathLength === null || below <= use.pathLength);

/**
 * ISO/IEC 18013-5 Annex B allows only ECDSA with SHA-2; EdDSA, and RSA with SHA-2 for SD-JWT issuers below an
 * older CA, are just as good. Nothing with SHA-1 or MD5, which OpenSSL would still verify.
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
/** NIST SP 800-186 and RFC 5639: 128 bits of strength or more. */
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
 * @param wanted usages of which the signer must have one; none: whatever the signer's own certificate says
 */
const allowsUsage = (ca: Certificate, signer: Certificate, wanted: readonly string[]): boolean => {
  const allowed = ca.use.extendedKeyUsage;
  if (allowed.length === 0 || allowed.includes(ANY_USAGE)) return true;
  const needed = wanted.length > 0 ? wanted : signer.use.extendedKeyUsage;
  return needed.some((usage) => allowed.includes(usage));
};

/** The rules that every certificate in a wallet's chain must meet, wherever it stands. */
export const refusalOf = (certificate: Certificate, now: Date): WalletCode | null => {
  if (certificate.use.hasUnknownCritical) return "certificate_usage";
  if (!SIGNATURE_ALGORITHMS.has(certificate.use.signatureAlgorithm)) return "algorithm_refused";
  if (!mayAnchor(certificate)) return "algorithm_refused";
  return isWithin(certificate.notBefore, certificate.notAfter, now) ? null : "certificate_expired";
};

const isSame = (a: Certificate, b: Certificate): boolean => equalBytes(a.der, b.der);

/** The signer of a credential, and the anchor that vouches for it. */
export type TrustedSigner = { certificate: Certificate; anchor: TrustAnchor };

export type ChainContext = {
  credentialType: string;
  anchors: readonly TrustAnchor[];
  now: Date;
  /** RFC 5280 §4.2.1.3: bits of which the signer must have one; digitalSignature by default. */
  keyUsage?: number;
};

/** The anchors for the credential's type, valid ones first: an old certificate must not hide a renewed CA. */
const anchorsFor = ({ anchors, credentialType, now }: ChainContext): TrustAnchor[] => {
  const ofType = anchors.filter((anchor) => anchor.credentialType === credentialType);
  const isCurrent = ({ validity }: TrustAnchor) => isWithin(validity.from, validity.until, now);
  return [...ofType.filter(isCurrent), ...ofType.filter((anchor) => !isCurrent(anchor))];
};

const readAll = (chain: readonly Uint8Array[]): Certificate[] | null => {
  if (chain.length === 0 || chain.length > MAX_CHAIN_LENGTH) return null;
  const certificates = chain.map(readCertificate).flatMap((read) => (read.ok ? [read.value] : []));
  return certificates.length === chain.length ? certificates : null;
};

/**
 * What an anchor requires of a chain whose first certificate is the signer, up to the one that the anchor
 * vouches for.
 */
const refusalBy = (
  anchor: TrustAnchor,
  [signer, ...between]: readonly [Certificate, ...Certificate[]],
  context: ChainContext,
): WalletCode | null => {
  const { certificate, ekus, validity } = anchor;
  // An anchor is not above its own rules: its own constraints count as if it were in the chain.
  if (!mayAnchor(certificate)) return "certificate_usage";
  if (!isWithin(validity.from, validity.until, context.now)) return "certificate_expired";
  // A CA does not sign credentials itself, unless an operator pinned that exact certificate.
  if (signer.use.isCa && !isSame(signer, certificate)) return "certificate_usage";
  const { keyUsage, extendedKeyUsage } = signer.use;
  const wanted = context.keyUsage ?? DIGITAL_SIGNATURE;
  if (keyUsage !== null && (keyUsage & wanted) === 0) return "certificate_usage";
  if (ekus.length > 0 && !ekus.some((usage) => extendedKeyUsage.includes(usage))) return "certificate_usage";
  const authorities = isSame(signer, certificate) ? between : [...between, certificate];
  return authorities.every((ca) => allowsUsage(ca, signer, ekus)) ? null : "certificate_usage";
};

/**
 * RFC 5280 §6.1 for the chains that credentials have, signer first: each certificate was issued by the next,
 * and one of them by an anchor for this credential type. Certificates above the anchor's place are ignored. A
 * CA may be trusted more than once, by a list and by hand: each of its anchors is tried, and one that accepts
 * is enough.
 */
const findAnchor = (
  certificates: readonly [Certificate, ...Certificate[]],
  context: ChainContext,
): Result<TrustAnchor> => {
  const anchors = anchorsFor(context);
  let code: WalletCode = "untrusted_issuer";
  for (const [index, certificate] of certificates.entries()) {
    const refusal = refusalOf(certificate, context.now);
    if (refusal) return refuse(code === "untrusted_issuer" ? refusal : code);
    const [signer, ...above] = certificates;
    for (const anchor of anchors) {
      // The certificate's index is the number of CAs below its issuer: the signer itself is not one.
      if (!vouchesFor(anchor.certificate, certificate, index)) continue;
      const refused = refusalBy(anchor, [signer, ...above.slice(0, index)], context);
      if (refused === null) return accept(anchor);
      if (code === "untrusted_issuer") code = refused;
    }
    const issuer = certificates[index + 1];
    if (!issuer || !mayIssue(issuer, index) || !issued(issuer, certificate)) break;
  }
  return refuse(code);
};

/** Whether an anchor issued this certificate, or is it. */
const vouchesFor = (anchor: Certificate, certificate: Certificate, below: number): boolean =>
  isSame(anchor, certificate) || (mayIssue(anchor, below) && issued(anchor, certificate));

/**
 * Checks a chain as received in `x5chain` (RFC 9360 §2) or `x5c`, and what its first certificate may be used
 * for.
 */
export const checkChain = (chain: readonly Uint8Array[], context: ChainContext): Result<TrustedSigner> => {
  const [signer, ...above] = readAll(chain) ?? [];
  if (!signer) return refuse("x5chain_malformed");
  const found = findAnchor([signer, ...above], context);
  return found.ok ? accept({ certificate: signer, anchor: found.value }) : found;
};
