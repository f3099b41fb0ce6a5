import { createHash, verify } from "node:crypto";
import { decode } from "cborg";
import { keysOf, refused, UNSIGNED, type Verdict } from "./signed-barcode.ts";
import { keyObject, type SignerKey } from "./signer-keys.ts";

// W3C Verifiable Credential Barcodes 1.0 (CG-FINAL 2026), as used by California's DMV: "Verifying Digital
// Signatures on California DL/ID Documents" (DEC25). The credential has only one shape, so its canonical form
// is written down here and no JSON-LD is processed.

/** How an issuer's CBOR-LD names things: term numbers follow from the contexts (CBOR-LD 1.0 §3). */
type Profile = {
  /** Of the CBOR-LD registry. */
  registry: number;
  contexts: readonly number[];
  /** By how much the issuer's own context shifts the term numbers after it: two for each of its terms. */
  shift: number;
  cryptosuite: number;
  /** Addresses by number. */
  urls: ReadonlyMap<number, string>;
};

const UAT = "uat-";
const did = (stage: string): string => `did:web:${stage}credentials.dmv.ca.gov`;
const statusList = (stage: string, list: number): string =>
  `https://api.${stage}credentials.dmv.ca.gov/status/dlid/${list}/status-lists`;
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
const methods = (stage: string, last: number): string[] =>
  upTo(last).map((number) => `${did(stage)}#vm-vcb-${number}`);

/**
 * The DMV's own table, in its order; the second half is its test stage, which counts if the operator has its
 * key.
 */
const ADDRESSES = [
  did(""),
  ...upTo(3).map((list) => statusList("", list)),
  ...methods("", 15),
  did(UAT),
  statusList(UAT, 1),
  ...methods(UAT, 5),
  statusList(UAT, 2),
  statusList(UAT, 3),
];

const CALIFORNIA: Profile = {
  registry: 31_000_000,
  contexts: [1, 2],
  shift: 0,
  cryptosuite: 1,
  urls: new Map(ADDRESSES.map((url, index) => [index + 1, url])),
};

/** The variable part of the credential. */
type Credential = {
  issuer: string;
  verificationMethod: string;
  statusList: string;
  statusIndex: number;
  /** Three bytes: which of the 22 elements are signed. */
  protectedElements: Uint8Array;
  /** r and s, 32 bytes each. */
  signature: Uint8Array;
};

const CBOR_LD_TAG = 51_997;
const MAX_CREDENTIAL_BYTES = 1024;
const TERMS = {
  credential: 118,
  barcode: 164,
  status: 166,
  licence: 160,
  protected: 168,
  proof: 108,
} as const;
/** Numbers of terms after an issuer's context, without its shift. */
const AFTER = {
  status: 174,
  subject: 176,
  issuer: 180,
  proof: 182,
  statusList: 196,
  statusIndex: 198,
  cryptosuite: 204,
  purpose: 214,
  value: 216,
  method: 218,
  assertion: 220,
} as const;
const TYPE = 156;
const MULTIBASE_BASE64URL = 0x75;
const MULTIBASE_BASE58 = 0x7a;
const SIGNATURE_BYTES = 64;
const PROTECTED_BYTES = 3;

const openTag = (inside: () => unknown): unknown => inside();

const decoded = (bytes: Uint8Array): unknown => {
  if (bytes.length > MAX_CREDENTIAL_BYTES) return null;
  try {
    const tags = { [CBOR_LD_TAG]: openTag };
    return decode(bytes, { useMaps: true, rejectDuplicateMapKeys: true, allowIndefinite: false, tags });
  } catch {
    return null;
  }
};

const isList = (value: unknown, expected: readonly number[]): boolean =>
  Array.isArray(value) &&
  value.length === expected.length &&
  value.every((item, at) => item === expected[at]);

const isMap = (value: unknown, entries: number): value is Map<unknown, unknown> =>
  value instanceof Map && value.size === entries;

/** What follows a multibase prefix, if it has exactly that length. */
const multibase = (value: unknown, prefix: number, length: number): Uint8Array | null =>
  value instanceof Uint8Array && value.length === length + 1 && value[0] === prefix
    ? value.subarray(1)
    : null;

