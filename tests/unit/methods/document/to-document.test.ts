import { describe, expect, test } from "vitest";
import { Sealed } from "#core/sealed.ts";
import { assess } from "#methods/document/assess.ts";
import type { MrzDocument, ScanResult } from "../../../../packages/document-reader/src/document.ts";
import { checkDigit } from "../../../../packages/document-reader/src/mrz/alphabet.ts";
import type { FormatId } from "../../../../packages/document-reader/src/mrz/formats.ts";
import { parseMrz } from "../../../../packages/document-reader/src/mrz/parse.ts";
import { isSpecimen, toDocument } from "../../../../packages/document-reader/src/mrz/to-document.ts";
import { isProof, type ZoneReading } from "../../../../packages/document-reader/src/mrz/zone-reading.ts";
import { EXAMPLES, formatOf } from "../../../support/document/mrz.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

const readingOf = (id: FormatId, lines: readonly string[] = EXAMPLES[id]): ZoneReading => ({
  lines: new Sealed(lines),
  parsed: parseMrz(lines, formatOf(id)),
  confidence: 0.99,
  weakest: 0.9,
  weakestChecked: 0.9,
  weakestBirth: 0.9,
});

const documentOf = (result: ScanResult): MrzDocument => {
  if (result.kind !== "read" || result.document.source !== "mrz") throw new Error("no zone was read");
  return result.document;
};

const passport = (changes: Partial<MrzDocument> = {}): MrzDocument => ({
  ...documentOf(toDocument(readingOf("TD3"))),
  expiryDate: { yearInCentury: 31, month: 4, day: 15 },
  ...changes,
});

const at = (document: MrzDocument) => assess(document, { now: NOW });

describe("what leaves the reader", () => {
  test.each<[FormatId, string]>([
    ["TD3", "passport"],
    ["TD1", "id_card"],
    ["TD2", "id_card"],
    ["FRA_ID", "id_card"],
    ["MRVA", "visa"],
    ["MRVB", "visa"],
  ])("of a %s is a %s", (id, kind) => {
    expect(documentOf(toDocument(readingOf(id))).kind).toBe(kind);
  });

  test("of a card with the code IR or AR is a residence permit", () => {
    const lines = [`AR${EXAMPLES.TD1[0].slice(2)}`, ...EXAMPLES.TD1.slice(1)];
    expect(documentOf(toDocument(readingOf("TD1", lines))).kind).toBe("residence_permit");
  });

  test("of a Border Crossing Card is a card: unlike other visas it has a digit over all others", () => {
    const lines = [`VB${EXAMPLES.TD1[0].slice(2)}`, ...EXAMPLES.TD1.slice(1)];
    expect(documentOf(toDocument(readingOf("TD1", lines))).kind).toBe("id_card");
  });

  test("holds no name and no number", () => {
    const text = JSON.stringify(toDocument(readingOf("TD3")));
    for (const secret of ["ERIKSSON", "ANNA", "L898902", "ZE184226"]) expect(text).not.toContain(secret);
  });

  test("has a digest of the number and the birth date, whatever else was read", () => {
    const digestOf = (lines: readonly string[]) => documentOf(toDocument(readingOf("TD3", lines))).digest;
    const [first, second] = EXAMPLES.TD3;
    const digest = digestOf(EXAMPLES.TD3);
    expect(digest).toHaveLength(32);
    expect(digestOf([first.replace("ANNA", "HANA"), second.replace("UTO", "UT0")])).toEqual(digest);
    expect(digestOf([first, second.replace("L898902C3", "L898902C4")])).not.toEqual(digest);
    expect(digestOf([first, second.replace("7408122", "7408130")])).not.toEqual(digest);
    // One picture may show an O where another shows a 0: it is the same document.
    const withO = digestOf([first, second.replace("L898902C3", "L8989O2C3")]);
    expect(withO).toEqual(digest);
  });

  test("without a year of birth is said, though every digit of the zone holds", () => {
    const [first, second] = EXAMPLES.TD3;
    const birth = `<<<<<<${checkDigit("<<<<<<")}`;
    const line = `${second.slice(0, 13)}${birth}${second.slice(20, 43)}`;
    const digit = checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21));
    const reading = readingOf("TD3", [first, line + digit]);
    expect(isProof(reading)).toBe(true);
    expect(toDocument(reading)).toMatchObject({ code: "DOCUMENT_UNREADABLE", reason: "no_birth_year" });
  });

  test("a licence without check digits is not accepted on one picture", () => {
    expect(toDocument(readingOf("CHE_DL"))).toMatchObject({
      kind: "no_read",
      code: "DOCUMENT_TYPE_UNSUPPORTED",
    });
  });
});

