import { X509Certificate } from "node:crypto";
import { sha256 } from "#methods/wallet/bytes.ts";
import { type Result, refuse, tryResult } from "#methods/wallet/result.ts";

/** One DER element (ITU-T X.690 §8.1): its tag byte and its content; `encoded` is all of it. */
type DerElement = { tag: number; content: Uint8Array; encoded: Uint8Array };

/** The elements that a constructed element consists of; null when the bytes are anything else. */
const derElements = (bytes: Uint8Array): DerElement[] | null => {
  const elements: DerElement[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag, first] = bytes.subarray(at, at + 2);
    // Tags of more than one byte occur in no certificate.
    if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
    let [start, length] = [at + 2, first];
    if (first >= 0x80) {
      const size = first & 0x7f;
      if (size < 1 || size > 3) return null;
      length = bytes.subarray(start, start + size).reduce((sum, byte) => sum * 256 + byte, 0);
      start += size;
    }
    const begin = at;
    at = start + length;
    if (at > bytes.length) return null;
    elements.push({ tag, content: bytes.subarray(start, at), encoded: bytes.subarray(begin, at) });
  }
  return elements;
};

/** §8.19: the object identifier in its dotted form. */
const derOid = (content: Uint8Array): string => {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(value);
      value = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join(".");
};

/** What a certificate says about its own use (RFC 5280 §4.2); node:crypto does not expose it. */
type CertificateUse = {
  /** §4.1.1.2: the OID of the algorithm that its issuer signed it with. */
  signatureAlgorithm: string;
  /** §4.2.1.9. node:crypto's `ca` also requires a CA's key usage, so it does not count a half-made CA. */
  isCa: boolean;
  /** §4.2.1.9; null when there is no limit. */
  pathLength: number | null;
  /** §4.2.1.3: the first byte's bits, or null when the extension is absent. */
  keyUsage: number | null;
  /** §4.2.1.12. */
  extendedKeyUsage: readonly string[];
  /**
   * Critical extensions that are not enforced here: §4.2 requires such a certificate to be refused. Name
   * constraints (§4.2.1.10) count whether or not the issuer marked them critical: an issuer that sets them does
   * not mean them to be ignored.
   */
  hasUnknownCritical: boolean;
  /** §4.2.1.2: how the certificates that it issued refer to it (§4.2.1.1). */
  subjectKeyId: Uint8Array | null;
  /** Google Wallet's extension: the SHA-256 of the metadata that a request brings; null: it has none. */
  metadataDigest: Uint8Array | null;
};

export const DIGITAL_SIGNATURE = 0x80;
/** §4.2.1.3, bit 1, now called contentCommitment in X.509. */
export const NON_REPUDIATION = 0x40;
export const KEY_CERT_SIGN = 0x04;

/** §4.2.1.12: any usage at all. */
export const ANY_USAGE = "2.5.29.37.0";
const NAME_CONSTRAINTS = "2.5.29.30";
const SUBJECT_KEY_ID = "2.5.29.14";
/** developers.google.com/wallet/identity/verify/verifier-registrar, certificate profile. */
export const METADATA_DIGEST = "1.3.6.1.4.1.11129.10.1";

const SEQUENCE = 0x30;
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
/** RFC 5280 §4.1: [3] holds the extensions. */
const EXTENSIONS = 0xa3;

const sequenceIn = (bytes: Uint8Array | undefined): DerElement[] | null => {
  const outer = bytes ? derElements(bytes) : null;
  const [only] = outer ?? [];
  return outer?.length === 1 && only?.tag === SEQUENCE ? derElements(only.content) : null;
};

const isTrue = ({ tag, content }: DerElement): boolean => tag === BOOLEAN && content[0] !== 0;

const basicConstraints = (value: Uint8Array): Pick<CertificateUse, "isCa" | "pathLength"> => {
  const parts = sequenceIn(value) ?? [];
  const number = parts.find(({ tag }) => tag === INTEGER);
  return { isCa: parts.some(isTrue), pathLength: number ? (number.content[0] ?? 0) : null };
};

