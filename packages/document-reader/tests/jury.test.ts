import { describe, expect, test } from "vitest";
import { encodeAamva } from "../../../lab/documents/payload.ts";
import { isBeyondChance } from "../src/aamva/aamva.ts";
import { createJury } from "../src/barcode.ts";

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const LICENCE = encodeAamva({
  kind: "driving_licence",
  country: "USA",
  issuer: "636014",
  birthDate: { year: 1990, month: 5, day: 17 },
  issueDate: { year: 2024, month: 3, day: 2 },
  expiryDate: { year: 2032, month: 5, day: 17 },
});

describe("a reading of a barcode", () => {
  const never = () => false;
  const reading = (text: string, spare: number, look = "first") => ({ bytes: bytesOf(text), spare, look });

  test("with error correction to spare is believed, whatever it says", () => {
    expect(createJury(never).accepts(reading("a boarding pass", 0.1))).toBe(true);
  });

  test("that used all of it is believed when another view says the same, and not when the same view does", () => {
    const jury = createJury(never);
    expect(jury.accepts(reading("nonsense", 0))).toBe(false);
    expect(jury.accepts(reading("nonsense", 0))).toBe(false);
    expect(jury.accepts(reading("other nonsense", 0, "second"))).toBe(false);
    expect(jury.accepts(reading("nonsense", 0, "third"))).toBe(true);
  });

  test("that used all of it is believed when it agrees with itself", () => {
    expect(createJury(isBeyondChance).accepts(reading(LICENCE, 0))).toBe(true);
  });

  test("is forgotten when the search is over", () => {
    const jury = createJury(never);
    jury.accepts(reading("nonsense", 0));
    jury.dismiss();
    expect(jury.accepts(reading("nonsense", 0, "second"))).toBe(false);
  });
});

describe("a licence's text agrees with itself", () => {
  test.each<[string, (text: string) => string]>([
    ["a letter of the header", (text) => text.replace("ANSI", "ANSJ")],
    [
      "where the subfile is",
      (text) => text.replace("ZZNOBODY".slice(0, 2), "ZQ").replace("DL0041", "DL0040"),
    ],
    ["how long it is", (text) => text.replace(/(DL0041)\d{4}/, "$10101")],
    ["a byte that is no text", (text) => text.replace("NOWHERE", "NO\x87HERE")],
    ["an element's name", (text) => text.replace("DAYGRY", "3AYGRY")],
    ["a birthday", (text) => text.replace("DBB05171990", "DBB05171890")],
  ])("and not with %s misread", (_, misread) => {
    expect(isBeyondChance(bytesOf(LICENCE))).toBe(true);
    const text = misread(LICENCE);
    expect(text).not.toBe(LICENCE);
    expect(isBeyondChance(bytesOf(text))).toBe(false);
  });
});
