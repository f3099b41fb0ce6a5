import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { encodeAamva, type LicencePayload } from "../../../lab/documents/payload.ts";
import { parseHeader } from "../../../packages/document-reader/src/aamva/header.ts";
import { checkDigit } from "../../../packages/document-reader/src/mrz/alphabet.ts";
import { signedBytes } from "../../../packages/document-reader/src/signed/california.ts";
import type { SignerKey } from "../../../packages/document-reader/src/signed/signer-keys.ts";

/** Barcodes that others made and signed, each with where it is from. */
export const VECTORS: {
  california: { text: string; didDocument: object };
  w3c: {
    registry: number;
    shift: number;
    cryptosuite: number;
    contexts: number[];
    urls: Record<string, string>;
    credential: string;
    subfile: string;
  };
  vds: { certificate: string; seals: Record<string, string> };
} = JSON.parse(readFileSync(join(import.meta.dirname, "../../vectors/signed-barcodes.json"), "utf8"));

const spkiOf = (key: KeyObject): Uint8Array => key.export({ format: "der", type: "spki" });

/** UIDAI's key of these tests. There is no vector: the published ones hold a person's name and address. */
const uidai = generateKeyPairSync("rsa", { modulusLength: 2048 });

const aadhaarData = (birth: string, version: readonly string[]): Buffer => {
  const fields = [...version, "3", "000020240101120000000", "Nobody Real", birth, "X", ...Array(12).fill("")];
  const parts = fields.map((field) => Buffer.concat([Buffer.from(field, "latin1"), Buffer.from([0xff])]));
  // Instead of a photo and the hashes of telephone and mail.
  return Buffer.concat([...parts, Buffer.alloc(600, 7)]);
};

/**
 * The digits of an Aadhaar secure QR code of nobody.
 * @param version empty for the first version, which has no field for it
 * @param signedBirth what the signature is over, where the birth date was altered afterwards
 */
export const aadhaarCode = (
  birth: string,
  version: readonly string[] = ["V2"],
  signedBirth = birth,
): string => {
  const signature = createSign("sha256").update(aadhaarData(signedBirth, version)).sign(uidai.privateKey);
  const packed = gzipSync(Buffer.concat([aadhaarData(birth, version), signature]));
  return BigInt(`0x${packed.toString("hex")}`).toString();
};

/** A state's key of these tests, on the curve that Germany uses. */
const state = generateKeyPairSync("ec", { namedCurve: "brainpoolP256r1" });

const C40 = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const toC40 = (text: string): Buffer => {
  const values = [...text.replaceAll("<", " ").padEnd(Math.ceil(text.length / 3) * 3, " ")];
  const bytes: number[] = [];
  for (let at = 0; at < values.length; at += 3) {
    const [a = 0, b = 0, c = 0] = values.slice(at, at + 3).map((character) => C40.indexOf(character) + 3);
    const value = 1600 * a + 40 * b + c + 1;
    bytes.push(value >> 8, value & 0xff);
  }
  return Buffer.from(bytes);
};

/** Who signs: by four characters, the reference's length as two digits and the reference. */
type Signer = { name: string; length: string; reference: string; key: KeyObject };
const STATE: Signer = { name: "DEXX", length: "02", reference: "01", key: state.privateKey };

/** A residence permit's seal (BSI TR-03137-1) over the zone of nobody, signed on 2 May 2025; dates are YYMMDD. */
export const residencePermitSeal = (birth: string, expiry: string, signer = STATE): Buffer => {
  const day = Buffer.from([5_022_025 >> 16, (5_022_025 >> 8) & 0xff, 5_022_025 & 0xff]);
  const second = `L0000X010${checkDigit("L0000X010")}XXX${birth}${checkDigit(birth)}<${expiry}${checkDigit(expiry)}`;
  const zoneBytes = toC40(`${"ARD<<NOBODY<<REAL".padEnd(36, "<")}${second.padEnd(36, "<")}`);
  const signed = Buffer.concat([
    Buffer.from([0xdc, 3]),
    toC40("D  "),
    toC40(`${signer.name}${signer.length}`),
    toC40(signer.reference),
    day,
    day,
    Buffer.from([0xfb, 0x06, 2, zoneBytes.length]),
    zoneBytes,
  ]);
  const hash = signer.key.asymmetricKeyDetails?.namedCurve === "secp521r1" ? "sha512" : "sha256";
  const signature = createSign(hash).update(signed).sign({ key: signer.key, dsaEncoding: "ieee-p1363" });
  // DER's long form of a length, from 128 on.
  const long = signature.length > 127 ? [0x81] : [];
  return Buffer.concat([signed, Buffer.from([0xff, ...long, signature.length]), signature]);
};

/** The DMV's key of these tests, in the place of the one of its test stage. */
const dmv = generateKeyPairSync("ec", { namedCurve: "P-256" });
const DMV = "did:web:uat-credentials.dmv.ca.gov";
const SIGNATURE_BYTES = 64;

/** The seal of a licence that `encodeAamva` makes: the DMV's example, with the signature for this card. */
export const californianSeal = (licence: LicencePayload): string => {
  const text = encodeAamva({ ...licence, seal: "" });
  const [example = ""] = /(?<=ZCE)[\w+/]+/.exec(VECTORS.california.text) ?? [];
  const bytes = Buffer.from(example, "base64");
  const signatureAt = bytes.indexOf(Buffer.from([0x58, SIGNATURE_BYTES + 1, 0x7a])) + 3;
  const data = signedBytes(
    {
      issuer: DMV,
      verificationMethod: `${DMV}#vm-vcb-1`,
      statusList: "https://api.uat-credentials.dmv.ca.gov/status/dlid/1/status-lists",
      statusIndex: 3_866_524_935,
      protectedElements: Uint8Array.of(0xff, 0x70, 0x60),
      signature: new Uint8Array(),
    },
    parseHeader(text)?.body ?? "",
  );
  if (!data) throw new Error("a signed element is missing");
  createSign("sha256")
    .update(data)
    .sign({ key: dmv.privateKey, dsaEncoding: "ieee-p1363" })
    .copy(bytes, signatureAt);
  return bytes.toString("base64");
};

/** The keys by which this file's barcodes are right. */
export const TEST_SIGNERS: readonly SignerKey[] = [
  { scheme: "california", keyId: `${DMV}#vm-vcb-1`, spki: spkiOf(dmv.publicKey), validity: null },
  { scheme: "aadhaar", keyId: "test", spki: spkiOf(uidai.publicKey), validity: null },
  { scheme: "vds", keyId: "DEXX01", spki: spkiOf(state.publicKey), validity: null },
];