describe("what a zone proves", () => {
  test("an age, with less certainty the worse it was seen and the fewer digits it has", () => {
    expect(at(passport())).toMatchObject({
      kind: "evidence",
      evidence: {
        age: 52,
        band: { atLeast: 52, below: 53 },
        documentType: "passport",
        assurance: "document_photo_unsigned",
      },
    });
    const confidence = (document: MrzDocument) => {
      const finding = at(document);
      return finding.kind === "evidence" ? finding.evidence.confidence : Number.NaN;
    };
    const clear = confidence(passport());
    expect(clear).toBeLessThanOrEqual(0.95);
    expect(confidence(passport({ recognition: 0.85 }))).toBeLessThan(clear);
    const card = documentOf(toDocument(readingOf("TD2")));
    expect(confidence({ ...card, expiryDate: null })).toBeLessThan(clear);
  });

  test("nothing after its expiry, which counts to the end of that day everywhere", () => {
    const expires = (day: number) => passport({ expiryDate: { yearInCentury: 26, month: 11, day } });
    expect(at(expires(20))).toMatchObject({ kind: "no_decision", code: "DOCUMENT_EXPIRED" });
    expect(at(expires(21)).kind).toBe("evidence");
  });

  test("of a child or of someone over 100, nobody can say: that is no decision, unless both are old enough", () => {
    const born21 = passport({ birthDate: new Sealed({ yearInCentury: 21, month: 3, day: 2 }) });
    const asked = (minimumAge: number) => assess(born21, { now: NOW, minimumAge });
    expect(asked(18)).toMatchObject({ kind: "no_decision", reason: "two_birth_years" });
    expect(asked(3)).toMatchObject({ kind: "evidence", evidence: { age: 5 } });
    const born10 = passport({ birthDate: new Sealed({ yearInCentury: 10, month: 3, day: 2 }) });
    expect(assess(born10, { now: NOW, minimumAge: 18 })).toMatchObject({ evidence: { age: 16 } });
  });

  test("under 18 until the birthday is everywhere; an unknown day is the last of its month", () => {
    const ageOf = (day: number | null) => {
      const finding = at(passport({ birthDate: new Sealed({ yearInCentury: 8, month: 11, day }) }));
      return finding.kind === "evidence" ? finding.evidence.age : null;
    };
    expect(ageOf(21)).toBe(18);
    expect(ageOf(22)).toBe(17);
    expect(ageOf(null)).toBe(17);
  });

  test("on the French card, for ten years, or fifteen when it was issued to an adult from 2004 on", () => {
    const card = (issueMonth: string, yearInCentury: number) =>
      at({
        ...documentOf(toDocument(readingOf("FRA_ID"))),
        issueMonth,
        birthDate: new Sealed({ yearInCentury, month: 12, day: 6 }),
      });
    expect(card("1506", 65).kind).toBe("evidence");
    expect(card("1506", 5)).toMatchObject({ code: "DOCUMENT_EXPIRED" });
    expect(card("1107", 65)).toMatchObject({ code: "DOCUMENT_EXPIRED" });
    expect(card("8806", 65)).toMatchObject({ code: "DOCUMENT_EXPIRED" });
  });
});

describe("a published specimen", () => {
  test.each([
    ["L898902C3", ["UTO", "UTO"]],
    ["C01X00T47", ["D<<", "D<<"]],
    ["SPECI2014", ["NLD", "NLD"]],
    ["000000000", ["POL", "POL"]],
    ["AB1234567", ["UTO", "UTO"]],
  ])("%s of %s is known", (number, states) => {
    expect(isSpecimen(number, states)).toBe(true);
  });

  test.each([
    ["L898902C4", ["FRA", "FRA"]],
    ["AB1234567", ["UTO", "FRA"]],
    ["AB1234567", ["FRA"]],
  ])("%s of %s is none", (number, states) => {
    expect(isSpecimen(number, states)).toBe(false);
  });
});
