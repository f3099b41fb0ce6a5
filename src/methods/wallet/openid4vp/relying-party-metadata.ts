import { problemOfName } from "#core/text.ts";
import { equalBytes, fromBase64, fromBase64Url, sha256 } from "#methods/wallet/bytes.ts";
import { asEmbedded, type CborMap, decodeCbor, mapAt, mapIn, textAt } from "#methods/wallet/cbor/decode.ts";
import { cborEmbedded, cborMap, cborText } from "#methods/wallet/cbor/encode.ts";
import { type Certificate, readCertificate } from "#methods/wallet/x509/certificate.ts";
import type { RequestSigner } from "./request-signer.ts";

// What Google Wallet shows of a relying party, and requires in its requests: RelyingPartyMetadataBytes, as
// developers.google.com/wallet/identity/verify/verifier-registrar defines it. The certificate's extension
// has the hash of the bytes, so they are sent as they came and never encoded again.

/** How one party is shown. */
export type PartyDisplay = {
  name: string;
  /** https. */
  logoUri: string;
  /** https. */
  privacyPolicyUri: string;
};

/** What the bytes say. */
export type RelyingPartyMetadata = {
  display: PartyDisplay;
  /** The registrar that signs for the relying party; null: it signs for itself. */
  aggregator: PartyDisplay | null;
};

type Read = { ok: true; metadata: RelyingPartyMetadata } | { ok: false; fault: string };

/** More than two parties with the longest names and addresses need. */
const MAX_BYTES = 8192;
const MAX_NAME = 200;
const MAX_URI = 1024;
/** Every member of the metadata as a key and a value, and then some. */
const MAX_ITEMS = 32;

class MetadataFault extends RangeError {
  override readonly name = "MetadataFault";
}

const fault = (text: string): never => {
  throw new MetadataFault(text);
};

/** @returns the fault of a name for wallets to show; null: it has none */
const faultOfName = (name: string): string | null => {
  if (name.trim() === "") return "expected a name";
  if ([...name].length > MAX_NAME) return `expected a name of at most ${MAX_NAME} characters`;
  const problem = problemOfName(name);
  return problem === null ? null : `the name ${problem}`;
};

