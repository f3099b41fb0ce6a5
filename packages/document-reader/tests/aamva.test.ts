import type { PlainDate } from "@lintel/age";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeAamva, type LicencePayload } from "../../../lab/documents/payload.ts";
import { type AamvaResult, isBeyondChance, parseAamva } from "../src/aamva/aamva.ts";
import type { AamvaDocument } from "../src/document.ts";

const ADULT: LicencePayload = {
  kind: "driving_licence",
  country: "USA",
  issuer: "636014",
  birthDate: { year: 1990, month: 5, day: 17 },
  issueDate: { year: 2024, month: 3, day: 2 },
  expiryDate: { year: 2032, month: 5, day: 17 },
};

const parse = (text: string): AamvaResult => parseAamva(Buffer.from(text, "latin1"));

const read = (text: string): AamvaDocument => {
  const result = parse(text);
  if (!result.ok) throw new Error(`not read: ${result.failure}`);
  return result.document;
};

const failure = (text: string): string => {
  const result = parse(text);
  return result.ok ? "read" : result.failure;
};

const anyDate = fc.record<PlainDate>({
  year: fc.integer({ min: 1900, max: 2079 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
});

describe("a card that follows the specification", () => {
  test("gives its dates, kind, country and issuer, and nothing else about the person", () => {
    const document = read(encodeAamva(ADULT));
    expect(document).toMatchObject({
      kind: "driving_licence",
      country: "USA",
      issuer: "636014",
      issueDate: ADULT.issueDate,
      expiryDate: ADULT.expiryDate,
    });
    expect(document.birthDate.open()).toEqual(ADULT.birthDate);
    expect(JSON.stringify(document)).not.toMatch(/SAMPLE|NOBODY|Z000|INVENTED|NOWHERE/);
  });

  test("has a digest of its issuer and number, whatever else is on it; none without a number", () => {
    const text = encodeAamva(ADULT);
    const { digest } = read(text);
    expect(digest).toHaveLength(32);
    expect(read(encodeAamva({ ...ADULT, expiryDate: { year: 2033, month: 5, day: 17 } })).digest).toEqual(
      digest,
    );
    expect(read(encodeAamva({ ...ADULT, issuer: "636012" })).digest).not.toEqual(digest);
    expect(read(text.replace("DAQZ000-0000-0000", "DAQZ000-0000-0001")).digest).not.toEqual(digest);
    expect(read(text.replace("DAQZ000-0000-0000", "DAZZ000-0000-0000")).digest).toBeNull();
  });

  test("holds every check that can be asked", () => {
    expect(Object.values(read(encodeAamva(ADULT)).checks)).toEqual(Array(9).fill(true));
  });

  test("is read right whatever its dates, country and kind are", () => {
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom("driving_licence", "id_card"),
          country: fc.constantFrom("USA", "CAN"),
          issuer: fc.constantFrom("636001", "636012", "604428", "636999"),
          birthDate: anyDate,
          issueDate: anyDate,
          expiryDate: anyDate,
        }),
        (licence) => {
          const { kind, birthDate, issueDate, expiryDate } = read(encodeAamva(licence));
          expect({ kind, birthDate: birthDate.open(), issueDate, expiryDate }).toEqual({
            kind: licence.kind,
            birthDate: licence.birthDate,
            issueDate: licence.issueDate,
            expiryDate: licence.expiryDate,
          });
        },
      ),
    );
  });
});

describe("what real cards get wrong is forgiven", () => {
  const good = encodeAamva(ADULT);
  const lost = (text: string): string => text.replace("DL0041", "DL0999");
  const expectSame = (document: AamvaDocument, more: object = {}): void => {
    expect(document).toMatchObject({ expiryDate: ADULT.expiryDate, kind: "driving_licence", ...more });
    expect(document.birthDate.open()).toEqual(ADULT.birthDate);
  };

  test.each([
    ["no record separator", good.replace("\x1e", "")],
    ["no space after ANSI", good.replace("ANSI ", "ANSI")],
    ["the old file type AAMVA", good.replace("ANSI ", "AAMVA")],
    ["padding before the sign", `\r\n ${good}`],
    ["CR LF instead of LF", good.replaceAll("\n", "\r\n")],
    ["a subfile offset that points nowhere", good.replace("DL0041", "DL0999")],
    ["a subfile length that is too short", good.replace(/DL0041[0-9]{4}/, "DL00410040")],
    ["a subfile length that is too long", good.replace(/DL0041[0-9]{4}/, "DL00419999")],
    ["a line's end between the type and the first element", good.replace("DLDAQ", "DL\nDAQ")],
    ["such a line's end, and an offset that points nowhere", lost(good.replace("DLDAQ", "DL\nDAQ"))],
    ["no type before the first element", good.replace("DLDAQ", "DAQ")],
    ["no type, and an offset that points nowhere", lost(good.replace("DLDAQ", "DAQ"))],
    [
      "no type, and a first name that ends in ID",
      lost(good.replace("DLDAQ", "DAQ").replace("DACNOBODY", "DACDAVID")),
    ],
    ["no country", good.replace("DCGUSA\n", "")],
    ["dates with hyphens", good.replace("DBB05171990", "DBB05-17-1990")],
    ["spaces after values", good.replace("DBB05171990", "DBB05171990   ")],
  ])("%s", (_, text) => {
    expectSame(read(text));
  });

  test("version 01 has no jurisdiction version and writes the year first", () => {
    const text =
      "@\n\x1e\rANSI 6360000102DL00390058ZV00970010DLDAQ1\nDBB19900517\nDBA20320517\nDBD20240302\nDAJVA\nDCAD\r";
    expectSame(read(text), { country: null, issuer: "636000" });
  });

  test.each(
    "DBANONE DBAINDEFINITE DBAPERMANENT DBALIFETIME DBANEVER DBAMIL DBA12319999 DBA99991231 DBA12/31/9999 DBANON-EXPIRING DBA".split(
      " ",
    ),
  )("a card with %s gives no expiry", (element) => {
    const card = encodeAamva({ ...ADULT, kind: "id_card" }).replace("DBA05172032", element);
    expect(read(card).expiryDate).toBeNull();
  });

  test("a card without the element gives none, and has to be read twice where nothing else rules out chance", () => {
    const card = encodeAamva(ADULT).replace("DBA05172032\n", "");
    expect(read(card).expiryDate).toBeNull();
    expect(isBeyondChance(Buffer.from(card, "latin1"))).toBe(false);
  });

  test("an enhanced licence's subfile is a licence's, and no name that ends like one is a subfile", () => {
    const enhanced = encodeAamva(ADULT).replaceAll(/DL(?=\d{8}|DAQ)/g, "EN");
    expect(enhanced).toContain("ENDAQ");
    expect(read(enhanced).kind).toBe("driving_licence");
    const untyped = encodeAamva(ADULT)
      .replaceAll(/DL(?=\d{8}|DAQ)/g, "XX")
      .replace("DAQ", "DCSBENDER\nDAQ");
    expect(parseAamva(Buffer.from(untyped, "latin1"))).toEqual({ ok: false, failure: "not_aamva" });
  });
});

