import { createHash, type KeyObject, sign } from "node:crypto";
import { concat, utf8 } from "../bytes.ts";
import { DIGITAL_SIGNATURE, KEY_CERT_SIGN, METADATA_DIGEST } from "./certificate.ts";

// Makes certificates (RFC 5280 §4.1) with the few forms of DER (X.690 §10) that they need. Everything is
// checked against OpenSSL in the tests.

const head = (tag: number, length: number): Uint8Array => {
  if (length < 0x80) return Uint8Array.of(tag, length);
  if (length < 0x100) return Uint8Array.of(tag, 0x81, length);
  if (length < 0x10000) return Uint8Array.of(tag, 0x82, length >> 8, length & 0xff);
  throw new RangeError("no certificate is that long");
};

const der = (tag: number, ...contents: readonly Uint8Array[]): Uint8Array => {
  const content = concat(...contents);
  return concat(head(tag, content.length), content);
};

const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(0x30, ...parts);
const octets = (bytes: Uint8Array): Uint8Array => der(0x04, bytes);
const TRUE = Uint8Array.of(0x01, 0x01, 0xff);

/** §8.3: two's complement, so a leading bit would make the number negative. */
const integer = (bytes: Uint8Array): Uint8Array => der(0x02, bytes);

/** §8.6: the number of unused bits comes first. */
const bits = (bytes: Uint8Array, unused = 0): Uint8Array => der(0x03, Uint8Array.of(unused), bytes);

/** §8.19: base 128, the high bit on all bytes but the last. */
const arc = (value: number): number[] =>
  value < 128 ? [value] : [...arc(Math.floor(value / 128)).map((byte) => byte | 0x80), value % 128];

const oid = (dotted: string): Uint8Array => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(0x06, Uint8Array.from([first * 40 + second, ...rest.flatMap(arc)]));
};

/** RFC 5280 §4.1.2.5: UTCTime until 2049, GeneralizedTime from then on. */
const time = (date: Date): Uint8Array => {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return date.getUTCFullYear() < 2050 ? der(0x17, utf8(digits.slice(2))) : der(0x18, utf8(digits));
};

const ATTRIBUTES = { commonName: "2.5.4.3", serialNumber: "2.5.4.5", organizationName: "2.5.4.10" } as const;

/** RFC 5280 §4.1.2.4: a name of these attributes, each once, in this order. */
export const distinguishedName = (
  parts: readonly (readonly [keyof typeof ATTRIBUTES, string])[],
): Uint8Array =>
  sequence(
    ...parts.map(([attribute, text]) => {
      // X.520 §6.2.9: a serial number is a PrintableString; the others may have any letters.
      const value = der(attribute === "serialNumber" ? 0x13 : 0x0c, utf8(text));
      return der(0x31, sequence(oid(ATTRIBUTES[attribute]), value));
    }),
  );

type Extension = { id: string; isCritical: boolean; value: Uint8Array };

const extension = ({ id, isCritical, value }: Extension): Uint8Array =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), octets(value));

const spkiOf = (key: KeyObject): Uint8Array => new Uint8Array(key.export({ format: "der", type: "spki" }));

/** RFC 7093 §2 (1): 160 bits of the SHA-256 of the key, in place of RFC 5280's SHA-1. */
const keyIdOf = (key: KeyObject): Uint8Array => {
  // A P-256 point without compression is the end of its SubjectPublicKeyInfo (RFC 5480 §2.2).
  const point = spkiOf(key).subarray(-65);
  return new Uint8Array(createHash("sha256").update(point).digest().subarray(0, 20));
};

/** §4.2.1.3: one byte of bits, without the trailing zeros that DER leaves out. */
const keyUsage = (usage: number): Extension => {
  const unused = 31 - Math.clz32(usage & -usage);
  return { id: "2.5.29.15", isCritical: true, value: bits(Uint8Array.of(usage), unused) };
};

const CRL_SIGN = 0x02;

/** A CA that issues signers and no CAs (§4.2.1.9: a path length of 0). */
const authorityExtensions = (): Extension[] => [
  { id: "2.5.29.19", isCritical: true, value: sequence(TRUE, integer(Uint8Array.of(0))) },
  keyUsage(KEY_CERT_SIGN | CRL_SIGN),
];

/** @param digest SHA-256 of the metadata that the signer's requests bring */
const signerExtensions = (digest: Uint8Array): Extension[] => [
  { id: "2.5.29.19", isCritical: true, value: sequence() },
  keyUsage(DIGITAL_SIGNATURE),
  // As Google's certificate profile has it: not critical, an OCTET STRING of the hash.
  { id: METADATA_DIGEST, isCritical: false, value: octets(digest) },
];

type Issuing = {
  /** DER. */
  subject: Uint8Array;
  publicKey: KeyObject;
  issuer: {
    /** DER, byte for byte as in its own certificate. */
    name: Uint8Array;
    /** P-256. */
    privateKey: KeyObject;
    /** Its subject key identifier; null: it has none. */
    keyId: Uint8Array | null;
  };
  from: Date;
  until: Date;
  /** §4.1.2.2: 16 bytes from a random generator. */
  serial: Uint8Array;
  extensions: readonly Extension[];
};

/** ecdsa-with-SHA256 (RFC 5758 §3.2), without parameters. */
const ECDSA_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));

const issue = ({ subject, publicKey, issuer, from, until, serial, extensions }: Issuing): Uint8Array => {
  const keyIds: Extension[] = [
    { id: "2.5.29.14", isCritical: false, value: octets(keyIdOf(publicKey)) },
    ...(issuer.keyId
      ? [{ id: "2.5.29.35", isCritical: false, value: sequence(der(0x80, issuer.keyId)) }]
      : []),
  ];
  const [first = 0, ...rest] = serial;
  const toSign = sequence(
    der(0xa0, integer(Uint8Array.of(2))), // version 3
    // Positive, and always of the same length.
    integer(Uint8Array.from([(first & 0x3f) | 0x40, ...rest])),
    ECDSA_SHA256,
    issuer.name,
    sequence(time(from), time(until)),
    subject,
    spkiOf(publicKey),
    der(0xa3, sequence(...[...extensions, ...keyIds].map(extension))),
  );
  const signature = sign("sha256", toSign, issuer.privateKey);
  return sequence(toSign, ECDSA_SHA256, bits(new Uint8Array(signature)));
};

type RootInput = { name: Uint8Array; keys: { publicKey: KeyObject; privateKey: KeyObject } } & Pick<
  Issuing,
  "from" | "until" | "serial"
>;

/** The certificate of a new root, signed by itself. @returns DER */
export const issueRoot = ({ name, keys, ...rest }: RootInput): Uint8Array => {
  const { publicKey, privateKey } = keys;
  const issuer = { name, privateKey, keyId: keyIdOf(publicKey) };
  return issue({ ...rest, subject: name, publicKey, issuer, extensions: authorityExtensions() });
};

/**
 * The certificate of a signer of requests.
 * @param digest SHA-256 of the metadata that its requests bring
 * @returns DER
 */
export const issueSigner = ({
  digest,
  ...rest
}: Omit<Issuing, "extensions"> & { digest: Uint8Array }): Uint8Array =>
  issue({ ...rest, extensions: signerExtensions(digest) });
