import { isUtf8 } from "node:buffer";
import { type DecodeOptions, decode, type Token, Tokenizer, Type } from "cborg";
import { type Result, tryResult } from "#methods/wallet/result.ts";

/** The most items in any message from a wallet: a licence with all its elements has some hundreds. */
const MAX_ITEMS = 16_384;

/** Any message read here nests less than 12 deep. */
const MAX_DEPTH = 32;

const itemsOf = ({ type, value }: Token): number => {
  if (Type.equals(type, Type.tag)) return 1;
  const count: unknown = value;
  if (typeof count !== "number") return 0;
  if (Type.equals(type, Type.array)) return count;
  return Type.equals(type, Type.map) ? count * 2 : 0;
};

/**
 * U+FEFF at the start: decoders that follow the Encoding Standard, such as cborg's, drop it; others keep it.
 */
const hasByteOrderMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

// RFC 8949 §3.1: text is UTF-8. cborg would put replacement characters in place of anything else, and other
// decoders would refuse it.
const checkText = (token: Token): void => {
  if (!Type.equals(token.type, Type.string)) return;
  const bytes: unknown = token.byteValue;
  // cborg has one token for the empty text, without its bytes.
  if (bytes === undefined && token.value === "") return;
  if (!(bytes instanceof Uint8Array) || !isUtf8(bytes) || hasByteOrderMark(bytes))
    throw new TypeError("text that is not plain UTF-8");
};

/**
 * cborg's tokenizer, but it also knows where the last item began, so that signed items can be hashed in the
 * very bytes in which they arrived, and it stops at a depth that no honest message has.
 */
class BoundedTokenizer extends Tokenizer {
  /** Where the last token began. */
  start = 0;
  /** How many items each open container is still waiting for; Infinity for one of indefinite length. */
  readonly #open: number[] = [];

  readonly #maxItems: number;
  #items = 0;

  constructor(bytes: Uint8Array, options: DecodeOptions, maxItems = MAX_ITEMS) {
    super(bytes, { ...options, retainStringBytes: true });
    this.#maxItems = maxItems;
  }

  override next(): Token {
    this.start = this.pos();
    const token = super.next();
    this.#items += 1;
    if (this.#items > this.#maxItems) throw new RangeError("CBOR of too many items");
    checkText(token);
    while (this.#open.at(-1) === 0) this.#open.pop();
    if (Type.equals(token.type, Type.break)) this.#open.pop();
    else this.#count(itemsOf(token));
    return token;
  }

  #count(items: number): void {
    const waiting = this.#open.pop();
    if (waiting !== undefined) this.#open.push(waiting - 1);
    if (items > 0) this.#open.push(items);
    if (this.#open.length > MAX_DEPTH) throw new RangeError("CBOR nested too deeply");
  }
}

/** RFC 8949 §3.4.5.1: CBOR in a byte string. `encoded` is the item as received, including head and tag. */
export class EmbeddedCbor {
  readonly content: Uint8Array;
  readonly encoded: Uint8Array;

  constructor(content: Uint8Array, encoded: Uint8Array) {
    this.content = content;
    this.encoded = encoded;
  }
}

/**
 * RFC 8949 §3.4.3. No number in any message is longer: certificates' serial numbers have 20 bytes (RFC 5280
 * §4.1.2.2).
 */
const MAX_BIGNUM_BYTES = 64;

const bignum = (value: unknown): bigint => {
  if (!(value instanceof Uint8Array) || value.length > MAX_BIGNUM_BYTES) throw new TypeError("no bignum");
  return value.length === 0 ? 0n : BigInt(`0x${Buffer.from(value).toString("hex")}`);
};

// RFC 3339 §5.6. Fractions of a second are not allowed by ISO/IEC 18013-5, but the EU's wallets write nine
// digits. Hours end at 23, because JavaScript reads 24:00:00 as the next day.
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

const text = (value: unknown): string => {
  if (typeof value !== "string") throw new TypeError("a date that is not text");
  return value;
};

/** Also for a full-date (RFC 8943): no member read here has one. */
const NO_MOMENT = new Date(Number.NaN);

const moment = (dateTime: string): Date => {
  const day = DATE_TIME.exec(dateTime)?.[1];
  const date = new Date(dateTime);
  if (day === undefined || Number.isNaN(date.getTime())) return NO_MOMENT;
  // JavaScript reads 30 February as 2 March: a day that is not in the calendar is not a date.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? date : NO_MOMENT;
};

// `strict` stays off: real wallets write lengths longer than they need to be. Nothing is ever encoded again
// for hashing, so that does no harm. Two equal keys are refused, because two readers could each take a
// different one.
const RULES: DecodeOptions = {
  strict: false,
  useMaps: true,
  rejectDuplicateMapKeys: true,
  allowIndefinite: true,
  allowUndefined: true,
  allowBigInt: true,
};

/**
 * Reads one CBOR item and nothing after it. Tags that no message read here has are refused.
 * @param maxItems how many items it may hold; by default, as many as a wallet's answer may
 */
export const decodeCbor = (bytes: Uint8Array, maxItems?: number): Result<unknown> =>
  tryResult(() => {
    const tokenizer = new BoundedTokenizer(bytes, RULES, maxItems);
    const value: unknown = decode(bytes, {
      ...RULES,
      tokenizer,
      tags: {
        0: (content) => moment(text(content())),
        2: (content) => bignum(content()),
        1004: (content) => {
          text(content());
          return NO_MOMENT;
        },
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

/** A CBOR map as received: its sender chooses the keys and values. */
export type CborMap = ReadonlyMap<unknown, unknown>;

export const asMap = (value: unknown): CborMap | null => (value instanceof Map ? value : null);
export const asList = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);
export const asBytes = (value: unknown): Uint8Array | null => (value instanceof Uint8Array ? value : null);
const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);
export const asEmbedded = (value: unknown): EmbeddedCbor | null =>
  value instanceof EmbeddedCbor ? value : null;

/** ISO/IEC 18013-5 §7.2.1: tdate = #6.0(tstr); null for anything else. */
export const asDate = (value: unknown): Date | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value : null;

/** A whole number of at least 0, such as a digestID; no id exceeds 2^53. */
export const asUint = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** A whole number of at least 0 of any size, such as a list's number. */
export const asBigUint = (value: unknown): bigint | null => {
  if (typeof value === "bigint") return value >= 0n ? value : null;
  const number = asUint(value);
  return number === null ? null : BigInt(number);
};

/** The map, if the bytes are exactly one map; null for anything else. */
export const mapIn = (bytes: Uint8Array, maxItems?: number): CborMap | null => {
  const decoded = decodeCbor(bytes, maxItems);
  return decoded.ok ? asMap(decoded.value) : null;
};

export const mapAt = (map: CborMap, key: unknown): CborMap | null => asMap(map.get(key));
export const textAt = (map: CborMap, key: unknown): string | null => asText(map.get(key));
export const bytesAt = (map: CborMap, key: unknown): Uint8Array | null => asBytes(map.get(key));
