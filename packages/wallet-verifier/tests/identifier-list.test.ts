import { randomBytes } from "node:crypto";
import { encode } from "cborg";
import { describe, expect, test } from "vitest";
import { holdsIdentifier, readIdentifierList } from "../src/status/identifier-list.ts";

// A list is searched in the bytes in which it came. What a reader of CBOR says of the same list is the measure.

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));
const listOf = (ids: readonly Uint8Array[]) =>
  encode(new Map([["identifiers", new Map(ids.map((id) => [id, new Map()]))]]));
const read = (list: Uint8Array) => {
  const entries = readIdentifierList(list);
  if (!entries) throw new Error("cannot be read");
  return entries;
};

describe("an identifier list", () => {
  test("holds what its keys are, of any length, and nothing that only looks like one", () => {
    const ids = [1, 2, 16, 23, 24, 255, 256, 300].map((length) => new Uint8Array(randomBytes(length)));
    const entries = read(listOf(ids));
    for (const id of ids) expect(holdsIdentifier(entries, id)).toBe(true);
    for (const id of ids.slice(1)) {
      for (const part of [id.subarray(1), id.subarray(0, -1), Buffer.concat([id, Buffer.from([0xa0])])]) {
        const isOwn = ids.some((other) => Buffer.compare(other, part) === 0);
        expect(holdsIdentifier(entries, new Uint8Array(part))).toBe(isOwn);
      }
    }
    // In a value, and across two entries: f6 f6 stands in the list, and is no key of it.
    const tricky = read(hex("a1 6b 6964656e74696669657273 a2 4101 a1 6178 42f6f6 4102 f6"));
    expect(holdsIdentifier(tricky, hex("f6f6"))).toBe(false);
    expect(holdsIdentifier(tricky, hex("0141"))).toBe(false);
    expect([hex("01"), hex("02")].map((id) => holdsIdentifier(tricky, id))).toEqual([true, true]);
  });

  test.each([
    ["with maps of indefinite length", "bf 6b 6964656e74696669657273 bf 42aabb a0 41cc bf ff ff ff"],
    [
      "with lengths that are longer than they need be",
      "a1 6b 6964656e74696669657273 ba00000002 5802aabb a0 590001cc a0",
    ],
    [
      "with more in it, and about each",
      "a2 6178 8201 9f02ff 6b 6964656e74696669657273 a2 42aabb a1 01c1 02 41cc f90000",
    ],
  ])("%s is read", (_name, text) => {
    const entries = read(hex(text));
    expect([hex("aabb"), hex("cc"), hex("aa")].map((id) => holdsIdentifier(entries, id))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ["no map", "81 01"],
    ["without identifiers", "a1 6178 a0"],
    ["with identifiers that are no map", "a1 6b 6964656e74696669657273 80"],
    ["with two maps of them", "a2 6b 6964656e74696669657273 a0 6b 6964656e74696669657273 a0"],
    ["with a key that is text", "a1 6b 6964656e74696669657273 a1 6178 a0"],
    ["with a key in pieces", "a1 6b 6964656e74696669657273 a1 5f 41aa ff a0"],
    ["that is cut off", "a1 6b 6964656e74696669657273 a2 42aabb a0"],
    ["whose key is cut off", "a1 6b 6964656e74696669657273 a1 5818aabb"],
    ["whose length is beyond every length", "a1 6b 6964656e74696669657273 bbffffffffffffffff 42aabb a0"],
    ["with bytes after it", "a1 6b 6964656e74696669657273 a0 00"],
    ["that ends twice", "a1 6b 6964656e74696669657273 a1 42aabb ff"],
    ["with a reserved length", "a1 6b 6964656e74696669657273 a1 5c a0"],
    ["nested without an end", `a1 6b 6964656e74696669657273 a1 41aa ${"81".repeat(100_000)}00`],
    ["with a number of indefinite length", "a1 6b 6964656e74696669657273 a1 41aa 1f"],
  ])("%s is none", (_name, text) => {
    expect(readIdentifierList(hex(text))).toBeNull();
  });

  test("of 400,000 is read without an object for each", () => {
    const map = Buffer.alloc(5 + 400_000 * 6);
    map.writeUInt8(0xba, 0);
    map.writeUInt32BE(400_000, 1);
    for (let index = 0; index < 400_000; index += 1) {
      map.writeUInt8(0x44, 5 + index * 6);
      map.writeUInt32BE(index * 2, 6 + index * 6);
      map.writeUInt8(0xa0, 10 + index * 6);
    }
    const entries = read(new Uint8Array(Buffer.concat([hex("a1 6b 6964656e74696669657273"), map])));
    expect(entries.identifiers.byteLength).toBe(map.length);
    expect(holdsIdentifier(entries, hex("000c34fe"))).toBe(true);
    expect(holdsIdentifier(entries, hex("000c34ff"))).toBe(false);
  });
});
