import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ageOn, type PlainDate } from "#core/age.ts";
import { reaches } from "#core/age-over.ts";
import { Sealed } from "#core/sealed.ts";
import { assess, confidenceOf } from "#methods/document/assess.ts";
import type { Finding } from "#methods/method.ts";
import type { AamvaDocument, Checks } from "../../../../packages/document-reader/src/document.ts";

const CHECKS: Checks = {
  header_well_formed: true,
  subfile_where_announced: true,
  issuer_known: true,
  country_matches_issuer: true,
  country_matches_date_order: true,
  dates_share_one_order: true,
  issued_within_life_and_validity: true,
  under_age_dates_match_birth: true,
  fields_for_the_kind: true,
};

const ymd = (year: number, month: number, day: number): PlainDate => ({ year, month, day });
const born = (...day: Parameters<typeof ymd>) => new Sealed(ymd(...day));

const card = (changes: Partial<AamvaDocument> = {}): AamvaDocument => ({
  source: "aamva",
  kind: "driving_licence",
  digest: null,
  birthDate: born(1990, 5, 17),
  issueDate: { year: 2024, month: 3, day: 2 },
  expiryDate: { year: 2032, month: 5, day: 17 },
  country: "USA",
  issuer: "636014",
  checks: CHECKS,
  ...changes,
});

const NOW = new Date("2026-11-21T12:00:00Z");
const at = (document: AamvaDocument, now = NOW): Finding => assess(document, { now });
const codeOf = (finding: Finding): string => (finding.kind === "no_decision" ? finding.code : finding.kind);

describe("a document that was read", () => {
  test("proves the age, and says that nothing ties it to who shows it", () => {
    expect(at(card())).toEqual({
      kind: "evidence",
      evidence: {
        documentDigest: null,
        age: 36,
        band: { atLeast: 36, below: 37 },
        confidence: 0.5,
        documentType: "driving_licence",
        assurance: "document_photo_unsigned",
      },
    });
  });

  test("under the minimum age is evidence as well, not an error", () => {
    const finding = at(card({ kind: "id_card", birthDate: born(2012, 1, 1), issueDate: ymd(2020, 1, 1) }));
    expect(finding).toMatchObject({
      evidence: { age: 14, band: { atLeast: 14, below: 15 }, documentType: "id_card" },
    });
  });

  test("on the birthday that decides is no rejection and no attempt, until it has begun everywhere", () => {
    const document = card({ birthDate: born(2008, 11, 21), issueDate: null });
    const code = (time: string) => {
      const finding = assess(document, { now: new Date(time), minimumAge: 18 });
      return finding.kind === "evidence" ? finding.evidence.band : finding;
    };
    const open = { kind: "no_decision", code: "BIRTHDAY_TODAY", isUnopened: true };
    expect(code("2026-11-20T09:59:59Z")).toEqual({ atLeast: 17, below: 18 });
    expect(code("2026-11-20T10:00:00Z")).toMatchObject(open);
    expect(code("2026-11-21T11:59:59Z")).toMatchObject(open);
    expect(code("2026-11-21T12:00:00Z")).toEqual({ atLeast: 18, below: 19 });
    // Another age than the one that is asked for is left open, and says the years that are reached everywhere.
    const other = assess(document, { now: new Date("2026-11-21T00:00:00Z"), minimumAge: 16 });
    expect(other).toMatchObject({ evidence: { age: 17, band: { atLeast: 17, below: 19 } } });
  });

  test("meets the minimum age exactly when the age says so, whatever the dates", () => {
    const year = fc.integer({ min: 1905, max: 2026 });
    fc.assert(
      fc.property(
        year,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 13, max: 99 }),
        (y, m, d, minimumAge) => {
          const birthDate = ymd(y, m, d);
          const finding = at(card({ birthDate: new Sealed(birthDate), issueDate: null }));
          if (finding.kind !== "evidence") {
            expect(ageOn(birthDate, NOW)).toBeLessThan(0);
            return;
          }
          expect(finding.evidence.age).toBe(ageOn(birthDate, NOW));
          expect(reaches(finding.evidence.band, minimumAge)).toBe(ageOn(birthDate, NOW) >= minimumAge);
        },
      ),
    );
  });
});

describe("an expired document", () => {
  test("is good on its last day as long as that day lasts anywhere, and expired after", () => {
    const document = card({ expiryDate: ymd(2026, 11, 20) });
    expect(codeOf(at(document, new Date("2026-11-21T11:59:59Z")))).toBe("evidence");
    expect(codeOf(at(document, new Date("2026-11-21T12:00:00Z")))).toBe("DOCUMENT_EXPIRED");
  });

  test("one for life never is", () => {
    expect(codeOf(at(card({ kind: "id_card", expiryDate: null })))).toBe("evidence");
  });
});

describe("dates that cannot be", () => {
  test.each<[string, Partial<AamvaDocument>]>([
    ["birth in the future", { birthDate: born(2027, 1, 1), issueDate: null }],
    ["a holder of 131 years", { birthDate: born(1895, 1, 1) }],
    ["a day that registers write where they know none", { birthDate: born(1900, 1, 1) }],
    ["expiry before birth", { birthDate: born(2001, 1, 1), issueDate: null, expiryDate: ymd(2000, 1, 1) }],
    ["issue before birth", { birthDate: born(2001, 1, 1), issueDate: ymd(2000, 12, 31) }],
    ["expiry before issue", { issueDate: ymd(2033, 1, 1) }],
    [
      "an 'under 21 until' of another birthday",
      { checks: { ...CHECKS, under_age_dates_match_birth: false } },
    ],
  ])("%s: refused", (_, changes) => {
    expect(codeOf(at(card(changes)))).toBe("DOCUMENT_UNREADABLE");
  });
});

describe("confidence", () => {
  const anyChecks = fc.record(
    Object.fromEntries(Object.keys(CHECKS).map((name) => [name, fc.constantFrom(true, false, null)])),
  );
  const asChecks = (answers: Record<string, boolean | null>): Checks => ({ ...CHECKS, ...answers });

  test("is between 0 and 1, and never certainty: a barcode is not signed", () => {
    fc.assert(
      fc.property(anyChecks, (answers) => {
        const confidence = confidenceOf(asChecks(answers));
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test("rises with a check that holds and falls with one that fails", () => {
    fc.assert(
      fc.property(anyChecks, fc.constantFrom(...Object.keys(CHECKS)), (answers, name) => {
        const unknown = confidenceOf(asChecks({ ...answers, [name]: null }));
        const ifHeld = confidenceOf(asChecks({ ...answers, [name]: true }));
        const ifFailed = confidenceOf(asChecks({ ...answers, [name]: false }));
        expect(ifHeld).toBeGreaterThanOrEqual(unknown);
        expect(ifFailed).toBeLessThanOrEqual(unknown);
        expect(ifHeld === 0 || ifHeld > ifFailed).toBe(true);
      }),
    );
  });
});
