import "reflect-metadata";
import { X509Certificate } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { READER_EKU } from "../issuer/reader-certificates.ts";

// The certificates of a reader: RFC 5280 §6.1, and ISO/IEC 18013-5 Annex B.1.7 for the reader's own.

export type ChainProblem =
  | "malformed"
  | "unknown_signer"
  | "root_in_chain"
  | "expired"
  | "not_yet_valid"
  | "certificate"
  | "algorithm";

/** Why a reader's certificates do not count. */
export class ChainRefused extends Error {
  readonly reason: ChainProblem;
  constructor(reason: ChainProblem, why: string) {
    super(why);
    this.reason = reason;
  }
}

const refuse = (reason: ChainProblem, why: string): never => {
  throw new ChainRefused(reason, why);
};

/** One certificate, by two libraries: node's for signatures, @peculiar/x509 for extensions. */
type Certificate = { node: X509Certificate; parts: x509.X509Certificate };

const readCertificate = (der: Uint8Array): Certificate => {
  try {
    const node = new X509Certificate(der);
    // Node also reads PEM, and ignores bytes after the end. It reads the key only here, which may fail too.
    if (node.raw.equals(der) && node.publicKey.type === "public") {
      return { node, parts: new x509.X509Certificate(new Uint8Array(der)) };
    }
  } catch {
    // Said below.
  }
  return refuse("malformed", "a certificate cannot be read");
};

const isIssuedBy = ({ node }: Certificate, issuer: Certificate): boolean =>
  node.checkIssued(issuer.node) && node.verify(issuer.node.publicKey);

const checkDates = ({ node }: Certificate, now: Date): void => {
  if (now < node.validFromDate) refuse("not_yet_valid", "a certificate is not valid yet");
  if (now > node.validToDate) refuse("expired", "a certificate has expired");
};

/** Basic constraints, key usage, extended key usage, names and key identifiers. */
const UNDERSTOOD = new Set(["2.5.29.19", "2.5.29.15", "2.5.29.37", "2.5.29.17", "2.5.29.14", "2.5.29.35"]);
const HASHES = new Set(["SHA-256", "SHA-384", "SHA-512"]);

const checkCommon = ({ parts }: Certificate): void => {
  if (parts.extensions.some(({ type, critical }) => critical && !UNDERSTOOD.has(type))) {
    refuse("certificate", "a certificate has a critical extension that is not understood");
  }
  const { hash } = parts.signatureAlgorithm;
  if (hash !== undefined && !HASHES.has(hash.name)) {
    refuse("certificate", `a certificate is signed with ${hash.name}`);
  }
  const eku = parts.getExtension(x509.ExtendedKeyUsageExtension);
  if (eku && !eku.usages.map(String).includes(READER_EKU)) {
    refuse("certificate", `a certificate is limited to usages other than a reader's (${READER_EKU})`);
  }
};

const usagesOf = ({ parts }: Certificate): number => parts.getExtension(x509.KeyUsagesExtension)?.usages ?? 0;

const checkLeaf = (leaf: Certificate): void => {
  if (leaf.parts.getExtension(x509.BasicConstraintsExtension)?.ca) {
    refuse("certificate", "the reader's certificate is that of a CA");
  }
  if ((usagesOf(leaf) & x509.KeyUsageFlags.digitalSignature) === 0) {
    refuse("certificate", "the reader's certificate may not sign");
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = leaf.node.publicKey;
  if (type !== "ec" || details?.namedCurve !== "prime256v1") {
    refuse("algorithm", "the reader's key is not on P-256");
  }
};

/** @param below how many CAs are between this one and the reader */
const checkCa = (ca: Certificate, below: number): void => {
  const constraints = ca.parts.getExtension(x509.BasicConstraintsExtension);
  if (!constraints?.ca || (usagesOf(ca) & x509.KeyUsageFlags.keyCertSign) === 0) {
    refuse("certificate", "a certificate in the chain may not issue others");
  }
  if (constraints?.pathLength !== undefined && constraints.pathLength < below) {
    refuse("certificate", "the chain is longer than one of its CAs allows");
  }
};

/** The anchor above the chain. One that is valid is preferred, where several have the same name and key. */
const rootOf = (top: Certificate, roots: readonly Certificate[], now: Date): Certificate => {
  const issuers = roots.filter((root) => isIssuedBy(top, root));
  const isValid = ({ node }: Certificate) => node.validFromDate <= now && now <= node.validToDate;
  return (
    issuers.find(isValid) ?? issuers[0] ?? refuse("unknown_signer", "no trusted root issued the certificates")
  );
};

export type Reader = {
  subject: string;
  key: X509Certificate["publicKey"];
  /** The host names in its certificate; none where it is not bound to any. */
  hosts: string[];
};

/**
 * Verifies a reader's certificates up to a trusted root.
 * @param chain DER, the reader's own first, the root left out
 * @param options.roots DER; null for a checker that knows none: whatever is above the last certificate is then believed
 * @throws ChainRefused
 */
export const verifyReaderChain = (
  chain: readonly Uint8Array[],
  { roots, now }: { roots: readonly Uint8Array[] | null; now: Date },
): Reader => {
  const certificates = chain.map(readCertificate);
  const [leaf, ...above] = certificates;
  const top = certificates.at(-1);
  if (!leaf || !top) return refuse("malformed", "there is no certificate");
  if (isIssuedBy(leaf, leaf)) refuse("unknown_signer", "the reader's certificate is its own issuer");
  if (above.some((each) => isIssuedBy(each, each))) {
    refuse("root_in_chain", "the chain contains its root, which is to be left out");
  }
  for (const [index, issuer] of above.entries()) {
    const issued = certificates[index];
    if (!issued || !isIssuedBy(issued, issuer)) {
      refuse("unknown_signer", "a certificate in the chain is not issued by the next one");
    }
  }
  const root = roots && rootOf(top, roots.map(readCertificate), now);
  for (const each of root ? [...certificates, root] : certificates) checkDates(each, now);
  for (const each of certificates) checkCommon(each);
  checkLeaf(leaf);
  for (const [below, ca] of above.entries()) checkCa(ca, below);
  if (root) checkCa(root, above.length);
  const names = leaf.parts.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
  const hosts = names.flatMap(({ type, value }) => (type === "dns" ? [value.toLowerCase()] : []));
  return { subject: leaf.parts.subject, key: leaf.node.publicKey, hosts };
};
