// Reads CBOR (RFC 8949) and keeps the bytes of every item as they were sent. A reader's signature covers those bytes, and
// a library that decodes and encodes again gives others wherever the sender's encoding was not the shortest.

export type Item = { bytes: Uint8Array } & (
  | { is: "integer"; value: number }
  | { is: "bytes"; content: Uint8Array }
  | { is: "text"; value: string }
  | { is: "array"; items: Item[] }
  | { is: "map"; entries: [Item, Item][] }
  | { is: "tag"; tag: number; item: Item }
  | { is: "boolean"; value: boolean }
  | { is: "null" }
  | { is: "other" }
);

type Kind = Item["is"];
export type ItemOf<K extends Kind> = Extract<Item, { is: K }>;

/** These bytes are not the CBOR that was expected. */
export class UnexpectedCbor extends Error {
  override name = "UnexpectedCbor";
}

const fail = (why: string): never => {
  throw new UnexpectedCbor(why);
};

const MAX_DEPTH = 16;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

type Head = { major: number; info: number; argument: bigint; next: number };

const headAt = (bytes: Uint8Array, at: number): Head => {
  const first = bytes[at] ?? fail("it ends too early");
  const [major, info] = [first >> 5, first & 31];
  if (info < 24) return { major, info, argument: BigInt(info), next: at + 1 };
  if (info > 27) return fail("an item of indefinite length");
  const next = at + 1 + 2 ** (info - 24);
  if (next > bytes.length) return fail("it ends too early");
  const digits = Buffer.from(bytes.subarray(at + 1, next)).toString("hex");
  return { major, info, argument: BigInt(`0x${digits}`), next };
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    return fail("a text that is not UTF-8");
  }
};

/** RFC 8949 §5.6: with two members of the same name, two readers would understand two things. */
const withoutDuplicates = (entries: [Item, Item][]): [Item, Item][] => {
  const names = entries.map(([key]) => {
    if (key.is !== "text" && key.is !== "integer") return fail("a map with a key that is no name");
    return `${key.is} ${key.value}`;
  });
  return new Set(names).size === names.length ? entries : fail("a map with a member twice");
};

const simpleOf = ({ info, argument }: Head): { is: "boolean"; value: boolean } | { is: "null" | "other" } => {
  if (info < 24 && (argument === 20n || argument === 21n)) return { is: "boolean", value: argument === 21n };
  return { is: info < 24 && argument === 22n ? "null" : "other" };
};

const itemAt = (bytes: Uint8Array, at: number, depth: number): { item: Item; next: number } => {
  if (depth > MAX_DEPTH) return fail("items that are nested too deeply");
  const head = headAt(bytes, at);
  const { major, argument } = head;
  let { next } = head;
  const take = (): Item => {
    const inner = itemAt(bytes, next, depth + 1);
    next = inner.next;
    return inner.item;
  };
  // Each element has a byte at least, so a count beyond the bytes that are left is refused before anything is made of it.
  const count = (): number =>
    argument <= bytes.length - next ? Number(argument) : fail("it ends too early");
  const span = (): { bytes: Uint8Array } => ({ bytes: bytes.subarray(at, next) });
  switch (major) {
    case 0:
      return { item: { is: "integer", value: Number(argument), ...span() }, next };
    case 1:
      return { item: { is: "integer", value: -1 - Number(argument), ...span() }, next };
    case 2:
    case 3: {
      const length = count();
      const content = bytes.subarray(next, next + length);
      next += length;
      const item: Item =
        major === 2 ? { is: "bytes", content, ...span() } : { is: "text", value: textOf(content), ...span() };
      return { item, next };
    }
    case 4: {
      const items = Array.from({ length: count() }, take);
      return { item: { is: "array", items, ...span() }, next };
    }
    case 5: {
      const entries = Array.from({ length: count() }, (): [Item, Item] => [take(), take()]);
      return { item: { is: "map", entries: withoutDuplicates(entries), ...span() }, next };
    }
    case 6: {
      const item = take();
      return { item: { is: "tag", tag: Number(argument), item, ...span() }, next };
    }
    default:
      return { item: { ...simpleOf(head), ...span() }, next };
  }
};

/**
 * One item, and nothing after it.
 * @throws UnexpectedCbor
 */
export const readItem = (bytes: Uint8Array): Item => {
  const { item, next } = itemAt(bytes, 0, 0);
  return next === bytes.length ? item : fail("bytes after its end");
};

/** @throws UnexpectedCbor for an item of another kind, or none */
export const expectKind = <K extends Kind>(item: Item | undefined, kind: K, what: string): ItemOf<K> => {
  const isOfKind = (each: Item): each is ItemOf<K> => each.is === kind;
  if (item === undefined) return fail(`${what} is missing`);
  return isOfKind(item) ? item : fail(`${what} is not of the kind ${kind}`);
};

/** A map's member by its name or label. */
export const memberOf = ({ entries }: ItemOf<"map">, name: string | number): Item | undefined =>
  entries.find(([key]) => (key.is === "text" || key.is === "integer") && key.value === name)?.[1];

/** What is in `#6.24(bstr)`, RFC 8949 §3.4.5.1. @throws UnexpectedCbor */
export const readEmbedded = (item: Item | undefined, what: string): Item => {
  const { tag, item: inner } = expectKind(item, "tag", what);
  if (tag !== 24) return fail(`${what} is not embedded CBOR (tag 24)`);
  return readItem(expectKind(inner, "bytes", what).content);
};