/** @returns the fault of an address for wallets to open; null: it has none */
const faultOfUri = (uri: string): string | null => {
  if (uri.length > MAX_URI) return `expected an address of at most ${MAX_URI} characters`;
  const url = URL.canParse(uri) ? new URL(uri) : null;
  const isPlain = url?.username === "" && url.password === "";
  // URL would repair spaces and backslashes, and wallets might repair them otherwise.
  return isPlain && /^https:\/\/(?![/?#])[\x21-\x5b\x5d-\x7e]+$/.test(uri)
    ? null
    : "expected an address that begins with https://";
};

/** X.520 upper bound of a common name, which the registrar's certificates repeat. */
const MAX_COMMON_NAME = 64;

/** What keeps a party from being shown and certified under its name; null: nothing. */
export const faultOfParty = ({
  name,
  logoUri,
  privacyPolicyUri,
}: PartyDisplay): { field: keyof PartyDisplay; fault: string } | null => {
  const isLong = [...name].length > MAX_COMMON_NAME;
  const faults = {
    name: isLong ? `expected a name of at most ${MAX_COMMON_NAME} characters` : faultOfName(name),
    logoUri: faultOfUri(logoUri),
    privacyPolicyUri: faultOfUri(privacyPolicyUri),
  };
  for (const field of ["name", "logoUri", "privacyPolicyUri"] as const) {
    const fault = faults[field];
    if (fault !== null) return { field, fault };
  }
  return null;
};

const textIn = (map: CborMap, key: string, at: string, faultOf: (text: string) => string | null): string => {
  const text = textAt(map, key) ?? fault(`${at}${key}: expected a text`);
  const wrong = faultOf(text);
  return wrong === null ? text : fault(`${at}${key}: ${wrong}`);
};

const onlyKnown = (map: CborMap, known: readonly string[], at: string): void => {
  const hasUnknown = [...map.keys()].some((key) => typeof key !== "string" || !known.includes(key));
  if (hasUnknown) fault(`${at || "the metadata "}has members other than ${known.join(", ")}`);
};

const DISPLAY = ["display_name", "logo_uri", "privacy_policy_uri"];

const displayIn = (metadata: CborMap, key: string): PartyDisplay => {
  const map = mapAt(metadata, key) ?? fault(`${key}: expected a map`);
  const at = `${key}.`;
  onlyKnown(map, DISPLAY, `${key} `);
  return {
    name: textIn(map, "display_name", at, faultOfName),
    logoUri: textIn(map, "logo_uri", at, faultOfUri),
    privacyPolicyUri: textIn(map, "privacy_policy_uri", at, faultOfUri),
  };
};

const readWhole = (bytes: Uint8Array): RelyingPartyMetadata => {
  if (bytes.length > MAX_BYTES) fault(`expected at most ${MAX_BYTES} bytes`);
  const outer = decodeCbor(bytes, MAX_ITEMS);
  const embedded = outer.ok ? asEmbedded(outer.value) : null;
  if (!embedded) return fault("expected CBOR in a byte string with the tag 24");
  const map = mapIn(embedded.content, MAX_ITEMS) ?? fault("expected one CBOR map inside");
  onlyKnown(map, ["schema_version", "display", "aggregator_info"], "");
  if (textAt(map, "schema_version") !== "v1") fault('schema_version: expected "v1"');
  const aggregator = map.has("aggregator_info") ? displayIn(map, "aggregator_info") : null;
  return { display: displayIn(map, "display"), aggregator };
};

/**
 * Reads RelyingPartyMetadataBytes. Any encoding of the CBOR is taken: the bytes are another's.
 * @returns what is at fault with them; the text never repeats what they hold
 */
export const readRelyingPartyMetadata = (bytes: Uint8Array): Read => {
  try {
    return { ok: true, metadata: readWhole(bytes) };
  } catch (error) {
    if (error instanceof MetadataFault) return { ok: false, fault: error.message };
    throw error;
  }
};

const displayMap = ({ name, logoUri, privacyPolicyUri }: PartyDisplay): Uint8Array =>
  cborMap(
    ["display_name", cborText(name)],
    ["logo_uri", cborText(logoUri)],
    ["privacy_policy_uri", cborText(privacyPolicyUri)],
  );

/**
 * Makes RelyingPartyMetadataBytes, with the members in the schema's order: the same metadata gives the same
 * bytes.
 * @throws MetadataFault when a name or an address is not as `readRelyingPartyMetadata` wants it
 */
export const relyingPartyMetadataBytes = ({ display, aggregator }: RelyingPartyMetadata): Uint8Array => {
  const bytes = cborEmbedded(
    cborMap(
      ["schema_version", cborText("v1")],
      ["display", displayMap(display)],
      ...(aggregator ? [["aggregator_info", displayMap(aggregator)] as const] : []),
    ),
  );
  readWhole(bytes);
  return bytes;
};

/** The bytes behind a text in base64url, base64 or hexadecimal; null: it is none of them. */
const bytesInText = (given: string): Uint8Array | null => {
  const text = given.replaceAll(/\s/g, "");
  if (text === "") return null;
  // In base64, tag 24 begins with "2Bh" or "2Q": no such text could be hexadecimal by chance.
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return new Uint8Array(Buffer.from(text, "hex"));
  return fromBase64Url(text.replace(/={1,2}$/, "")) ?? fromBase64(text);
};

const UTF8_MARK = Buffer.from("efbbbf", "hex");

/** The first byte of a CBOR tag; texts in base64 or hexadecimal begin far below. */
const FIRST_TAG = 0xc0;

type Given = { ok: true; bytes: Uint8Array; metadata: RelyingPartyMetadata } | { ok: false; fault: string };

/**
 * Reads metadata as it is handed over: a text in base64url, base64 or hexadecimal, or a file with such a text
 * or the bytes themselves.
 */
export const metadataIn = (given: string | Uint8Array): Given => {
  // Some editors begin a text with a byte order mark, which is not a tag of CBOR's that would be metadata.
  const hasMark = typeof given !== "string" && Buffer.from(given.subarray(0, 3)).equals(UTF8_MARK);
  if (hasMark) return metadataIn(given.subarray(3));
  const isRaw = typeof given !== "string" && (given[0] ?? 0) >= FIRST_TAG;
  const bytes = isRaw
    ? given
    : bytesInText(typeof given === "string" ? given : Buffer.from(given).toString("latin1"));
  if (!bytes) return { ok: false, fault: "expected base64url, base64 or hexadecimal" };
  const read = readRelyingPartyMetadata(bytes);
  return read.ok ? { ...read, bytes } : read;
};

/**
 * How metadata and the certificate that it is for go together. `unbound`: the certificate has no extension
 * to compare with. `missing`: the certificate has one, and there is no metadata.
 */
export type MetadataBinding = "bound" | "mismatch" | "unbound" | "missing" | "none";

/** Compares metadata with the extension of the certificate that signs. @param bytes null: there is none */
export const bindingOf = ({ use }: Pick<Certificate, "use">, bytes: Uint8Array | null): MetadataBinding => {
  const digest = use.metadataDigest;
  if (!bytes) return digest ? "missing" : "none";
  if (!digest) return "unbound";
  return equalBytes(digest, sha256(bytes)) ? "bound" : "mismatch";
};

export const METADATA_MISMATCH =
  "it is not the metadata that the certificate was issued for: its hash differs from the certificate's extension 1.3.6.1.4.1.11129.10.1";

/** How a signer's certificate and its metadata go together. */
export const bindingOfSigner = ({
  chain: [der],
  metadata = null,
}: Pick<RequestSigner, "chain" | "metadata">): MetadataBinding => {
  const leaf = readCertificate(der);
  return leaf.ok ? bindingOf(leaf.value, metadata) : "mismatch";
};

/**
 * The bytes of a file with the metadata of a signer.
 * @throws MetadataFault when they are not metadata, or are another certificate's
 */
export const metadataFor = ({ chain }: Pick<RequestSigner, "chain">, file: Uint8Array): Uint8Array => {
  const read = metadataIn(file);
  if (!read.ok) return fault(read.fault);
  const isOthers = bindingOfSigner({ chain, metadata: read.bytes }) === "mismatch";
  return isOthers ? fault(METADATA_MISMATCH) : read.bytes;
};
