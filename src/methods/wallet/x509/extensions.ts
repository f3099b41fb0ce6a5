import { type DerElement, derElements, derOid } from "./der.ts";

/** What a certificate says about its own use (RFC 5280 §4.2); node:crypto does not tell. */
export type CertificateUse = {
  /** §4.1.1.2: the OID of the algorithm that its issuer signed it with. */
  signatureAlgorithm: string;
  /** §4.2.1.9. node:crypto's `ca` also wants the key usage of one, so it calls a half-made CA no CA. */
  isCa: boolean;
  /** §4.2.1.9; null when there is no limit. */
  pathLength: number | null;
  /** §4.2.1.3: the first byte's bits, or null when the extension is absent. */
  keyUsage: number | null;
  /** §4.2.1.12. */
  extendedKeyUsage: readonly string[];
  /**
   * Critical extensions that are not enforced here: §4.2 wants such a certificate refused. Name constraints (§4.2.1.10) are
   * among them whether or not the issuer marked them so: nobody who wrote them down meant them to be passed over.
   */
  hasUnknownCritical: boolean;
};

export const DIGITAL_SIGNATURE = 0x80;
/** §4.2.1.3, bit 1, which X.509 calls contentCommitment by now. */
export const NON_REPUDIATION = 0x40;
export const KEY_CERT_SIGN = 0x04;

/** §4.2.1.12: any usage at all. */
export const ANY_USAGE = "2.5.29.37.0";
const NAME_CONSTRAINTS = "2.5.29.30";

const SEQUENCE = 0x30;
const BOOLEAN = 0x01;
const INTEGER = 0x02;
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

const READERS: Record<string, (value: Uint8Array) => Partial<CertificateUse>> = {
  "2.5.29.15": (value) => ({ keyUsage: derElements(value)?.[0]?.content[1] ?? 0 }),
  "2.5.29.19": basicConstraints,
  "2.5.29.37": (value) => ({
    extendedKeyUsage: (sequenceIn(value) ?? []).map(({ content }) => derOid(content)),
  }),
};

/** Reads the extensions out of a whole certificate (RFC 5280 §4.1). @returns null when they cannot be read */
export const certificateUse = (der: Uint8Array): CertificateUse | null => {
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
    const read = READERS[derOid(id.content)];
    if (read) Object.assign(use, read(value.content));
    else if (parts.some(isTrue) || derOid(id.content) === NAME_CONSTRAINTS) {
      use.hasUnknownCritical = true;
    }
  }
  return use;
};
