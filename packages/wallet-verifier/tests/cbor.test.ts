import { decode } from "cborg";
import { describe, expect, test } from "vitest";
import { fromBase64, fromBase64Url, parseJson } from "../src/bytes.ts";
import { asDate, asEmbedded, asList, asUint, decodeCbor } from "../src/cbor/decode.ts";
import { cborBytes, cborInt, cborList, cborText } from "../src/cbor/encode.ts";

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const read = (hex: string): unknown => {
  const decoded = decodeCbor(bytes(hex));
  return decoded.ok ? decoded.value : decoded.code;
};

describe("reading CBOR", () => {
  test.each([
    ["d81841a0", "a0"], // as short as can be
    ["d8185801a0", "a0"], // a length in one byte
    ["d818590001a0", "a0"], // in two
    ["d90018590001a0", "a0"], // and a tag in two
  ])("an embedded item keeps the bytes in which it came: %s", (hex, content) => {
    const [first] = asList(read(`82${hex}00`)) ?? [];
    expect(Buffer.from(asEmbedded(first)?.encoded ?? []).toString("hex")).toBe(hex);
    expect(Buffer.from(asEmbedded(first)?.content ?? []).toString("hex")).toBe(content);
  });

  test("nesting ends somewhere, however it is written", () => {
    const nested = (open: string, depth: number, close = "") =>
      `${open.repeat(depth)}00${close.repeat(depth)}`;
    for (const [open, close] of [
      ["81", ""],
      ["a100", ""],
      ["9f", "ff"],
      ["bf00", "ff"],
    ] as const) {
      expect(read(nested(open, 31, close))).not.toBe("cbor_malformed");
      expect(read(nested(open, 40, close))).toBe("cbor_malformed");
    }
  });

  test("many neighbours are no nesting", () => {
    expect(asList(read(`9864${"8100".repeat(100)}`))).toHaveLength(100);
    expect(asList(read(`9f${"9f00ff".repeat(100)}ff`))).toHaveLength(100);
    expect(asList(read(`9864${"8180".repeat(100)}`))).toHaveLength(100);
  });

  test.each(["a2616101616102", "a201010101", "a2010118010a", "bf616101616102ff"])("equal keys: %s", (hex) => {
    expect(read(hex)).toBe("cbor_malformed");
  });

  test.each(["", "00ff", "1c", "d86300", "81", "5803aabb", "fc"])("nothing that can be read: %s", (hex) => {
    expect(read(hex)).toBe("cbor_malformed");
  });

  // RFC 8949 §3.1: a text string that is not UTF-8 is not valid; one reader replaces, another stops.
  test.each([
    ["a byte that never occurs", "61ff"],
    ["a sequence that is cut off", "62c361"],
    ["more bytes than it needs", "62c0af"],
    ["half a surrogate pair", "63eda080"],
    ["beyond the last character", "64f4908080"],
    ["in a long text", `7828${"61".repeat(39)}ff`],
    ["as a key", "a161ff00"],
    ["in a date", "c061ff"],
    ["after a longer head", "7a00000001ff"],
    ["a byte order mark, which some readers drop", "64efbbbf61"],
  ])("text that is not UTF-8: %s", (_name, hex) => {
    expect(read(hex)).toBe("cbor_malformed");
  });

  test("text in any script", () => {
    const text = "Zoë, Ελλάδα, 東京, 🂡";
    const hex = Buffer.from(text).toString("hex");
    expect(read(`78${(hex.length / 2).toString(16)}${hex}`)).toBe(text);
    expect(read("62c3bc")).toBe("ü");
  });

  test("more items than any wallet's answer has are not read to their end", () => {
    const flood = (count: number) => `9a${count.toString(16).padStart(8, "0")}${"a0".repeat(count)}`;
    expect(asList(read(flood(5_000)))).toHaveLength(5_000);
    expect(read(flood(130_000))).toBe("cbor_malformed");
    expect(read(`9f${"a0".repeat(130_000)}ff`)).toBe("cbor_malformed");
    const list = decodeCbor(bytes(flood(130_000)), 200_000);
    expect(list.ok && asList(list.value)).toHaveLength(130_000);
  });

  test("numbers that are no ids", () => {
    expect([0, 7, -1, 1.5, "1", 2n ** 60n, null].map(asUint)).toEqual([0, 7, null, null, null, null, null]);
  });
});

describe("dates", () => {
  const date = (text: string, tag = "c0") =>
    asDate(read(`${tag}78${text.length.toString(16)}${Buffer.from(text).toString("hex")}`));

  test.each([
    ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00.000Z"],
    ["2026-11-21T12:00:00.321379844Z", "2026-11-21T12:00:00.321Z"],
    ["2026-11-21T13:00:00+01:00", "2026-11-21T12:00:00.000Z"],
    ["2028-02-29T23:59:59Z", "2028-02-29T23:59:59.000Z"],
    ["2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"],
  ])("%s", (text, expected) => {
    expect(date(text)?.toISOString()).toBe(expected);
  });

  test.each([
    "2026-11-21",
    "2026-13-21T12:00:00Z",
    "21 Nov 2026 12:00 GMT",
    "2026-11-21T12:00:00",
    " 2026-11-21T12:00:00Z",
    "2026-02-30T12:00:00Z",
    "2027-02-29T12:00:00Z",
    "2026-04-31T12:00:00+01:00",
    "2026-00-21T12:00:00Z",
    "2026-11-00T12:00:00Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T12:60:00Z",
    "2026-11-21T12:00:60Z",
    "2026-11-21T12:00:00+24:00",
    "2026-11-21T12:00:00+01:60",
  ])("not %s", (text) => {
    expect(date(text)).toBeNull();
  });

  test("not another tag, and not bare text", () => {
    expect(date("2026-11-21T12:00:00Z", "d903ec")).toBeNull();
    expect(asDate("2026-11-21T12:00:00Z")).toBeNull();
  });
});

test("what is built here reads as what it should be, at every length of head", () => {
  for (const length of [0, 23, 24, 255, 256, 65_535, 65_536]) {
    const text = "a".repeat(length);
    const built = cborList(
      cborText(text),
      cborBytes(new Uint8Array(length)),
      cborInt(length),
      cborInt(-1 - length),
    );
    expect(decode(built)).toEqual([text, new Uint8Array(length), length, -1 - length]);
  }
});

test("base64 is read strictly", () => {
  expect(["", "AA", "AAA", "AAAA"].map((text) => fromBase64Url(text)?.length)).toEqual([0, 1, 2, 3]);
  expect(["A", "AA=", "A+", "A/", "A A", "Ä"].map(fromBase64Url)).toEqual(new Array(6).fill(null));
  expect(["", "AA==", "AAA=", "AAAA"].map((text) => fromBase64(text)?.length)).toEqual([0, 1, 2, 3]);
  expect(["A", "AA", "A-==", "AA==\n"].map(fromBase64)).toEqual(new Array(4).fill(null));
});

test("JSON nests only so deep", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  expect(parseJson(nested(30))).toBeDefined();
  expect(parseJson(nested(40))).toBeUndefined();
  expect(parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toBeUndefined();
});