describe("what leaves a doubt is refused", () => {
  const good = encodeAamva(ADULT);

  test.each([
    ["no birth date", good.replace("DBB05171990\n", "")],
    ["a birth date that never was", good.replace("DBB05171990", "DBB02301990")],
    ["a birth date with seven digits", good.replace("DBB05171990", "DBB5171990")],
    ["a word for the expiry date that nobody knows", good.replace("DBA05172032", "DBASOON")],
    ["two different birth dates", good.replace("DBB05171990", "DBB05171990\nDBB05172001")],
    ["two different expiry dates", good.replace("DBA05172032", "DBA05172032\nDBA05172040")],
  ])("%s: unusable dates", (_, text) => {
    expect(failure(text)).toBe("unusable_dates");
  });

  test.each([
    ["nothing", ""],
    ["a boarding pass", "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"],
    ["a vehicle title", "@\n\x1e\rANSI 636014040001TD00310020TDTAA1\nTAB2\r"],
    ["a header alone", "@\n\x1e\rANSI 636014100001"],
    [
      "a birth date in the jurisdiction's own subfile only",
      "@\n\x1e\rANSI 636014100001ZC00310020ZCDBB05171990\nDBA05172032\r",
    ],
  ])("%s: not a licence", (_, text) => {
    expect(failure(text)).toBe("not_aamva");
  });

  test("more bytes than a symbol can hold are not looked at", () => {
    expect(failure(good + " ".repeat(5000))).toBe("not_aamva");
  });
});

describe("a Californian card", () => {
  const SEAL = "2QZkpgGDGHYYAhh1CBh3OmjoyxiDVhGwAAIYYhgJ";
  const issued = (day: number, more: Partial<LicencePayload> = {}) =>
    encodeAamva({ ...ADULT, issueDate: { year: 2025, month: 9, day }, ...more });

  test("of the sealed design without its seal is refused, and with one it is read", () => {
    expect(failure(issued(29))).toBe("seal_missing");
    expect(failure(issued(29, { seal: "" }))).toBe("seal_missing");
    expect(failure(issued(29, { seal: SEAL }).replace("ZCE", "ZCF"))).toBe("seal_missing");
    expect(failure(issued(29, { seal: SEAL }))).toBe("read");
    expect(failure(issued(29, { seal: SEAL }).replace("ZCZCAGRY\n", "ZC"))).toBe("read");
  });

  test("of before, and any other state's, needs none", () => {
    expect(failure(issued(28))).toBe("read");
    expect(failure(issued(29, { issuer: "636012" }))).toBe("read");
  });
});

describe("hostile bytes", () => {
  const answers = ["not_aamva", "unusable_dates", "seal_missing"];

  test("any bytes get an answer, never an exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        const result = parseAamva(bytes);
        if (!result.ok) expect(answers).toContain(result.failure);
      }),
    );
  });

  test("any text behind a true header gets an answer, never an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 400 }), (rest) => {
        const result = parse(`@\n\x1e\rANSI 636014100001DL00310100${rest}`);
        if (!result.ok) expect(answers).toContain(result.failure);
      }),
    );
  });

  test("a damaged card is read with its true dates, or refused, or says so in its checks: a changed date is one the bytes state", () => {
    const good = encodeAamva(ADULT);
    fc.assert(
      fc.property(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const result = parse(good.slice(0, at) + String.fromCharCode(byte) + good.slice(at + 1));
        if (!result.ok) return;
        const { year, month, day } = result.document.birthDate.open();
        const isSame = year === 1990 && month === 5 && day === 17;
        // One altered character of the birth date disagrees with "under 18 until", unless it moved by a day or two.
        if (!isSame && !(year === 1990 && month === 5))
          expect(result.document.checks.under_age_dates_match_birth).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
