import { verify } from "node:crypto";
import { unzipSync } from "node:zlib";
import { type PlainDate, plainDate } from "#core/age.ts";
import { Sealed } from "#core/sealed.ts";
import type { SealedDocument } from "#methods/document/document.ts";
import { documentDigest } from "#methods/document/document-digest.ts";
import { keysOf, refused, UNSIGNED, type Verdict } from "./signed-barcode.ts";
import { keyObject, type SignerKey } from "./signer-keys.ts";

// UIDAI, "User Manual for QR Code Reader" and "Secure QR Code Specification": one decimal number, whose bytes
// are a gzip file (makers of test codes use zlib's own header). It holds fields that end with 255, a photo,
// hashes and, at the end, the signature (RSA 2048, SHA-256) over all of these.

/** A QR code holds at most 7,089 digits (ISO/IEC 18004 table 7). */
const DIGITS = /^[1-9][0-9]{400,7088}$/;
/** Text, a photo of some 1,500 bytes and two hashes: real codes are below 4 KiB. */
const MAX_BYTES = 16_384;
const SIGNATURE_BYTES = 256;
const FIELD_END = 0xff;
const HEX_DIGITS_PER_BYTE = 2;

const unpacked = (code: Uint8Array): Buffer | null => {
  const text = Buffer.from(code.buffer, code.byteOffset, code.length).toString("latin1");
  if (!DIGITS.test(text)) return null;
  const hex = BigInt(text).toString(16);
  const packed = Buffer.from(hex.length % HEX_DIGITS_PER_BYTE === 0 ? hex : `0${hex}`, "hex");
  try {
    return unzipSync(packed, { maxOutputLength: MAX_BYTES });
  } catch {
    return null;
  } finally {
    packed.fill(0);
  }
};

/** From the second version on, the first field gives the version: "V2". */
const VERSION = /^V[2-9]$/;
/** The number's last four digits, and when the code was made: YYYYMMDDHHMMSSmmm. */
const REFERENCE = /^([0-9]{4})20[0-9]{15}$/;
const FIELDS = 5;

const fieldsOf = (data: Uint8Array): string[] => {
  const fields: string[] = [];
  for (let from = 0; fields.length < FIELDS; ) {
    const end = data.indexOf(FIELD_END, from);
    if (end === -1) break;
    fields.push(Buffer.from(data.subarray(from, end)).toString("latin1"));
    from = end + 1;
  }
  return fields;
};

/** A year alone is read as its last day: no one is made older than the card says for certain. */
const birthDateIn = (text: string): PlainDate | null => {
  if (/^[0-9]{4}$/.test(text)) return plainDate(Number(text), 12, 31);
  const [, day, month, year] = /^([0-9]{2})[-/]([0-9]{2})[-/]([0-9]{4})$/.exec(text) ?? [];
  return plainDate(Number(year), Number(month), Number(day));
};

const read = (data: Uint8Array): SealedDocument | null => {
  const all = fieldsOf(data);
  const [, reference = "", name = "", birth = ""] = VERSION.test(all[0] ?? "") ? all.slice(1) : all;
  const [, lastFour] = REFERENCE.exec(reference) ?? [];
  const birthDate = birthDateIn(birth);
  if (lastFour === undefined || !birthDate) return null;
  return {
    source: "seal",
    kind: "id_card",
    digest: documentDigest(["aadhaar", lastFour, name, birth]),
    birthDate: new Sealed(birthDate),
    expiryDate: null,
    issueDate: null,
  };
};

/** Checks and reads the secure QR code of an Aadhaar letter or card. The bytes are not kept. */
export const checkAadhaar = (code: Uint8Array, allKeys: readonly SignerKey[]): Verdict<SealedDocument> => {
  const keys = keysOf(allKeys, "aadhaar");
  const content = keys.length > 0 ? unpacked(code) : null;
  if (!content) return UNSIGNED;
  try {
    if (content.length <= SIGNATURE_BYTES) return refused("malformed");
    const data = content.subarray(0, -SIGNATURE_BYTES);
    const signature = content.subarray(-SIGNATURE_BYTES);
    const key = keys.find((candidate) => verify("sha256", data, keyObject(candidate), signature));
    if (!key) return refused("wrong_signature");
    const found = read(data);
    if (!found) return refused("malformed");
    return { kind: "signed", signature: { scheme: "aadhaar", keyId: key.keyId }, document: found };
  } finally {
    content.fill(0);
  }
};
