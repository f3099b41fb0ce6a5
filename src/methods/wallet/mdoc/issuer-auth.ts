import { createHash } from "node:crypto";
import { equalBytes } from "#methods/wallet/bytes.ts";
import {
  asDate,
  asEmbedded,
  asList,
  asMap,
  asUint,
  bytesAt,
  type CborMap,
  decodeCbor,
  type EmbeddedCbor,
  mapAt,
  mapIn,
  textAt,
} from "#methods/wallet/cbor/decode.ts";
import { type ChainSigned, checkSignedByChain } from "#methods/wallet/cose/sign1.ts";
import { CLOCK_SKEW_MS } from "#methods/wallet/limits.ts";
import { accept, PASSED, type Result, refuse } from "#methods/wallet/result.ts";
import { type ChainContext, isWithin } from "#methods/wallet/trust/check-chain.ts";
import type { Certificate } from "#methods/wallet/x509/certificate.ts";

/** ISO/IEC 18013-5 §9.3.1 steps 1 and 2, for MobileSecurityObjectBytes. */
export const checkIssuerAuth = (document: CborMap, context: ChainContext): Result<ChainSigned> =>
  checkSignedByChain(asMap(document.get("issuerSigned"))?.get("issuerAuth"), context, {
    noPayload: "cose_malformed",
    signature: "issuer_signature",
  });

/** Reads MobileSecurityObjectBytes, #6.24(bstr .cbor MobileSecurityObject). */
export const readMso = (payload: Uint8Array) => {
  const outer = decodeCbor(payload);
  const embedded = outer.ok ? asEmbedded(outer.value) : null;
  const mso = embedded ? mapIn(embedded.content) : null;
  if (!mso) return refuse("mso_malformed");
  const validity = mapAt(mso, "validityInfo");
  const keyInfo = mapAt(mso, "deviceKeyInfo");
  const version = textAt(mso, "version");
  const docType = textAt(mso, "docType");
  const digestAlgorithm = textAt(mso, "digestAlgorithm");
  // Namespace to digestID to digest.
  const valueDigests = mapAt(mso, "valueDigests");
  const deviceKey = asMap(keyInfo?.get("deviceKey"));
  const signed = asDate(validity?.get("signed"));
  const validFrom = asDate(validity?.get("validFrom"));
  const validUntil = asDate(validity?.get("validUntil"));
  if (version === null || docType === null || digestAlgorithm === null) return refuse("mso_malformed");
  if (!valueDigests || !signed || !validFrom || !validUntil) return refuse("mso_malformed");
  if (!deviceKey) return refuse("device_key");
  return accept({
    version,
    docType,
    digestAlgorithm,
    valueDigests,
    deviceKey,
    keyAuthorizations: asMap(keyInfo?.get("keyAuthorizations")),
    signed,
    validFrom,
    validUntil,
    // ISO/IEC 18013-5:2025 §12.3.6
    status: mso.get("status"),
  });
};

/** ISO/IEC 18013-5 §9.1.2.4: what the issuer signed. Its maps may hold more than what is known here. */
type MobileSecurityObject = Extract<ReturnType<typeof readMso>, { ok: true }>["value"];

/** ISO/IEC 18013-5 §9.1.2.5 and Table 21, in node:crypto's names. */
const DIGEST_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
]);

/**
 * ISO/IEC 18013-5 §9.3.1 step 4 (the signed type is the claimed type; otherwise a trusted issuer's credential
 * of any type would pass for any other) and step 5 (its dates).
 */
export const checkMso = (
  mso: MobileSecurityObject,
  { docType, signer, now }: { docType: string; signer: Certificate; now: Date },
): Result<null> => {
  if (!/^1\.\d{1,3}$/.test(mso.version)) return refuse("mso_version");
  if (mso.docType !== docType) return refuse("mso_doctype");
  if (!DIGEST_ALGORITHMS.has(mso.digestAlgorithm)) return refuse("digest_algorithm");
  if (now.getTime() < mso.validFrom.getTime() - CLOCK_SKEW_MS) return refuse("not_yet_valid");
  // ISO/IEC 18013-5 §9.1.2.4: `signed` is not after validFrom, so it cannot be in the future.
  if (now.getTime() < mso.signed.getTime() - CLOCK_SKEW_MS) return refuse("not_yet_valid");
  if (now.getTime() > mso.validUntil.getTime() + CLOCK_SKEW_MS) return refuse("expired");
  const wasValid = isWithin(signer.notBefore, signer.notAfter, mso.signed);
  return wasValid ? PASSED : refuse("signed_outside_certificate");
};

/** Data elements that the issuer signed, by namespace and name. */
export type SignedElements = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** ISO/IEC 18013-5 §9.1.2.5: shorter ones could be guessed, and a guess confirms a value that was not disclosed. */
const MIN_RANDOM_BYTES = 16;

type Item = { digestId: number; name: string; value: unknown };

/** ISO/IEC 18013-5 §8.3.2.1.2.2: IssuerSignedItem. */
const readItem = (embedded: EmbeddedCbor): Item | null => {
  const map = mapIn(embedded.content);
  const digestId = asUint(map?.get("digestID"));
  const name = map ? textAt(map, "elementIdentifier") : null;
  const random = map ? bytesAt(map, "random") : null;
  if (!map?.has("elementValue") || digestId === null || name === null || !random) return null;
  return random.length < MIN_RANDOM_BYTES ? null : { digestId, name, value: map.get("elementValue") };
};

const checkNamespace = (
  items: readonly unknown[],
  digests: CborMap | null,
  hash: string,
): Result<Map<string, unknown>> => {
  const elements = new Map<string, unknown>();
  const seen = new Set<number>();
  for (const value of items) {
    const embedded = asEmbedded(value);
    const item = embedded ? readItem(embedded) : null;
    if (!embedded || !item) return refuse("item_malformed");
    if (seen.has(item.digestId) || elements.has(item.name)) return refuse("item_duplicate");
    const expected = digests ? bytesAt(digests, item.digestId) : null;
    // Over the bytes as received: encoding them again could change them.
    const actual = createHash(hash).update(embedded.encoded).digest();
    if (!expected || !equalBytes(expected, actual)) return refuse("digest_mismatch");
    seen.add(item.digestId);
    elements.set(item.name, item.value);
  }
  return accept(elements);
};

/**
 * ISO/IEC 18013-5 §9.3.1 step 3: every element received, even one that will not be read, has its digest in
 * the MSO.
 */
export const checkItems = (document: CborMap, mso: MobileSecurityObject): Result<SignedElements> => {
  const issuerSigned = asMap(document.get("issuerSigned"));
  const nameSpaces = asMap(issuerSigned?.get("nameSpaces"));
  const hash = DIGEST_ALGORITHMS.get(mso.digestAlgorithm);
  if (!nameSpaces || nameSpaces.size === 0) return refuse("namespaces_missing");
  if (!hash) return refuse("digest_algorithm");
  const all = new Map<string, ReadonlyMap<string, unknown>>();
  for (const [nameSpace, list] of nameSpaces) {
    const items = asList(list);
    if (typeof nameSpace !== "string" || !items || items.length === 0) return refuse("namespaces_missing");
    const elements = checkNamespace(items, mapAt(mso.valueDigests, nameSpace), hash);
    if (!elements.ok) return elements;
    all.set(nameSpace, elements.value);
  }
  return accept(all);
};
