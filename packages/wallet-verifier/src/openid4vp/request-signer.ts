import { createPrivateKey, createPublicKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import { sha256, toBase64Url, utf8 } from "../bytes.ts";
import { jwkThumbprint } from "../transaction-key.ts";
import { DIGITAL_SIGNATURE, readCertificate } from "../x509/certificate.ts";
import { verifierInfo } from "./registration.ts";

/** The key and chain that sign requests: the operator's own, from a certification authority. */
export type RequestSigner = {
  /** P-256. */
  privateKey: KeyObject;
  /** DER, the signer's first, without the root (HAIP 1.0 §5.1: and not self-signed). */
  chain: readonly [Uint8Array, ...Uint8Array[]];
  /** A registrar's certificate of what is requested and why (ETSI TS 119 475), a JWT. */
  registration?: string | null;
  /** For Google Wallet: RelyingPartyMetadataBytes, as they are sent. */
  metadata?: Uint8Array | null;
};

/** OpenID4VP 1.0 §5.9.3, `x509_hash`: the verifier's name is its certificate. */
export const x509HashClientId = ({ chain }: RequestSigner): string =>
  `x509_hash:${toBase64Url(sha256(chain[0]))}`;

/** The fingerprint of the certificate that a client id names: SHA-256 in hexadecimal. */
export const fingerprintOfClient = (clientId: string): string =>
  Buffer.from(clientId.replace(/^x509_hash:/, ""), "base64url").toString("hex");

const kidOf = (privateKey: KeyObject): string => {
  const { x = "", y = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return toBase64Url(jwkThumbprint({ kty: "EC", crv: "P-256", x, y }));
};

/**
 * RFC 9101 §4 in ES256, with the header that OpenID4VP 1.0 §5 prescribes. `iss` and `kid` are for wallets
 * that read them all the same, as Italy's do; the client is identified by `client_id` and `x5c`.
 */
export const signRequestObject = (
  claims: { readonly client_id: string; readonly [claim: string]: unknown },
  { privateKey, chain, registration }: RequestSigner,
): string => {
  const x5c = chain.map((certificate) => Buffer.from(certificate).toString("base64"));
  const header = { alg: "ES256", typ: "oauth-authz-req+jwt", kid: kidOf(privateKey), x5c };
  const info = registration ? { verifier_info: verifierInfo(registration) } : {};
  const input = [header, { iss: claims.client_id, ...claims, ...info }]
    .map((part) => toBase64Url(utf8(JSON.stringify(part))))
    .join(".");
  const signature = sign("sha256", utf8(input), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${input}.${toBase64Url(signature)}`;
};

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM file, as DER; null: one of them cannot be read. */
export const chainIn = (pem: string): Uint8Array[] | null => {
  try {
    return [...pem.matchAll(CERTIFICATES)].map(([one]) => new Uint8Array(new X509Certificate(one).raw));
  } catch {
    return null;
  }
};

/** A fault, and whether the key or the chain is to blame. */
export class SignerFault extends RangeError {
  override readonly name = "SignerFault";
  readonly part: "key" | "chain";

  constructor(part: "key" | "chain", message: string) {
    super(message);
    this.part = part;
  }
}

const readOr = <Part>(fault: SignerFault, read: () => Part): Part => {
  try {
    return read();
  } catch {
    // The original error could quote the text.
    throw fault;
  }
};

// node:crypto's checkIssued also requires a CA's key usage, so it says no to a self-signed signer.
const isSelfSigned = (certificate: X509Certificate): boolean => verifies(certificate, certificate);

/** Whether the second certificate issued the first. */
export const isIssuedBy = (certificate: X509Certificate, authority: X509Certificate): boolean =>
  certificate.checkIssued(authority) && verifies(certificate, authority);

/** RFC 5280 §4.2.1.3 and §4.2.1.9. */
const maySign = ({ raw }: X509Certificate): boolean => {
  const read = readCertificate(new Uint8Array(raw));
  if (!read.ok) return false;
  const { isCa, keyUsage } = read.value.use;
  return !isCa && (keyUsage === null || (keyUsage & DIGITAL_SIGNATURE) !== 0);
};

const verifies = (certificate: X509Certificate, by: X509Certificate): boolean => {
  try {
    return certificate.verify(by.publicKey);
  } catch {
    // The key cannot make such a signature.
    return false;
  }
};

/**
 * Reads the key and chain that sign requests from their PEM files.
 * @throws SignerFault when they do not belong together or are not P-256, when a certificate is not issued by
 *   the next one, or when the first is self-signed (HAIP 1.0 §5.1) or may not sign
 */
export const readRequestSigner = (keyPem: string, chainPem: string): RequestSigner => {
  const noKey = new SignerFault("key", "the key is not a private key in PEM without a password");
  const privateKey = readOr(noKey, () => createPrivateKey(keyPem));
  const unreadable = new SignerFault("chain", "a certificate of the chain cannot be read");
  const pems = [...chainPem.matchAll(CERTIFICATES)];
  const chain = pems.map(([pem]) => readOr(unreadable, () => new X509Certificate(pem)));
  const [signer, ...above] = chain;
  if (!signer) throw new SignerFault("chain", "the chain holds no certificate");
  if (privateKey.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new SignerFault("key", "the key is not a P-256 key");
  }
  if (!signer.checkPrivateKey(privateKey)) {
    throw new SignerFault("key", "the chain's first certificate is not the key's");
  }
  if (isSelfSigned(signer) || signer.subject === signer.issuer)
    throw new SignerFault("chain", "the certificate is self-signed, which wallets refuse");
  if (above.some((authority, index) => !isIssuedBy(chain[index] ?? signer, authority))) {
    throw new SignerFault("chain", "expected each certificate to be issued by the next one");
  }
  if (!maySign(signer)) throw new SignerFault("chain", "the first certificate may not sign requests");
  // Wallets have the root, so it is not sent along.
  const sent = above.filter((certificate) => !isSelfSigned(certificate));
  return { privateKey, chain: [new Uint8Array(signer.raw), ...sent.map(({ raw }) => new Uint8Array(raw))] };
};

/** The certificates that are sent with a request, in order. */
const certificatesOf = ({ chain }: RequestSigner): X509Certificate[] =>
  chain.map((der) => new X509Certificate(der));

/** When what it signs stops counting: when the first certificate of its chain expires. */
export const endOfSigner = (signer: RequestSigner): Date =>
  new Date(Math.min(...certificatesOf(signer).map(({ validTo }) => Date.parse(validTo))));

/** Whether wallets accept what it signs now, as far as dates go. */
export const isInTime = (signer: RequestSigner, now: Date): boolean =>
  now < endOfSigner(signer) &&
  certificatesOf(signer).every(({ validFrom }) => Date.parse(validFrom) <= now.getTime());
