import { concat, utf8 } from "../bytes.ts";

/**
 * The few CBOR forms that are built here, in core deterministic encoding (RFC 8949 §4.2.1). They go into
 * hashes and signatures, so each is spelt out rather than left to an encoder's choices.
 */
const head = (major: number, value: number): Uint8Array => {
  const type = major << 5;
  if (value < 24) return Uint8Array.of(type | value);
  if (value < 0x100) return Uint8Array.of(type | 24, value);
  if (value < 0x10000) return Uint8Array.of(type | 25, value >> 8, value & 0xff);
  return Uint8Array.of(type | 26, value >>> 24, value >>> 16, value >>> 8, value);
};

export const CBOR_NULL = Uint8Array.of(0xf6);
export const CBOR_FALSE = Uint8Array.of(0xf4);
export const CBOR_TRUE = Uint8Array.of(0xf5);

export const cborInt = (value: number): Uint8Array => (value < 0 ? head(1, -1 - value) : head(0, value));
export const cborBytes = (bytes: Uint8Array): Uint8Array => concat(head(2, bytes.length), bytes);
export const cborText = (text: string): Uint8Array => {
  const bytes = utf8(text);
  return concat(head(3, bytes.length), bytes);
};
export const cborList = (...items: readonly Uint8Array[]): Uint8Array =>
  concat(head(4, items.length), ...items);
/** Keys in the given order: the caller uses the order of its specification. */
export const cborMap = (...entries: readonly (readonly [string | number, Uint8Array])[]): Uint8Array =>
  concat(
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [typeof key === "string" ? cborText(key) : cborInt(key), value]),
  );

/** #6.24(bstr .cbor content): RFC 8949 §3.4.5.1. */
export const cborEmbedded = (content: Uint8Array): Uint8Array => concat(head(6, 24), cborBytes(content));

/** tdate: #6.0(tstr) (RFC 8949 §3.4.1). */
export const cborTime = (time: string): Uint8Array => concat(head(6, 0), cborText(time));
