import { MAX_CHAIN_LENGTH } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { type Certificate, readCertificate } from "./certificate.ts";
import { isSame, issued, isWithin, mayIssue, refusalOf } from "./check-path.ts";
import { DIGITAL_SIGNATURE } from "./extensions.ts";

/** Who signed a credential, and on whose word that is believed. */
export type TrustedSigner = { certificate: Certificate; anchor: TrustAnchor };

export type ChainContext = {
  credentialType: string;
  anchors: readonly TrustAnchor[];
  now: Date;
  /** RFC 5280 §4.2.1.3: bits of which the signer has to have one; digitalSignature where nothing else is said. */
  keyUsage?: number;
};

/** The anchor that vouches for this certificate: one that issued it, or that is it. */
const anchorOf = (
  certificate: Certificate,
  below: number,
  anchors: readonly TrustAnchor[],
): TrustAnchor | undefined =>
  anchors.find(
    ({ certificate: anchor }) =>
      isSame(anchor, certificate) || (mayIssue(anchor, below) && issued(anchor, certificate)),
  );

/** Those for the credential's type; the ones that are valid first, so that a renewed CA is not hidden by its past. */
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
 * RFC 5280 §6.1 for the chains that credentials have, signer first: each certificate was issued by the next, and
 * one of them by an anchor for this very credential type. What stands above the anchor's place is not looked at.
 */
const findAnchor = (certificates: readonly Certificate[], context: ChainContext): Result<TrustAnchor> => {
  const anchors = anchorsFor(context);
  for (const [index, certificate] of certificates.entries()) {
    const refusal = refusalOf(certificate, context.now);
    if (refusal) return refuse(refusal);
    // Below this certificate's issuer are as many CAs as its place says: the signer itself is none.
    const anchor = anchorOf(certificate, index, anchors);
    if (anchor) return accept(anchor);
    const issuer = certificates[index + 1];
    if (!issuer || !mayIssue(issuer, index) || !issued(issuer, certificate)) break;
  }
  return refuse("untrusted_issuer");
};

/** Checks a chain as it came in `x5chain` (RFC 9360 §2) or `x5c`, and the use that its first certificate is for. */
export const checkChain = (chain: readonly Uint8Array[], context: ChainContext): Result<TrustedSigner> => {
  const certificates = readAll(chain);
  const [signer] = certificates ?? [];
  if (!certificates || !signer) return refuse("x5chain_malformed");
  const found = findAnchor(certificates, context);
  if (!found.ok) return found;
  const anchor = found.value;
  if (!isWithin(anchor.validity.from, anchor.validity.until, context.now))
    return refuse("certificate_expired");
  // A CA does not sign credentials itself; an operator who pinned that very certificate decided otherwise.
  if (signer.use.isCa && !isSame(signer, anchor.certificate)) return refuse("certificate_usage");
  const { keyUsage, extendedKeyUsage } = signer.use;
  if (keyUsage !== null && (keyUsage & (context.keyUsage ?? DIGITAL_SIGNATURE)) === 0)
    return refuse("certificate_usage");
  if (anchor.eku !== null && !extendedKeyUsage.includes(anchor.eku)) return refuse("certificate_usage");
  return accept({ certificate: signer, anchor });
};
