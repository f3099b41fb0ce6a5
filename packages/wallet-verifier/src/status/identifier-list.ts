import { equalBytes } from "../bytes.ts";
import { type CborMap, decodeCbor } from "../cbor/decode.ts";
import { byteStringAt, walkMap } from "../cbor/walk.ts";

// ISO/IEC 18013-5:2025 §12.3.6.4. A list of four MiB names 400,000 revoked credentials, so they stay in the
// bytes as received and are searched there.

/** The identifiers of revoked credentials: the map whose keys they are, as CBOR. */
export type IdentifierList = { kind: "identifier_list"; identifiers: Uint8Array };

/**
 * The claims of a CWT, with the one that can be very long left in its bytes.
 * @returns null for anything but one map without duplicate keys
 */
export const claimsBeside = (payload: Uint8Array, long: number): CborMap | null => {
  const claims = new Map<unknown, unknown>();
  const end = walkMap(payload, 0, ({ keyAt, valueAt, end: to }) => {
    const key = decodeCbor(payload.subarray(keyAt, valueAt));
    if (!key.ok || claims.has(key.value)) return false;
    const bytes = payload.subarray(valueAt, to);
    const value = key.value === long ? { ok: true as const, value: bytes } : decodeCbor(bytes);
    if (value.ok) claims.set(key.value, value.value);
    return value.ok;
  });
  return end === payload.length ? claims : null;
};

/**
 * @param list IdentifierList, as CBOR
 * @returns null if its map is missing or has a key that is not a byte string
 */
export const readIdentifierList = (list: Uint8Array | null): IdentifierList | null => {
  if (!list) return null;
  const found: Uint8Array[] = [];
  const end = walkMap(list, 0, ({ keyAt, valueAt, end: to }) => {
    const key = decodeCbor(list.subarray(keyAt, valueAt));
    if (key.ok && key.value === "identifiers") found.push(list.subarray(valueAt, to));
    return key.ok;
  });
  const [identifiers] = found;
  if (end !== list.length || !identifiers || found.length > 1) return null;
  const isWhole = walkMap(identifiers, 0, ({ keyAt }) => byteStringAt(identifiers, keyAt) !== null);
  return isWhole === null ? null : { kind: "identifier_list", identifiers };
};

/** Whether an identifier is in the list, whatever the list says about it. */
export const holdsIdentifier = ({ identifiers }: IdentifierList, id: Uint8Array): boolean => {
  const { buffer, byteOffset, length } = identifiers;
  // Nearly all are not: it takes a millisecond to see that their bytes are nowhere in the list.
  if (Buffer.from(buffer, byteOffset, length).indexOf(id) < 0) return false;
  const isEveryOther = walkMap(identifiers, 0, ({ keyAt }) => {
    const other = byteStringAt(identifiers, keyAt);
    return other === null || !equalBytes(other, id);
  });
  return isEveryOther === null;
};
