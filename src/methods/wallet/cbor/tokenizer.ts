import { isUtf8 } from "node:buffer";
import { type DecodeOptions, type Token, Tokenizer, Type } from "cborg";

/** Items of any message from a wallet: a licence with all of its elements has some hundreds. */
const MAX_ITEMS = 16_384;

/** Nesting of any message that is read here is below 12. */
const MAX_DEPTH = 32;

const itemsOf = ({ type, value }: Token): number => {
  if (Type.equals(type, Type.tag)) return 1;
  const count: unknown = value;
  if (typeof count !== "number") return 0;
  if (Type.equals(type, Type.array)) return count;
  return Type.equals(type, Type.map) ? count * 2 : 0;
};

/** U+FEFF at the start: decoders that follow the Encoding Standard, as cborg's, drop it, and others keep it. */
const hasByteOrderMark = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

// RFC 8949 §3.1: text is UTF-8. cborg would put replacement characters in its place, and others would refuse it.
const checkText = (token: Token): void => {
  if (!Type.equals(token.type, Type.string)) return;
  const bytes: unknown = token.byteValue;
  // cborg has one token for the empty text, without its bytes.
  if (bytes === undefined && token.value === "") return;
  if (!(bytes instanceof Uint8Array) || !isUtf8(bytes) || hasByteOrderMark(bytes))
    throw new TypeError("text that is not plain UTF-8");
};

/**
 * cborg's tokenizer that also knows where the last item began, so that signed items can be hashed in the very
 * bytes in which they came, and that stops at a depth no honest message has.
 */
export class BoundedTokenizer extends Tokenizer {
  /** Where the last token began. */
  start = 0;
  /** How many items each open container still waits for; Infinity for one of indefinite length. */
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
