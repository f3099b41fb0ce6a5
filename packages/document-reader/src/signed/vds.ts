import { verify } from "node:crypto";
import { DAY_MS, plainDate, Sealed } from "@lintel/age";
import type { DocumentKind, MrzDocument } from "../document.ts";
import { documentDigest } from "../document-digest.ts";
import { checkDigit } from "../mrz/alphabet.ts";
import { isSpecimen } from "../mrz/to-document.ts";
import { parseMrzDate } from "../mrz-date.ts";
import { keysOf, refused, UNSIGNED, type Verdict } from "./signed-barcode.ts";
import { keyObject, type SignerKey } from "./signer-keys.ts";

// Visible Digital Seals for non-electronic documents: ICAO Doc 9303-13, with the document types of BSI TR-03137-1.

const MAGIC = 0xdc;
/** The header's two encodings: with 3, the length of the certificate's reference is given (9303-13 §2.3). */
const OLDER = 2;
const NEWER = 3;
/** A Data Matrix holds at most 1,556 bytes (ISO/IEC 16022 table 7). */
const MAX_BYTES = 1556;
const MAX_MESSAGES = 32;
const SIGNATURE_TAG = 0xff;

const C40_SET = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const C40_FIRST = 3;
const C40_BASE = 40;
/** Announces a single character, which does not fill three places, in ASCII plus one. */
const UNLATCH = 0xfe;

/**
 * C40 (ISO/IEC 16022 §5.2.5) of digits, letters and space, which stands for the filler; null for anything
 * else.
 */
const fromC40 = (bytes: Uint8Array): string | null => {
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    if (first === UNLATCH) {
      text += String.fromCharCode(second - 1);
      continue;
    }
    const value = 256 * first + second - 1;
    const places = [
      Math.floor(value / C40_BASE ** 2),
      Math.floor(value / C40_BASE) % C40_BASE,
      value % C40_BASE,
    ];
    for (const place of places) {
      // 0, a shift, pads the last three.
      if (place === 0) continue;
      text += C40_SET[place - C40_FIRST] ?? "?";
    }
  }
  return bytes.length % 2 === 0 && /^[ 0-9A-Z]*$/.test(text) ? text : null;
};

type Seal = {
  /** The signer (its state's two letters and two more characters) and its certificate's reference. */
  keyId: string;
  /** In milliseconds since 1970. */
  signedAt: number;
  /** Its type, as two bytes. */
  type: number;
  messages: ReadonlyMap<number, Uint8Array>;
  /** Everything before the signature's tag. */
  signed: Uint8Array;
  signature: Uint8Array;
};

/** MMDDYYYY as a three-byte number. */
const dayIn = (bytes: Uint8Array): number | null => {
  const [first = 0, second = 0, third = 0] = bytes;
  const digits = String(first * 65_536 + second * 256 + third).padStart(8, "0");
  const day = plainDate(Number(digits.slice(4)), Number(digits.slice(0, 2)), Number(digits.slice(2, 4)));
  return day && Date.UTC(day.year, day.month - 1, day.day);
};

/** The state's two letters, and two more characters that distinguish its signers (9303-13 §2.3). */
const SIGNER_AND_LENGTH = /^([A-Z]{2}[0-9A-Z]{2})([0-9A-F]{2})$/;
/**
 * The reference's length is hexadecimal, except in this signer's seals (BSI TR-03171), where it is decimal.
 */
const COUNTS_IN_TENS = "DEZV";

/** The certificate's reference: nine characters with the signer's, or as many as the header says. */
const referenceIn = (bytes: Uint8Array): { keyId: string; end: number } | null => {
  if (bytes[1] === OLDER) {
    const keyId = fromC40(bytes.subarray(4, 10));
    return keyId === null ? null : { keyId: keyId.replaceAll(" ", ""), end: 10 };
  }
  const signer = fromC40(bytes.subarray(4, 8));
  const [, name, length] = SIGNER_AND_LENGTH.exec(signer ?? "") ?? [];
  if (name === undefined || length === undefined) return null;
  const characters = Number.parseInt(length, name === COUNTS_IN_TENS ? 10 : 16);
  if (Number.isNaN(characters)) return null;
  const end = 8 + Math.ceil(characters / 3) * 2;
  const reference = fromC40(bytes.subarray(8, end));
  return reference === null ? null : { keyId: `${name}${reference.replaceAll(" ", "")}`, end };
};

/** DER's short length, or its long form of up to two bytes. */
const lengthAt = (bytes: Uint8Array, at: number): { length: number; from: number } | null => {
  const [first, second, third] = bytes.subarray(at, at + 3);
  if (first === undefined) return null;
  if (first < 0x80) return { length: first, from: at + 1 };
  if (first === 0x81 && second !== undefined) return { length: second, from: at + 2 };
  if (first === 0x82 && second !== undefined && third !== undefined)
    return { length: second * 256 + third, from: at + 3 };
  return null;
};

