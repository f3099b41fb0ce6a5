import type { WalletCode } from "../codes.ts";
import { MAX_CHAIN_LENGTH } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { TrustAnchor } from "../trust/anchor.ts";
import { type Certificate, readCertificate } from "./certificate.ts";
import { allowsUsage, isSame, issued, isWithin, mayAnchor, mayIssue, refusalOf } from "./check-path.ts";
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

/** What an anchor asks of a chain whose first certificate is the signer, up to the one that the anchor vouches for. */
const refusalBy = (
  anchor: TrustAnchor,
  [signer, ...between]: readonly [Certificate, ...Certificate[]],
  context: ChainContext,
): WalletCode | null => {
  const { certificate, ekus, validity } = anchor;
  // An anchor is not above its own rules: what it says of itself counts as if it stood in the chain.
  if (!mayAnchor(certificate)) return "certificate_usage";
  if (!isWithin(validity.from, validity.until, context.now)) return "certificate_expired";
  // A CA does not sign credentials itself; an operator who pinned that very certificate decided otherwise.
  if (signer.use.isCa && !isSame(signer, certificate)) return "certificate_usage";
  const { keyUsage, extendedKeyUsage } = signer.use;
  const wanted = context.keyUsage ?? DIGITAL_SIGNATURE;
  if (keyUsage !== null && (keyUsage & wanted) === 0) return "certificate_usage";
  if (ekus.length > 0 && !ekus.some((usage) => extendedKeyUsage.includes(usage))) return "certificate_usage";
  const authorities = isSame(signer, certificate) ? between : [...between, certificate];
  return authorities.every((ca) => allowsUsage(ca, signer, ekus)) ? null : "certificate_usage";
};

/**
 * RFC 5280 §6.1 for the chains that credentials have, signer first: each certificate was issued by the next, and
 * one of them by an anchor for this very credential type. What stands above the anchor's place is not looked at. A CA may
 * be trusted more than once, by a list and by hand: each of its anchors is tried, and one that accepts is enough.
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
      // Below this certificate's issuer are as many CAs as its place says: the signer itself is none.
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

/** Checks a chain as it came in `x5chain` (RFC 9360 §2) or `x5c`, and the use that its first certificate is for. */
export const checkChain = (chain: readonly Uint8Array[], context: ChainContext): Result<TrustedSigner> => {
  const [signer, ...above] = readAll(chain) ?? [];
  if (!signer) return refuse("x5chain_malformed");
  const found = findAnchor([signer, ...above], context);
  return found.ok ? accept({ certificate: signer, anchor: found.value }) : found;
};
