import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

// A certificate authority in a few lines of DER (ITU-T X.690), so that tests need neither openssl nor fixed keys.

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const value = Buffer.concat(parts);
  const { length } = value;
  // §8.1.3: the length in one byte, or 0x80 + how many bytes it takes
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
};

const SEQUENCE = 0x30;
const sequence = (...parts: Uint8Array[]): Buffer => tlv(SEQUENCE, ...parts);
const octets = (value: Uint8Array): Buffer => tlv(0x04, value);
const bits = (value: Uint8Array): Buffer => tlv(0x03, Buffer.from([0]), value);
const integer = (value: Uint8Array): Buffer => tlv(0x02, value);
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

/** §8.19, for identifiers whose first two numbers fit one byte. */
const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const base128 = (n: number): number[] =>
    n < 128 ? [n] : [...base128(n >> 7).map((b) => b | 0x80), n & 0x7f];
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};

const ECDSA_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));
const nameOf = (text: string): Buffer =>
  sequence(tlv(0x31, sequence(oid("2.5.4.3"), tlv(0x0c, Buffer.from(text)))));
const utcTime = (at: Date): Buffer =>
  tlv(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));

const extension = (id: string, isCritical: boolean, value: Uint8Array): Buffer =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), octets(value));

/** RFC 5280 §4.2.1.6: [2] a DNS name, [7] an IPv4 address. */
/** Of IPv6 only the loopback address. */
const addressBytes = (address: string): Buffer =>
  isIP(address) === 4
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.concat([Buffer.alloc(15), Buffer.from([Number(address.slice(2))])]);

const alternativeName = (host: string): Buffer =>
  isIP(host) === 0 ? tlv(0x82, Buffer.from(host)) : tlv(0x87, addressBytes(host));

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };
const newKeys = (): KeyPair => generateKeyPairSync("ec", { namedCurve: "P-256" });

const DAY_MS = 86_400_000;

const certificate = (input: {
  subject: string;
  keys: KeyPair;
  issuer: string;
  issuerKeys: KeyPair;
  extensions: Buffer[];
  validUntil: Date;
}): string => {
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.from([1, ...randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(input.issuer),
    sequence(utcTime(new Date(input.validUntil.getTime() - 400 * DAY_MS)), utcTime(input.validUntil)),
    nameOf(input.subject),
    input.keys.publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(...input.extensions)),
  );
  const der = sequence(body, ECDSA_SHA256, bits(sign("sha256", body, input.issuerKeys.privateKey)));
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
};

export type ServerCertificate = { cert: string; key: string };

export type TestAuthority = {
  /** The authority's own certificate, PEM: what a client has to trust. */
  ca: string;
  /** @param options.issuerAt where the issuer's own certificate is found, as public authorities write it into each */
  issue(hosts: readonly string[], options?: { validUntil?: Date; issuerAt?: string }): ServerCertificate;
};

const inAMonth = (): Date => new Date(Date.now() + 30 * DAY_MS);
const pemOf = (keys: KeyPair): string => keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const alternativeNames = (hosts: readonly string[]): Buffer =>
  extension("2.5.29.17", false, sequence(...hosts.map(alternativeName)));

/** RFC 5280 §4.2.2.1, authorityInfoAccess: id-ad-caIssuers at [6] an address. */
const caIssuers = (address: string): Buffer =>
  extension(
    "1.3.6.1.5.5.7.1.1",
    false,
    sequence(sequence(oid("1.3.6.1.5.5.7.48.2"), tlv(0x86, Buffer.from(address)))),
  );

export const createAuthority = (): TestAuthority => {
  const issuerKeys = newKeys();
  const issuer = `Test authority ${randomBytes(4).toString("hex")}`;
  const isAuthority = extension("2.5.29.19", true, sequence(TRUE)); // basicConstraints
  const ca = certificate({
    subject: issuer,
    keys: issuerKeys,
    issuer,
    issuerKeys,
    extensions: [isAuthority],
    validUntil: inAMonth(),
  });
  return {
    ca,
    issue: (hosts, { validUntil = inAMonth(), issuerAt } = {}) => {
      const keys = newKeys();
      const extensions = [alternativeNames(hosts), ...(issuerAt === undefined ? [] : [caIssuers(issuerAt)])];
      const cert = certificate({ subject: "receiver", keys, issuer, issuerKeys, extensions, validUntil });
      return { cert, key: pemOf(keys) };
    },
  };
};

export const selfSignedCertificate = (hosts: readonly string[]): ServerCertificate => {
  const keys = newKeys();
  const names = { subject: "nobody", issuer: "nobody" };
  const extensions = [alternativeNames(hosts)];
  const cert = certificate({ ...names, keys, issuerKeys: keys, extensions, validUntil: inAMonth() });
  return { cert, key: pemOf(keys) };
};