const sealIn = (bytes: Uint8Array): Seal | null => {
  const reference = referenceIn(bytes);
  if (!reference) return null;
  const { keyId, end } = reference;
  const signedAt = dayIn(bytes.subarray(end + 3, end + 6));
  const [high, low] = bytes.subarray(end + 6, end + 8);
  if (signedAt === null || high === undefined || low === undefined) return null;
  const messages = new Map<number, Uint8Array>();
  for (let at = end + 8; at < bytes.length && messages.size < MAX_MESSAGES; ) {
    const tag = bytes[at] ?? 0;
    const where = lengthAt(bytes, at + 1);
    if (!where || where.from + where.length > bytes.length || messages.has(tag)) return null;
    const value = bytes.subarray(where.from, where.from + where.length);
    if (tag === SIGNATURE_TAG) {
      const isLast = where.from + where.length === bytes.length;
      const seal = { keyId, signedAt, type: high * 256 + low, messages, signed: bytes.subarray(0, at) };
      return isLast ? { ...seal, signature: value } : null;
    }
    messages.set(tag, value);
    at = where.from + where.length;
  }
  return null;
};

type Zone = { kind: DocumentKind; tag: number; lineLength: 36 | 44 };
const TYPES: Readonly<Record<number, readonly Zone[]>> = {
  23809: [
    { kind: "visa", tag: 1, lineLength: 44 },
    { kind: "visa", tag: 2, lineLength: 36 },
  ],
  24067: [{ kind: "passport", tag: 2, lineLength: 36 }],
  62989: [{ kind: "passport", tag: 2, lineLength: 44 }],
  63243: [{ kind: "id_card", tag: 2, lineLength: 36 }],
  64262: [{ kind: "residence_permit", tag: 2, lineLength: 36 }],
  64006: [{ kind: "residence_permit", tag: 4, lineLength: 36 }],
  64770: [{ kind: "residence_permit", tag: 2, lineLength: 36 }],
  510: [{ kind: "residence_permit", tag: 2, lineLength: 36 }],
  62732: [{ kind: "residence_permit", tag: 2, lineLength: 36 }],
};

/** The checks reveal misreadings; here a signature does. */
const NO_CHECKS = {
  document_number: null,
  birth_date: null,
  expiry_date: null,
  optional_data: null,
  composite: null,
} as const;

/**
 * Reads the zone that a seal repeats: its second line is as in all two-line formats (9303-6 §4.2.2, 9303-7
 * §4.2).
 */
const documentIn = ({ type, messages }: Seal): MrzDocument | null => {
  const zone = TYPES[type]?.find(({ tag }) => messages.has(tag));
  const text = zone && fromC40(messages.get(zone.tag) ?? new Uint8Array())?.replaceAll(" ", "<");
  if (!zone || !text || text.length > 2 * zone.lineLength) return null;
  const second = text.slice(zone.lineLength).padEnd(28, "<");
  const [birthText, expiryText] = [second.slice(13, 19), second.slice(21, 27)];
  const [birth, expiry] = [parseMrzDate(birthText), parseMrzDate(expiryText)];
  // The digit confirms that the line begins where expected.
  if (!birth || second[19] !== checkDigit(birthText)) return null;
  if (!expiry && !/^<+$/.test(expiryText)) return null;
  const number = second.slice(0, 9).replaceAll("<", "");
  return {
    source: "mrz",
    kind: zone.kind,
    digest: documentDigest(["mrz", number.replaceAll("O", "0"), JSON.stringify(birth)]),
    birthDate: new Sealed(birth),
    expiryDate: expiry,
    issueMonth: null,
    isSpecimen: isSpecimen(number, [text.slice(2, 5), second.slice(10, 13)]),
    checks: NO_CHECKS,
    recognition: 1,
  };
};

/** By the signature's length in bytes (BSI TR-03137-1 §5): each half is as long as the curve. */
const HASHES: Readonly<Record<number, string>> = {
  56: "sha224",
  64: "sha256",
  80: "sha384",
  96: "sha384",
  128: "sha512",
  132: "sha512",
};

/**
 * Checks and reads a state's seal. A seal by a signer whose certificate the operator does not have says
 * nothing.
 */
export const checkVds = (code: Uint8Array, allKeys: readonly SignerKey[]): Verdict<MrzDocument> => {
  const keys = keysOf(allKeys, "vds");
  const isSeal = code[0] === MAGIC && (code[1] === OLDER || code[1] === NEWER) && code.length <= MAX_BYTES;
  if (keys.length === 0 || !isSeal) return UNSIGNED;
  const seal = sealIn(code);
  if (!seal) return refused("malformed");
  // A seal about an address, a vehicle or a tax may be on a document that can be read otherwise.
  if (!TYPES[seal.type]) return UNSIGNED;
  const key = keys.find(({ keyId }) => keyId === seal.keyId);
  if (!key) return refused("unknown_key");
  const { validity } = key;
  if (validity && (seal.signedAt < validity.from - DAY_MS || seal.signedAt > validity.until + DAY_MS))
    return refused("unknown_key");
  const hash = HASHES[seal.signature.length];
  const options = { key: keyObject(key), dsaEncoding: "ieee-p1363" } as const;
  if (!hash || !verify(hash, seal.signed, options, seal.signature)) return refused("wrong_signature");
  const document = documentIn(seal);
  return document
    ? { kind: "signed", signature: { scheme: "vds", keyId: key.keyId }, document }
    : refused("malformed");
};