/** X.690 §8.7; null: the bytes are not exactly one octet string. */
const octetString = (bytes: Uint8Array): Uint8Array | null => {
  const elements = derElements(bytes);
  const [only] = elements ?? [];
  return elements?.length === 1 && only?.tag === OCTET_STRING ? only.content : null;
};

const READERS: Record<string, (value: Uint8Array) => Partial<CertificateUse>> = {
  "2.5.29.15": (value) => ({ keyUsage: derElements(value)?.[0]?.content[1] ?? 0 }),
  "2.5.29.19": basicConstraints,
  "2.5.29.37": (value) => ({
    extendedKeyUsage: (sequenceIn(value) ?? []).map(({ content }) => derOid(content)),
  }),
};

/** Reads the extensions out of a whole certificate (RFC 5280 §4.1). @returns null when they cannot be read */
const certificateUse = (der: Uint8Array): CertificateUse | null => {
  const certificate = sequenceIn(der);
  const fields = certificate?.[0] ? derElements(certificate[0].content) : null;
  const algorithm = certificate?.[1] ? derElements(certificate[1].content)?.[0] : undefined;
  if (!fields || !algorithm) return null;
  const use: CertificateUse = {
    signatureAlgorithm: derOid(algorithm.content),
    isCa: false,
    pathLength: null,
    keyUsage: null,
    extendedKeyUsage: [],
    hasUnknownCritical: false,
    subjectKeyId: null,
    metadataDigest: null,
  };
  const list = fields.find(({ tag }) => tag === EXTENSIONS);
  if (!list) return use;
  const extensions = sequenceIn(list.content);
  if (!extensions) return null;
  for (const { content } of extensions) {
    const parts = derElements(content);
    const [id] = parts ?? [];
    const value = parts?.at(-1);
    if (!parts || !id || !value) return null;
    const oid = derOid(id.content);
    if (oid === SUBJECT_KEY_ID) use.subjectKeyId = derElements(value.content)?.[0]?.content ?? null;
    if (oid === METADATA_DIGEST) use.metadataDigest = octetString(value.content) ?? value.content;
    const read = READERS[oid];
    if (read) Object.assign(use, read(value.content));
    else if (parts.some(isTrue) || oid === NAME_CONSTRAINTS) {
      use.hasUnknownCritical = true;
    }
  }
  return use;
};

/** A certificate with everything that the chain rules look at. */
export type Certificate = {
  x509: X509Certificate;
  der: Uint8Array;
  notBefore: Date;
  notAfter: Date;
  use: CertificateUse;
};

/** Reads one DER certificate. PEM is refused: node:crypto accepts it, but no wallet message contains it. */
export const readCertificate = (der: Uint8Array): Result<Certificate> => {
  const use = der[0] === 0x30 ? certificateUse(der) : null;
  if (!use) return refuse("certificate_malformed");
  return tryResult(() => {
    const x509 = new X509Certificate(der);
    if (x509.raw.length !== der.length) throw new RangeError("bytes after the certificate");
    const notBefore = new Date(x509.validFrom);
    const notAfter = new Date(x509.validTo);
    if (Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime()))
      throw new RangeError("validity");
    return { x509, der, notBefore, notAfter, use };
  }, "certificate_malformed");
};

/** RFC 5280 §4.1: [0] holds the version, which certificates of the first version leave out. */
const VERSION = 0xa0;

/** The subject as the certificate has it, in DER: certificates issued by it repeat it byte for byte (§4.1.2.4). */
export const subjectNameOf = ({ der }: Pick<Certificate, "der">): Uint8Array => {
  const fields = derElements(sequenceIn(der)?.[0]?.content ?? new Uint8Array()) ?? [];
  const subject = fields[fields[0]?.tag === VERSION ? 5 : 4];
  if (!subject) throw new RangeError("the certificate has no subject");
  return subject.encoded;
};

/** SHA-256 of the certificate in hexadecimal: what a person compares. */
export const fingerprintOf = ({ der }: Pick<Certificate, "der">): string =>
  Buffer.from(sha256(der)).toString("hex");
