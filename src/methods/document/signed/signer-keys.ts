import { createPublicKey, ECDH, type KeyObject, X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { isJsonObject } from "#core/json.ts";

/** The issuers that sign barcodes: California's DMV, India's UIDAI, and the states whose seals follow ICAO Doc 9303-13. */
const SCHEMES = ["california", "aadhaar", "vds"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** A public key that the operator trusts, in a form that can be sent to a scan process. */
export type SignerKey = {
  scheme: Scheme;
  /**
   * The id by which a barcode names its key; for Aadhaar, which names none, just the operator's name for it.
   */
  keyId: string;
  /** SubjectPublicKeyInfo, DER. */
  spki: Uint8Array;
  /** The certificate's validity, in milliseconds since 1970; null for a bare key. */
  validity: { from: number; until: number } | null;
};

const MIN_RSA_BITS = 2048;
const NIST_CURVES: readonly string[] = ["prime256v1", "secp384r1", "secp521r1"];
const BRAINPOOL = /^brainpoolP(?:224|256|320|384|512)[rt]1$/;

const isFit = (scheme: Scheme, key: KeyObject): boolean => {
  const details = key.asymmetricKeyDetails;
  if (scheme === "aadhaar")
    return key.asymmetricKeyType === "rsa" && (details?.modulusLength ?? 0) >= MIN_RSA_BITS;
  const curve = key.asymmetricKeyType === "ec" ? (details?.namedCurve ?? "") : "";
  if (scheme === "california") return curve === "prime256v1";
  return NIST_CURVES.includes(curve) || BRAINPOOL.test(curve);
};

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Multikey of a P-256 key (W3C Controlled Identifiers 1.0 §2.2.2): the varint 0x1200 and the compressed point. */
const P256_MULTIKEY = "8024";
const MULTIKEY_BYTES = 35;

const fromMultikey = (text: string): KeyObject => {
  let number = 0n;
  for (const character of text.slice(1)) {
    const digit = BASE58.indexOf(character);
    if (digit === -1) throw new Error("a key in base 58 has a character that base 58 has not");
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16).padStart(2 * MULTIKEY_BYTES, "0");
  if (!text.startsWith("z") || !hex.startsWith(P256_MULTIKEY) || hex.length !== 2 * MULTIKEY_BYTES)
    throw new Error("a key is not a P-256 Multikey");
  const point = ECDH.convertKey(hex.slice(4), "prime256v1", "hex", undefined, "uncompressed");
  if (typeof point === "string") throw new Error("a key is not a point");
  const half = (from: number): string => point.subarray(from, from + 32).toString("base64url");
  return createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: half(1), y: half(33) } });
};

type Named = { keyId: string; key: KeyObject; validity: SignerKey["validity"] };

/** The keys of a DID document (W3C DID 1.0 §5.2), as California publishes its own. */
const fromDidDocument = (text: string): Named[] => {
  const document: unknown = JSON.parse(text);
  const methods = isJsonObject(document) ? document.verificationMethod : null;
  if (!Array.isArray(methods)) throw new Error("it is not a DID document with a verificationMethod");
  return methods.flatMap((method: unknown) => {
    if (!isJsonObject(method) || typeof method.id !== "string") throw new Error("a key has no id");
    const { id: keyId, publicKeyMultibase: multibase, publicKeyJwk: jwk } = method;
    if (typeof multibase === "string") return { keyId, key: fromMultikey(multibase), validity: null };
    if (!isJsonObject(jwk) || typeof jwk.x !== "string" || typeof jwk.y !== "string" || jwk.crv !== "P-256")
      return [];
    const key = { kty: "EC", crv: "P-256", x: jwk.x, y: jwk.y };
    return { keyId, key: createPublicKey({ format: "jwk", key }), validity: null };
  });
};

const fromPem = (text: string, name: string): Named => {
  if (!text.includes("BEGIN CERTIFICATE")) return { keyId: name, key: createPublicKey(text), validity: null };
  const certificate = new X509Certificate(text);
  const validity = { from: certificate.validFromDate.getTime(), until: certificate.validToDate.getTime() };
  return { keyId: name, key: certificate.publicKey, validity };
};

const READERS: Readonly<Record<string, (text: string, name: string) => Named[]>> = {
  ".pem": (text, name) => [fromPem(text, name)],
  ".json": fromDidDocument,
};

const readKeys = (scheme: Scheme, path: string): SignerKey[] => {
  try {
    const kind = extname(path);
    const named = READERS[kind]?.(readFileSync(path, "utf8"), basename(path, kind)) ?? [];
    if (named.length === 0) throw new Error("it holds no key");
    return named.map(({ keyId, key, validity }) => {
      if (!isFit(scheme, key)) throw new Error(`${keyId} is not a key that ${scheme} signs with`);
      return { scheme, keyId, validity, spki: key.export({ format: "der", type: "spki" }) };
    });
  } catch (error) {
    throw new Error(
      `DOCUMENT_SIGNER_KEYS: ${path}: ${error instanceof Error ? error.message : "unreadable"}`,
    );
  }
};

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((file) => extname(file) in READERS)
      .sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
};

/**
 * Reads the operator's keys: one folder for each scheme, with PEM files (a certificate or a public key, named
 * after the key's id) or, for California, the DMV's DID document.
 * @throws Error that names the file if one cannot be read or holds no suitable key; also if there is no file
 *   at all
 */
export const readSignerKeys = (folder: string): SignerKey[] => {
  const keys = SCHEMES.flatMap((scheme) =>
    filesIn(join(folder, scheme)).flatMap((file) => readKeys(scheme, join(folder, scheme, file))),
  );
  if (keys.length === 0)
    throw new Error(`DOCUMENT_SIGNER_KEYS: ${folder} has no keys in ${SCHEMES.join("/, ")}/`);
  return keys;
};

/** The key in the form that node:crypto takes. */
export const keyObject = ({ spki }: SignerKey): KeyObject =>
  createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
