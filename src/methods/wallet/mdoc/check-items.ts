import { createHash } from "node:crypto";
import { equalBytes } from "../bytes.ts";
import { decodeCbor, type EmbeddedCbor } from "../cbor/decode.ts";
import { asEmbedded, asList, asMap, asUint, bytesAt, type CborMap, mapAt, textAt } from "../cbor/read.ts";
import { accept, type Result, refuse } from "../result.ts";
import { DIGEST_ALGORITHMS } from "./check-mso.ts";
import type { MobileSecurityObject } from "./read-mso.ts";

/** Data elements that the issuer signed, by namespace and name. */
export type SignedElements = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** ISO/IEC 18013-5 §9.1.2.5: shorter ones could be guessed, and a guess confirms a value that was not disclosed. */
const MIN_RANDOM_BYTES = 16;

type Item = { digestId: number; name: string; value: unknown };

/** ISO/IEC 18013-5 §8.3.2.1.2.2: IssuerSignedItem. */
const readItem = (embedded: EmbeddedCbor): Item | null => {
  const decoded = decodeCbor(embedded.content);
  const map = decoded.ok ? asMap(decoded.value) : null;
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
    // Over the bytes as they came: encoded anew they could be other ones.
    const actual = createHash(hash).update(embedded.encoded).digest();
    if (!expected || !equalBytes(expected, actual)) return refuse("digest_mismatch");
    seen.add(item.digestId);
    elements.set(item.name, item.value);
  }
  return accept(elements);
};

/** ISO/IEC 18013-5 §9.3.1 step 3: every element that came, also the ones nobody will read, has its digest in the MSO. */
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