/** Reads a credential of the only shape that is signed; null for any other bytes. */
export const readCredential = (bytes: Uint8Array, profile: Profile): Credential | null => {
  const outer = decoded(bytes);
  if (!Array.isArray(outer) || outer.length !== 2 || outer[0] !== profile.registry) return null;
  const credential: unknown = outer[1];
  const at = (name: keyof typeof AFTER): number => AFTER[name] + profile.shift;
  const url = (value: unknown): string | undefined => {
    const number = value instanceof Uint8Array && value.length === 1 ? value[0] : value;
    return typeof number === "number" ? profile.urls.get(number) : undefined;
  };
  if (!isMap(credential, 6)) return null;
  const [status, subject, proof] = [at("status"), at("subject"), at("proof")].map((n) => credential.get(n));
  if (!isMap(status, 3) || !isMap(subject, 2) || !isMap(proof, 5)) return null;
  const isOfShape =
    isList(credential.get(1), profile.contexts) &&
    isList(credential.get(TYPE + 1), [TERMS.credential, TERMS.barcode]) &&
    status.get(TYPE) === TERMS.status &&
    subject.get(TYPE) === TERMS.licence &&
    proof.get(TYPE) === TERMS.proof &&
    proof.get(at("cryptosuite")) === profile.cryptosuite &&
    proof.get(at("purpose")) === at("assertion");
  const issuer = url(credential.get(at("issuer")));
  const verificationMethod = url(proof.get(at("method")));
  const statusListUrl = url(status.get(at("statusList")));
  const statusIndex = status.get(at("statusIndex"));
  const protectedElements = multibase(subject.get(TERMS.protected), MULTIBASE_BASE64URL, PROTECTED_BYTES);
  const signature = multibase(proof.get(at("value")), MULTIBASE_BASE58, SIGNATURE_BYTES);
  if (!isOfShape || !issuer || !verificationMethod?.startsWith(`${issuer}#`) || !statusListUrl) return null;
  if (!Number.isSafeInteger(statusIndex) || !protectedElements || !signature) return null;
  return {
    issuer,
    verificationMethod,
    statusList: statusListUrl,
    statusIndex: Number(statusIndex),
    protectedElements,
    signature,
  };
};

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();

const RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
const VC = "https://www.w3.org/2018/credentials#";
const BARCODES = "https://w3id.org/vc-barcodes#";
const SECURITY = "https://w3id.org/security#";
const INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

/**
 * The credential's statements (RDF); the three blank nodes are the credential itself, its status and its
 * subject.
 */
const statementsOf = (credential: Credential, [vc, status, subject]: readonly string[]): string[] => {
  const index = Buffer.from(credential.protectedElements).toString("base64url");
  return [
    `${vc} ${RDF_TYPE} <${VC}VerifiableCredential> .`,
    `${vc} ${RDF_TYPE} <${BARCODES}OpticalBarcodeCredential> .`,
    `${vc} <${VC}credentialStatus> ${status} .`,
    `${vc} <${VC}credentialSubject> ${subject} .`,
    `${vc} <${VC}issuer> <${credential.issuer}> .`,
    `${status} ${RDF_TYPE} <${BARCODES}TerseBitstringStatusListEntry> .`,
    `${status} <${BARCODES}terseStatusListBaseUrl> <${credential.statusList}> .`,
    `${status} <${BARCODES}terseStatusListIndex> "${credential.statusIndex}"^^<${INTEGER}> .`,
    `${subject} ${RDF_TYPE} <${BARCODES}AamvaDriversLicenseScannableInformation> .`,
    `${subject} <${BARCODES}protectedComponentIndex> "u${index}"^^<${SECURITY}multibase> .`,
  ];
};

const canonical = (statements: readonly string[]): string =>
  statements
    .map((statement) => `${statement}\n`)
    .sort()
    .join("");

/**
 * RDF Dataset Canonicalization 1.0 §4.4: blank nodes are numbered in the order of their hashes; here the
 * first-degree hashes (§4.6) always differ.
 */
const canonicalCredential = (credential: Credential): string => {
  const hashes = [0, 1, 2].map((self) => {
    const names = [0, 1, 2].map((node) => (node === self ? "_:a" : "_:z"));
    const mentions = statementsOf(credential, names).filter((statement) => statement.includes("_:a"));
    return sha256(canonical(mentions)).toString("hex");
  });
  const inOrder = [...hashes].sort();
  return canonical(
    statementsOf(
      credential,
      hashes.map((hash) => `_:c14n${inOrder.indexOf(hash)}`),
    ),
  );
};

