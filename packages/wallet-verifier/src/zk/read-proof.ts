import {
  asBytes,
  asEmbedded,
  asList,
  asMap,
  bytesAt,
  type CborMap,
  mapAt,
  mapIn,
  textAt,
} from "../cbor/decode.ts";
import { cborText } from "../cbor/encode.ts";
import { walkList, walkMap } from "../cbor/walk.ts";
import { MAX_PROOF_BYTES } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";
import type { ProvedElement } from "./proof-verifier.ts";

// ISO/IEC 18013-5:2025 §10.2.7, ZkDocument: a proof and what it is said to be about. Nothing of it is believed here.

/** What the wallet claims, as it wrote it. */
export type ClaimedProof = {
  proof: Uint8Array;
  zkSystemId: string;
  docType: string;
  nameSpace: string;
  elements: readonly ProvedElement[];
  /** The item that holds the time, encoded. */
  timestamp: Uint8Array;
  /** x5chain (RFC 9360 §2), the signer first. */
  chain: readonly Uint8Array[];
};

/** A member that is not known here could change what the others mean, so it is refused. */
const hasOnly = (map: CborMap, names: readonly string[]): boolean =>
  [...map.keys()].every((key) => typeof key === "string" && names.includes(key));

const DOCUMENT = ["proof", "documentData"];
const DATA = ["zkSystemId", "docType", "timestamp", "issuerSigned", "deviceSigned", "msoX5chain"];
const ITEM = ["elementIdentifier", "elementValue"];

/** Where a member's value is in the map that begins at `from`. */
const placeOf = (bytes: Uint8Array, from: number, name: string): { at: number; end: number } | null => {
  const wanted = Buffer.from(cborText(name));
  let found: { at: number; end: number } | null = null;
  walkMap(bytes, from, ({ keyAt, valueAt, end }) => {
    if (wanted.equals(bytes.subarray(keyAt, valueAt))) found = { at: valueAt, end };
    return true;
  });
  return found;
};

/** Every `elementValue` of the one namespace, as received: encoding it again could change what the circuit reads. */
const valuesAsReceived = (data: Uint8Array): Uint8Array[] => {
  const issuerSigned = placeOf(data, 0, "issuerSigned");
  const values: Uint8Array[] = [];
  if (!issuerSigned) return values;
  walkMap(data, issuerSigned.at, ({ valueAt }) => {
    walkList(data, valueAt, (item) => {
      const value = placeOf(data, item, "elementValue");
      if (value) values.push(data.subarray(value.at, value.end));
    });
    return true;
  });
  return values;
};

const elementsOf = (items: readonly unknown[], values: readonly Uint8Array[]): ProvedElement[] | null => {
  const elements = items.flatMap((item, index) => {
    const map = asMap(item);
    const name = map && hasOnly(map, ITEM) ? textAt(map, "elementIdentifier") : null;
    const value = values[index];
    return name === null || !value ? [] : [{ name, value }];
  });
  return elements.length === items.length && values.length === items.length ? elements : null;
};

/** Reads one entry of `zkDocuments`. The device signs no elements in a proof: circuits know none. */
export const readProof = (entry: unknown): Result<ClaimedProof> => {
  const document = asMap(entry);
  const proof = document ? bytesAt(document, "proof") : null;
  const embedded = asEmbedded(document?.get("documentData"));
  if (!document || !proof || !embedded || !hasOnly(document, DOCUMENT)) return refuse("proof_malformed");
  if (proof.length === 0) return refuse("proof_malformed");
  if (proof.length > MAX_PROOF_BYTES) return refuse("too_large");
  const data = mapIn(embedded.content);
  if (!data || !hasOnly(data, DATA)) return refuse("proof_malformed");
  const zkSystemId = textAt(data, "zkSystemId");
  const docType = textAt(data, "docType");
  const timestamp = placeOf(embedded.content, 0, "timestamp");
  const nameSpaces = mapAt(data, "issuerSigned");
  const [named] = nameSpaces ?? [];
  const items = asList(named?.[1]);
  if (zkSystemId === null || docType === null || !timestamp) return refuse("proof_malformed");
  if (nameSpaces?.size !== 1 || typeof named?.[0] !== "string" || !items) return refuse("proof_malformed");
  const deviceSigned = data.get("deviceSigned");
  if (deviceSigned !== undefined && asMap(deviceSigned)?.size !== 0) return refuse("device_element_refused");
  const elements = elementsOf(items, valuesAsReceived(embedded.content));
  if (!elements) return refuse("proof_malformed");
  const certificates = data.get("msoX5chain");
  const listed = asList(certificates) ?? [certificates];
  const chain = listed.flatMap((each) => asBytes(each) ?? []);
  if (chain.length !== listed.length) return refuse("x5chain_malformed");
  return accept({
    proof,
    zkSystemId,
    docType,
    nameSpace: named[0],
    elements,
    timestamp: embedded.content.subarray(timestamp.at, timestamp.end),
    chain,
  });
};
