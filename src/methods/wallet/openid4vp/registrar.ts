import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { addDays, dayName } from "#core/day.ts";
import { sha256 } from "#methods/wallet/bytes.ts";
import {
  type Certificate,
  KEY_CERT_SIGN,
  readCertificate,
  subjectNameOf,
} from "#methods/wallet/x509/certificate.ts";
import { distinguishedName, issueRoot, issueSigner } from "#methods/wallet/x509/issue-certificate.ts";
import { chainIn, isIssuedBy } from "./request-signer.ts";

// The operator as Google's "Verifier Registrar": its own CA, whose root Google adds to its wallet's trust store,
// issues each tenant the certificate that signs its requests
// (developers.google.com/wallet/identity/verify/verifier-registrar).

/** The operator's CA. */
export type Registrar = {
  privateKey: KeyObject;
  /** The CA's own certificate first, then those above it. */
  chain: readonly [Certificate, ...Certificate[]];
};

/** A fault of the registrar's files, and which of them is to blame. */
export class RegistrarFault extends RangeError {
  override readonly name = "RegistrarFault";
  readonly part: "key" | "certificate";

  constructor(part: "key" | "certificate", message: string) {
    super(message);
    this.part = part;
  }
}

const privateKeyIn = (pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    // The original error could quote the text.
    throw new RegistrarFault("key", "the key is not a private key in PEM without a password");
  }
};

const certificatesIn = (pem: string): Certificate[] => {
  const chain = chainIn(pem);
  const read = chain?.map((raw) => readCertificate(raw)) ?? [];
  const certificates = read.flatMap((one) => (one.ok ? [one.value] : []));
  if (!chain || certificates.length < chain.length)
    throw new RegistrarFault("certificate", "a certificate cannot be read");
  return certificates;
};

/**
 * Reads the registrar's CA from its PEM files.
 * @throws RegistrarFault when they do not belong together, are not P-256, or the certificate is not of a CA that
 *   may issue certificates at this time
 */
export const readRegistrar = (keyPem: string, certificatePem: string, now: Date): Registrar => {
  const privateKey = privateKeyIn(keyPem);
  const [ca, ...above] = certificatesIn(certificatePem);
  const wrong = (message: string) => new RegistrarFault("certificate", message);
  if (!ca) throw wrong("the file holds no certificate");
  if (privateKey.asymmetricKeyDetails?.namedCurve !== "prime256v1")
    throw new RegistrarFault("key", "the key is not a P-256 key");
  if (!ca.x509.checkPrivateKey(privateKey)) throw wrong("the first certificate is not the key's");
  const chain = [ca, ...above];
  if (above.some(({ x509 }, index) => !isIssuedBy((chain[index] ?? ca).x509, x509)))
    throw wrong("expected each certificate to be issued by the next one");
  const { isCa, keyUsage } = ca.use;
  if (!isCa || (keyUsage !== null && (keyUsage & KEY_CERT_SIGN) === 0))
    throw wrong("the first certificate may not issue certificates");
  if (chain.some(({ notBefore, notAfter }) => now < notBefore || notAfter <= now))
    throw wrong("a certificate is not valid now");
  return { privateKey, chain: [ca, ...above] };
};

const SERIAL_BYTES = 16;
const ROOT_DAYS = 3650;
/** As much as browsers grant, and what Apple gives its readers: 397 days, the last second not counted. */
const MAX_SIGNER_DAYS = 397;

/** Phones whose clocks are slow must not take a new certificate for one of the future. */
const BACKDATED_MS = 3_600_000;

/** When a certificate that is issued now begins; its dates have whole seconds (RFC 5280 §4.1.2.5). */
const beginning = (now: Date): Date => new Date(Math.floor((now.getTime() - BACKDATED_MS) / 1000) * 1000);

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

const pkcs8 = (key: KeyObject): string => key.export({ format: "pem", type: "pkcs8" }).toString();

/** RFC 7468 §5. */
const pemOf = (der: Uint8Array): string => {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
};

type Making = { now: Date; random: (bytes: number) => Uint8Array };

/**
 * A new root for a registrar, valid for ten years.
 * @param operator the name that its certificates are issued under
 */
export const newRegistrarRoot = (
  operator: string,
  { now, random }: Making,
): { key: string; certificate: string } => {
  const keys = newKeys();
  const from = beginning(now);
  const der = issueRoot({
    // The date tells two roots of one operator apart.
    name: distinguishedName([
      ["organizationName", operator],
      ["commonName", `Wallet registrar ${dayName(now)}`],
    ]),
    keys,
    from,
    until: addDays(from, ROOT_DAYS),
    serial: random(SERIAL_BYTES),
  });
  return { key: pkcs8(keys.privateKey), certificate: pemOf(der) };
};

type Leaf = {
  /** What wallets without metadata show. */
  name: string;
  /** Makes the subject unique: letters and digits. */
  serialNumber: string;
  /** RelyingPartyMetadataBytes. */
  metadata: Uint8Array;
};

/**
 * Issues the certificate of a relying party, with a new key.
 * @returns the key and the chain, leaf first, in PEM
 */
export const issueLeaf = (
  { privateKey, chain: [ca, ...above] }: Registrar,
  { name, serialNumber, metadata }: Leaf,
  { now, random }: Making,
): { key: string; chain: string } => {
  const keys = newKeys();
  const from = beginning(now);
  const longest = addDays(from, MAX_SIGNER_DAYS).getTime() - 1000;
  const ends = [ca, ...above].map(({ notAfter }) => notAfter.getTime());
  const der = issueSigner({
    subject: distinguishedName([
      ["commonName", name],
      ["serialNumber", serialNumber],
    ]),
    publicKey: createPublicKey(keys.privateKey),
    issuer: { name: subjectNameOf(ca), privateKey, keyId: ca.use.subjectKeyId },
    from: new Date(Math.max(from.getTime(), ca.notBefore.getTime())),
    until: new Date(Math.min(longest, ...ends)),
    serial: random(SERIAL_BYTES),
    digest: sha256(metadata),
  });
  const pems = [der, ca.der, ...above.map((one) => one.der)].map(pemOf);
  return { key: pkcs8(keys.privateKey), chain: pems.join("") };
};
