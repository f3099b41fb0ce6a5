import "reflect-metadata";
import { KeyObject } from "node:crypto";
import * as x509 from "@peculiar/x509";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { anchorFrom } from "#methods/wallet/trust/read-pem.ts";
import { readCertificate } from "#methods/wallet/x509/certificate.ts";

// An issuing authority and its signers, made with a library that the verifier does not know.

x509.cryptoProvider.set(crypto);

const P256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** The time at which the tests live: no certificate or credential depends on the machine's clock. */
export const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
export const days = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);

export const { KeyUsageFlags } = x509;

export type EcJwk = { kty: "EC"; crv: "P-256"; x: string; y: string; d: string };

/** A private key in the form that every library takes. */
export const jwkOf = async (key: CryptoKey): Promise<EcJwk> => {
  const { x = "", y = "", d = "" } = await crypto.subtle.exportKey("jwk", key);
  return { kty: "EC", crv: "P-256", x, y, d };
};

export const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(P256, true, ["sign", "verify"]);

export type Signer = {
  der: Uint8Array;
  jwk: EcJwk;
  privateKey: KeyObject;
  chain: Uint8Array[];
  /** Signs another certificate, which a signer may not. */
  issue(options?: SignerOptions): Promise<Signer>;
};

export type SignerOptions = {
  eku?: string | null;
  from?: Date;
  until?: Date;
  isCa?: boolean;
  /** A critical extension that nobody knows. */
  hasUnknownCritical?: boolean;
  keyUsage?: x509.KeyUsageFlags;
  /** What the CA signs it with; SHA-256 if not given. */
  hash?: "SHA-1" | "SHA-384";
};

export type Authority = {
  der: Uint8Array;
  name: string;
  anchor(credentialType: string, options?: { eku?: string | null }): TrustAnchor;
  signer(options?: SignerOptions): Promise<Signer>;
  /** A CA below this one. */
  intermediate(): Promise<Authority>;
};

export const MDL_SIGNER_EKU = "1.0.18013.5.1.2";
const DEFAULT_NAME = "CN=Utopia IACA,C=UT";

type Parent = { name: string; keys: CryptoKeyPair; chain: Uint8Array[] };

const certificateOf = async (
  subject: string,
  publicKey: CryptoKey,
  parent: Pick<Parent, "name" | "keys">,
  options: { from: Date; until: Date; extensions: x509.Extension[]; hash?: string | undefined },
): Promise<Uint8Array> => {
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: parent.name,
    notBefore: options.from,
    notAfter: options.until,
    signingAlgorithm: { ...P256, hash: options.hash ?? P256.hash },
    publicKey,
    signingKey: parent.keys.privateKey,
    extensions: options.extensions,
  });
  return new Uint8Array(certificate.rawData);
};

const newSigner = async (parent: Parent, options: SignerOptions): Promise<Signer> => {
  const keys = await newKeys();
  const eku = options.eku === undefined ? MDL_SIGNER_EKU : options.eku;
  const extensions: x509.Extension[] = [
    new x509.BasicConstraintsExtension(options.isCa ?? false, undefined, true),
    new x509.KeyUsagesExtension(options.keyUsage ?? x509.KeyUsageFlags.digitalSignature, true),
    ...(eku === null ? [] : [new x509.ExtendedKeyUsageExtension([eku], true)]),
    ...(options.hasUnknownCritical ? [new x509.Extension("1.2.3.4", true, new Uint8Array([5, 0]))] : []),
  ];
  const { from = days(-30), until = days(365), hash } = options;
  const name = "CN=Utopia Signer,C=UT";
  const der = await certificateOf(name, keys.publicKey, parent, {
    from,
    until,
    extensions,
    hash,
  });
  const jwk = await jwkOf(keys.privateKey);
  const chain = [der, ...parent.chain];
  const issue = (more: SignerOptions = {}) => newSigner({ name, keys, chain }, more);
  return { der, jwk, privateKey: KeyObject.from(keys.privateKey), chain, issue };
};

/**
 * @param options.name the subject: an impostor takes the name of a real one
 * @param options.pathLength how many CAs may be below it
 */
export const createAuthority = async (
  options: { name?: string; from?: Date; until?: Date; pathLength?: number; parent?: Parent } = {},
): Promise<Authority> => {
  const { name = DEFAULT_NAME, from = days(-1000), until = days(3000), pathLength, parent } = options;
  const keys = await newKeys();
  const der = await certificateOf(name, keys.publicKey, parent ?? { name, keys }, {
    from,
    until,
    extensions: [
      new x509.BasicConstraintsExtension(true, pathLength, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  // What a signer's chain holds above the signer: never the root, always the CAs between.
  const self: Parent = { name, keys, chain: parent ? [der, ...parent.chain] : [] };
  return {
    der,
    name,
    anchor: (credentialType, { eku = MDL_SIGNER_EKU } = {}) => {
      const certificate = readCertificate(der);
      if (!certificate.ok) throw new Error("the test CA's certificate cannot be read");
      return anchorFrom(certificate.value, { credentialType, source: "test", label: "Utopia", eku });
    },
    signer: (signerOptions = {}) => newSigner(self, signerOptions),
    intermediate: () => createAuthority({ name: "CN=Utopia Sub CA,C=UT", parent: self }),
  };
};
