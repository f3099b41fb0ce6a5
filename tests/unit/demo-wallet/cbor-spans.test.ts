import { describe, expect, test } from "vitest";
import {
  memberOf,
  readEmbedded,
  readItem,
  UnexpectedCbor,
} from "../../../lab/demo-wallet/wallet/cbor-spans.ts";

// The demo wallet's reader of CBOR: what was sent is kept byte for byte, and what two readers could read differently is refused.

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const read = (text: string) => readItem(hex(text));

describe("reads", () => {
  test.each([
    ["00", { is: "integer", value: 0 }],
    ["1818", { is: "integer", value: 24 }],
    ["26", { is: "integer", value: -7 }],
    ["38 22", { is: "integer", value: -35 }],
    ["42 0102", { is: "bytes", content: hex("0102") }],
    ["62 c3bc", { is: "text", value: "ü" }],
    ["f4", { is: "boolean", value: false }],
    ["f5", { is: "boolean", value: true }],
    ["f6", { is: "null" }],
    ["f7", { is: "other" }],
    ["f8 16", { is: "other" }],
    ["f9 3c00", { is: "other" }],
  ])("%s", (text, item) => {
    expect(read(text)).toEqual({ ...item, bytes: hex(text) });
  });

  test("the bytes of an item inside others, in the encoding that was sent", () => {
    const map = read("b8 01 78 01 61 d8 18 58 02 18 01");
    if (map.is !== "map") throw new Error("a map");
    const member = memberOf(map, "a");
    expect(member?.bytes).toEqual(hex("d8 18 58 02 18 01"));
    expect(readEmbedded(member, "it")).toEqual({ is: "integer", value: 1, bytes: hex("18 01") });
    expect(memberOf(map, "b")).toBeUndefined();
  });
});

const nested = (depth: number): string => `${"81".repeat(depth)}00`;

test("arrays in arrays are read to a depth of sixteen", () => {
  expect(read(nested(16)).is).toBe("array");
  expect(() => read(nested(17))).toThrow(/too deeply/);
  expect(() => read(nested(100_000))).toThrow(UnexpectedCbor);
});

test.each([
  ["nothing", ""],
  ["a head without its argument", "19 01"],
  ["a reserved head, though bytes enough follow", `1c ${"00".repeat(16)}`],
  ["bytes of indefinite length", "5f 41 00 ff"],
  ["an array of indefinite length", "9f 00 ff"],
  ["a map of indefinite length", "bf 00 00 ff"],
  ["a break alone", "ff"],
  ["bytes that are too short", "43 0102"],
  ["more items than there are bytes", "9b ffffffffffffffff 00"],
  ["more members than there are bytes", "bb ffffffffffffffff 00 00"],
  ["a length beyond all memory", "5b 7fffffffffffffff 00"],
  ["a text that is not UTF-8", "61 ff"],
  ["a member twice", "a2 01 00 01 00"],
  ["a member twice, in two encodings", "a2 01 00 1801 00"],
  ["a key that is no name", "a1 80 00"],
  ["a byte after the end", "00 00"],
])("%s is refused", (_name, text) => {
  expect(() => read(text)).toThrow(UnexpectedCbor);
});

test.each([
  ["nothing", undefined],
  ["bytes without a tag", read("41 00")],
  ["another tag", read("d8 19 41 00")],
  ["a tag on a text", read("d8 18 61 61")],
  ["bytes after the item", read("d8 18 42 0000")],
])("embedded CBOR is not %s", (_name, item) => {
  expect(() => readEmbedded(item, "it")).toThrow(UnexpectedCbor);
});
