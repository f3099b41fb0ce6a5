// Reads CBOR (RFC 8949) in place: for maps of hundreds of thousands of entries, which would block every other
// answer for seconds while each entry became an object.

/** Deeper than any message that is read here, as in decode.ts. */
const MAX_DEPTH = 32;

const BYTES = 2;
const LIST = 4;
const MAP = 5;
const TAG = 6;
const SIMPLE = 7;
/** §3.2.1: ends an item of indefinite length. */
const BREAK = 0xff;

/** §3: an item's type, its argument (Infinity: of indefinite length), and where its content begins. */
type Head = { major: number; argument: number; next: number };

const headAt = (bytes: Uint8Array, at: number): Head | null => {
  const first = bytes[at];
  if (first === undefined) return null;
  const [major, info] = [first >> 5, first & 0x1f];
  if (info < 24) return { major, argument: info, next: at + 1 };
  // Whole numbers and tags have no indefinite length, nor does what is left of the last type.
  if (info === 31) return major > 1 && major < TAG ? { major, argument: Infinity, next: at + 1 } : null;
  const size = 2 ** (info - 24);
  if (info > 27 || at + size >= bytes.length) return null;
  let argument = 0;
  for (let index = at + 1; index <= at + size; index += 1) argument = argument * 256 + (bytes[index] ?? 0);
  return { major, argument, next: at + 1 + size };
};

/** How many items are inside one with this head. */
const itemsIn = ({ major, argument }: Head): number => {
  if (major === TAG) return 1;
  if (major === SIMPLE || major < BYTES) return 0;
  if (argument === Infinity) return Infinity;
  if (major < 4) return 0;
  return major === MAP ? argument * 2 : argument;
};

const isString = ({ major, argument }: Head): boolean =>
  (major === BYTES || major === BYTES + 1) && argument !== Infinity;

/** Where the item that begins at `from` ends; null when it is malformed, nested too deeply or cut off. */
const endOfItem = (bytes: Uint8Array, from: number): number | null => {
  const first = headAt(bytes, from);
  // Nearly all keys and values have no items inside.
  if (first && itemsIn(first) === 0) {
    const end = first.next + (isString(first) ? first.argument : 0);
    return end > bytes.length ? null : end;
  }
  return endOfNested(bytes, from);
};

const endOfNested = (bytes: Uint8Array, from: number): number | null => {
  /** How many items each open container is still waiting for. */
  const open = [1];
  let at = from;
  for (let waiting = open.pop(); waiting !== undefined; waiting = open.pop()) {
    if (waiting === Infinity && bytes[at] === BREAK) {
      at += 1;
      continue;
    }
    if (waiting === 0) continue;
    const head = headAt(bytes, at);
    if (!head || open.length > MAX_DEPTH) return null;
    const inside = itemsIn(head);
    at = head.next + (isString(head) ? head.argument : 0);
    if (at > bytes.length) return null;
    open.push(waiting - 1);
    if (inside > 0) open.push(inside);
  }
  return at;
};

/** Where a map entry's key and value are. */
type Entry = { keyAt: number; valueAt: number; end: number };

/**
 * Goes through the map that begins at `from`, in the map's order.
 * @param visit false ends the walk
 * @returns where the map ends; null when it is not a map, is malformed, or the walk was ended
 */
export const walkMap = (bytes: Uint8Array, from: number, visit: (entry: Entry) => boolean): number | null => {
  const map = headAt(bytes, from);
  if (map?.major !== MAP) return null;
  let keyAt = map.next;
  for (let left = map.argument; left > 0; left -= 1) {
    if (left === Infinity && bytes[keyAt] === BREAK) return keyAt + 1;
    const valueAt = endOfItem(bytes, keyAt);
    const end = valueAt === null ? null : endOfItem(bytes, valueAt);
    if (valueAt === null || end === null || !visit({ keyAt, valueAt, end })) return null;
    keyAt = end;
  }
  return keyAt;
};

/** The byte string that begins at `at`, of definite length; null for anything else. */
export const byteStringAt = (bytes: Uint8Array, at: number): Uint8Array | null => {
  const head = headAt(bytes, at);
  if (head?.major !== BYTES || head.next + head.argument > bytes.length) return null;
  return bytes.subarray(head.next, head.next + head.argument);
};

/**
 * Goes through the list that begins at `from`, in its order.
 * @param visit gets where each item begins and ends
 * @returns where the list ends; null when it is not a list or is malformed
 */
export const walkList = (
  bytes: Uint8Array,
  from: number,
  visit: (at: number, end: number) => void,
): number | null => {
  const list = headAt(bytes, from);
  if (list?.major !== LIST) return null;
  let at = list.next;
  for (let left = list.argument; left > 0; left -= 1) {
    if (left === Infinity && bytes[at] === BREAK) return at + 1;
    const end = endOfItem(bytes, at);
    if (end === null) return null;
    visit(at, end);
    at = end;
  }
  return at;
};
