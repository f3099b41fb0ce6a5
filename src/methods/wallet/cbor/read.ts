import { EmbeddedCbor } from "./decode.ts";

/** A CBOR map as it came: keys and values are anybody's. */
export type CborMap = ReadonlyMap<unknown, unknown>;

export const asMap = (value: unknown): CborMap | null => (value instanceof Map ? value : null);
export const asList = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);
export const asBytes = (value: unknown): Uint8Array | null => (value instanceof Uint8Array ? value : null);
export const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);
export const asEmbedded = (value: unknown): EmbeddedCbor | null =>
  value instanceof EmbeddedCbor ? value : null;

/** A whole number of at least 0, such as a digestID; integers beyond 2^53 are nobody's id. */
export const asUint = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** A whole number of at least 0 of any size, such as the number of a list. */
export const asBigUint = (value: unknown): bigint | null => {
  if (typeof value === "bigint") return value >= 0n ? value : null;
  const number = asUint(value);
  return number === null ? null : BigInt(number);
};

export const mapAt = (map: CborMap, key: unknown): CborMap | null => asMap(map.get(key));
export const textAt = (map: CborMap, key: unknown): string | null => asText(map.get(key));
export const bytesAt = (map: CborMap, key: unknown): Uint8Array | null => asBytes(map.get(key));
