import { type DecodeOptions, decode } from "cborg";
import { attempt, type Result } from "../result.ts";
import { BoundedTokenizer } from "./tokenizer.ts";

/** RFC 8949 §3.4.5.1: CBOR in a byte string. `encoded` is the item as it came, head and tag included. */
export class EmbeddedCbor {
  readonly content: Uint8Array;
  readonly encoded: Uint8Array;

  constructor(content: Uint8Array, encoded: Uint8Array) {
    this.content = content;
    this.encoded = encoded;
  }
}

/** An item with one of the few other tags that are read: 0 date-time, 1004 full-date (RFC 8943). */
export class TaggedText {
  readonly tag: number;
  readonly text: string;

  constructor(tag: number, text: string) {
    this.tag = tag;
    this.text = text;
  }
}

/** RFC 8949 §3.4.3. No number in any message is longer: serial numbers of certificates have 20 bytes (RFC 5280 §4.1.2.2). */
const MAX_BIGNUM_BYTES = 64;

const bignum = (value: unknown): bigint => {
  if (!(value instanceof Uint8Array) || value.length > MAX_BIGNUM_BYTES) throw new TypeError("no bignum");
  return value.length === 0 ? 0n : BigInt(`0x${Buffer.from(value).toString("hex")}`);
};

const text = (tag: number, value: unknown): TaggedText => {
  if (typeof value !== "string") throw new TypeError("a date that is not text");
  return new TaggedText(tag, value);
};

// `strict` stays off: real wallets write lengths longer than they need to be. Nothing is ever encoded again
// to be hashed, so that does no harm. Two equal keys are refused: two readers could each take another.
const RULES: DecodeOptions = {
  strict: false,
  useMaps: true,
  rejectDuplicateMapKeys: true,
  allowIndefinite: true,
  allowUndefined: true,
  allowBigInt: true,
};

/**
 * Reads one CBOR item and nothing after it. Tags that no message here has are refused.
 * @param maxItems how many items it may hold; without it as many as a wallet's answer may
 */
export const decodeCbor = (bytes: Uint8Array, maxItems?: number): Result<unknown> =>
  attempt(() => {
    const tokenizer = new BoundedTokenizer(bytes, RULES, maxItems);
    const value: unknown = decode(bytes, {
      ...RULES,
      tokenizer,
      tags: {
        0: (content) => text(0, content()),
        2: (content) => bignum(content()),
        1004: (content) => text(1004, content()),
        18: (content) => content(), // COSE_Sign1: the place already says what it is
        24: (content) => {
          const { start } = tokenizer;
          const inner = content();
          if (!(inner instanceof Uint8Array)) throw new TypeError("tag 24 without bytes");
          return new EmbeddedCbor(inner, bytes.subarray(start, tokenizer.pos()));
        },
      },
    });
    return value;
  }, "cbor_malformed");