const canonicalProof = ({ verificationMethod }: Credential): string =>
  canonical([
    `_:c14n0 ${RDF_TYPE} <${SECURITY}DataIntegrityProof> .`,
    `_:c14n0 <${SECURITY}cryptosuite> "ecdsa-xi-2023"^^<${SECURITY}cryptosuiteString> .`,
    `_:c14n0 <${SECURITY}proofPurpose> <${SECURITY}assertionMethod> .`,
    `_:c14n0 <${SECURITY}verificationMethod> <${verificationMethod}> .`,
  ]);

/** The mandatory elements of a licence in the order of their bits (§2.1, AAMVA DL/ID 2020 §D.12.5.1). */
const ELEMENTS =
  "DAC DAD DAG DAI DAJ DAK DAQ DAU DAY DBA DBB DBC DBD DCA DCB DCD DCF DCG DCS DDE DDF DDG".split(" ");
/** The elements that are decided on, and so have to be signed. */
const NEEDED = ["DBA", "DBB"];

/** The names of the signed elements; null if a bit stands for none. */
const protectedNames = (bits: Uint8Array): string[] | null => {
  const isSet = (bit: number): boolean => (((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
  if (isSet(22) || isSet(23)) return null;
  return ELEMENTS.filter((_, bit) => isSet(bit));
};

/** The signed elements as they are hashed (§3.4.5); null if one is missing or occurs twice. */
const opticalData = (body: string, names: readonly string[]): string | null => {
  const lines = body.split(/[\n\r]/);
  const found = names.map((name) => lines.filter((line) => line.startsWith(name)));
  return found.every(({ length }) => length === 1)
    ? found
        .map(([line]) => `${line}\n`)
        .sort()
        .join("")
    : null;
};

/** What is signed (§3.4.3): the proof, the credential, and the barcode, which is hashed twice. */
export const signedBytes = (credential: Credential, body: string): Buffer | null => {
  const names = protectedNames(credential.protectedElements);
  const optical = names && opticalData(body, names);
  if (!optical) return null;
  return Buffer.concat([
    sha256(canonicalProof(credential)),
    sha256(canonicalCredential(credential)),
    sha256(sha256(optical)),
  ]);
};

const SEAL = /(?:\W|ZC)ZCE([^\n\r]*)/g;

/**
 * The only seal's bytes. Base64 decoders skip what they do not know, so a seal has to be exactly what an
 * encoder would write.
 */
const sealIn = (text: string): Buffer | null => {
  const found = [...text.matchAll(SEAL)];
  const seal = found.length === 1 ? (found[0]?.[1] ?? "").replace(/={1,2}$/, "") : "";
  const bytes = Buffer.from(seal, "base64");
  return seal !== "" && bytes.toString("base64").replace(/={1,2}$/, "") === seal ? bytes : null;
};

/**
 * Checks the seal of a Californian licence. Once the operator has one of the DMV's keys, a seal that names a
 * different one is refused too, because a forger could name any. Revocation is not checked, because that
 * takes the network.
 * @param text all of the barcode
 * @param body the subfile whose elements are read
 */
export const checkCalifornia = (text: string, body: string, allKeys: readonly SignerKey[]): Verdict<null> => {
  const keys = keysOf(allKeys, "california");
  if (keys.length === 0 || !text.includes("ZCE")) return UNSIGNED;
  const seal = sealIn(text);
  const credential = seal && readCredential(seal, CALIFORNIA);
  if (!credential) return refused("malformed");
  const key = keys.find(({ keyId }) => keyId === credential.verificationMethod);
  if (!key) return refused("unknown_key");
  const names = protectedNames(credential.protectedElements);
  const data = signedBytes(credential, body);
  if (!data || !NEEDED.every((name) => names?.includes(name))) return refused("malformed");
  const isRight = verify(
    "sha256",
    data,
    { key: keyObject(key), dsaEncoding: "ieee-p1363" },
    credential.signature,
  );
  if (!isRight) return refused("wrong_signature");
  return { kind: "signed", signature: { scheme: "california", keyId: key.keyId }, document: null };
};
