import "reflect-metadata";
import { KeyObject } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { daysFrom, type EcJwk, jwkOf, newKeys, P256 } from "./keys.ts";

// Issuing authorities and their signers, made with a library that the verifier does not know.

x509.cryptoProvider.set(crypto);

export const {
  KeyUsageFlags,
  KeyUsagesExtension,
  Extension,
  ExtendedKeyUsageExtension,
  SubjectKeyIdentifierExtension,
} = x509;

export type Signer = {
  der: Uint8Array;
  jwk: EcJwk;
  privateKey: KeyObject;
  /** DER, the signer's first, the root left out. */
  chain: Uint8Array[];
  /** Signs another certificate, which a signer may not. */
  issue(options?: SignerOptions): Promise<Signer>;
};

export type SignerOptions = {
  name?: string;
  /** Extended key usages; null for none. */
  eku?: string | readonly string[] | null;
  from?: Date;
  until?: Date;
  isCa?: boolean;
  /** A critical extension that nobody knows. */
  hasUnknownCritical?: boolean;
  keyUsage?: x509.KeyUsageFlags;
  /** What the CA signs it with; SHA-256 if not given. */
  hash?: "SHA-1" | "SHA-384";
  /** A key of another kind to certify in place of the signer's own. */
  publicKey?: CryptoKey;
};

export type Authority = {
  der: Uint8Array;
  name: string;
  signer(options?: SignerOptions): Promise<Signer>;
  /** A CA below this one. */
  intermediate(options?: { more?: x509.Extension[] }): Promise<Authority>;
};

/** ISO/IEC 18013-5 Annex B.1.4: the usage of a driving licence's signer. */
export const MDL_SIGNER_EKU = "1.0.18013.5.1.2";

type Parent = { name: string; keys: Pick<CryptoKeyPair, "privateKey">; chain: Uint8Array[] };

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

const newSigner = async (parent: Parent, now: Date, options: SignerOptions): Promise<Signer> => {
  const keys = await newKeys();
  const { eku = MDL_SIGNER_EKU, name = "CN=Utopia Signer,C=UT", hash } = options;
  const { from = daysFrom(now, -30), until = daysFrom(now, 365) } = options;
  const extensions: x509.Extension[] = [
    new x509.BasicConstraintsExtension(options.isCa ?? false, undefined, true),
    new x509.KeyUsagesExtension(options.keyUsage ?? x509.KeyUsageFlags.digitalSignature, true),
    ...(eku === null ? [] : [new x509.ExtendedKeyUsageExtension([eku].flat(), true)]),
    ...(options.hasUnknownCritical ? [new x509.Extension("1.2.3.4", true, new Uint8Array([5, 0]))] : []),
  ];
  const der = await certificateOf(name, options.publicKey ?? keys.publicKey, parent, {
    ...{ from, until, extensions, hash },
  });
  const chain = [der, ...parent.chain];
  return {
    der,
    jwk: await jwkOf(keys.privateKey),
    privateKey: KeyObject.from(keys.privateKey),
    chain,
    issue: (more = {}) => newSigner({ name, keys, chain }, now, more),
  };
};

/** A signer that no authority vouches for: its certificate is its own issuer. */
export const newSelfSigned = async (
  now: Date,
  name = "CN=Self",
  extensions: x509.Extension[] = [],
): Promise<Pick<Signer, "der" | "privateKey">> => {
  const keys = await newKeys();
  const dates = { from: now, until: daysFrom(now, 365) };
  const der = await certificateOf(name, keys.publicKey, { name, keys }, { ...dates, extensions });
  return { der, privateKey: KeyObject.from(keys.privateKey) };
};

/** The subject, as the issuer of what is signed below it has to be written. */
export const subjectOf = (der: Uint8Array): string => new x509.X509Certificate(new Uint8Array(der)).subject;

/** An authority from a CA's name and keys. */
export const authorityOf = (self: Parent, der: Uint8Array, now: Date): Authority => ({
  der,
  name: self.name,
  signer: (options = {}) => newSigner(self, now, options),
  intermediate: (options = {}) =>
    createAuthority({ now, name: "CN=Utopia Sub CA,C=UT", parent: self, ...options }),
});

/**
 * @param options.name the subject: an impostor takes the name of a real one
 * @param options.pathLength how many CAs may be below it
 */
export const createAuthority = async (options: {
  now: Date;
  name?: string;
  from?: Date;
  until?: Date;
  pathLength?: number;
  parent?: Parent;
  /** Extensions beside the usual ones of a CA. */
  more?: x509.Extension[];
}): Promise<Authority> => {
  const { now, name = "CN=Utopia IACA,C=UT", pathLength, parent } = options;
  const { from = daysFrom(now, -1000), until = daysFrom(now, 3000) } = options;
  const keys = await newKeys();
  const der = await certificateOf(name, keys.publicKey, parent ?? { name, keys }, {
    from,
    until,
    extensions: [
      new x509.BasicConstraintsExtension(true, pathLength, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      ...(options.more ?? []),
    ],
  });
  // What a signer's chain holds above the signer: never the root, always the CAs between.
  return authorityOf({ name, keys, chain: parent ? [der, ...parent.chain] : [] }, der, now);
};
