import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AgeFact,
  ageAnswerOf,
  ageOverOf,
  bandOfAge,
  bandOfFacts,
  keptOf,
  NOTHING_KNOWN,
  narrowTo,
  reaches,
  THRESHOLDS,
} from "#core/age-over.ts";

const ages = fc.integer({ min: 0, max: 120 });
const threshold = fc.integer({ min: THRESHOLDS.min, max: THRESHOLDS.max });
const sets = fc
  .uniqueArray(threshold, { minLength: 1, maxLength: THRESHOLDS.most })
  .map((list) => list.toSorted((a, b) => a - b));

const compared = (age: number, thresholds: readonly number[]) =>
  Object.fromEntries(thresholds.map((years) => [years, age >= years]));

const isMonotone = (map: Readonly<Record<string, boolean>>): boolean => {
  const values = Object.entries(map)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, isOver]) => isOver);
  return values.every((isOver, index) => index === 0 || !isOver || values[index - 1] === true);
};

describe("an exact age", () => {
  test("answers every threshold by comparison, for all ages 0 to 120", () => {
    fc.assert(
      fc.property(sets, (thresholds) => {
        const wrong = Array.from({ length: 121 }, (_, age) => age).filter((age) => {
          const map = ageOverOf(bandOfAge(age), thresholds);
          return JSON.stringify(map) !== JSON.stringify(compared(age, thresholds)) || !isMonotone(map);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("leaves a band of thresholds around it, and of nothing else", () => {
    fc.assert(
      fc.property(ages, sets, (age, thresholds) => {
        const { atLeast, below } = narrowTo(bandOfAge(age), thresholds);
        expect(atLeast).toBe(thresholds.findLast((years) => age >= years) ?? null);
        expect(below).toBe(thresholds.find((years) => age < years) ?? null);
      }),
    );
  });
});

describe("attested facts", () => {
  const facts = fc.array(fc.record({ threshold: fc.integer({ min: 1, max: 99 }), isOver: fc.boolean() }), {
    maxLength: 8,
  });
  const contradicts = (given: readonly AgeFact[]): boolean =>
    given.some((yes) => yes.isOver && given.some((no) => !no.isOver && no.threshold <= yes.threshold));

  test("that contradict each other decide nothing, and no others do", () => {
    fc.assert(
      fc.property(facts, (given) => {
        expect(bandOfFacts(given) === null).toBe(contradicts(given));
      }),
      { numRuns: 2000 },
    );
  });

  test("of an honest issuer never answer a threshold wrongly, whatever was attested", () => {
    fc.assert(
      fc.property(
        ages,
        fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 8 }),
        sets,
        (age, told, asked) => {
          const band = bandOfFacts(told.map((years) => ({ threshold: years, isOver: age >= years })));
          const map = ageOverOf(band ?? NOTHING_KNOWN, asked);
          expect(compared(age, asked)).toMatchObject(map);
          expect(isMonotone(map)).toBe(true);
          for (const years of asked) if (told.includes(years)) expect(map[years]).toBe(age >= years);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("true at 21 answers 18 and 13 too; true at 16 says nothing about 18", () => {
    const over21 = bandOfFacts([{ threshold: 21, isOver: true }]);
    expect(over21 && ageOverOf(over21, [13, 18, 25])).toEqual({ 13: true, 18: true });
    const over16 = bandOfFacts([{ threshold: 16, isOver: true }]);
    expect(over16 && reaches(over16, 18)).toBeNull();
  });
});

test("narrowing to the thresholds keeps their answers, and a second time changes nothing", () => {
  const limits = fc.record({ low: fc.option(threshold), width: fc.integer({ min: 1, max: 90 }) });
  fc.assert(
    fc.property(limits, sets, ({ low, width }, thresholds) => {
      const band = { atLeast: low, below: (low ?? 0) + width };
      const narrow = narrowTo(band, thresholds);
      expect(ageOverOf(narrow, thresholds)).toEqual(ageOverOf(band, thresholds));
      expect(narrowTo(narrow, thresholds)).toEqual(narrow);
      for (const edge of [narrow.atLeast, narrow.below]) expect([null, ...thresholds]).toContain(edge);
    }),
  );
});

describe("what is stored", () => {
  const learned = (age: number, isApproved: boolean) => ({ age, band: bandOfAge(age), isApproved });

  test("never holds the age in years where thresholds are disclosed, and never a rejected person's with thresholds", () => {
    fc.assert(
      fc.property(ages, sets, fc.boolean(), (age, thresholds, isApproved) => {
        const given = learned(age, isApproved);
        expect(keptOf(given, { thresholds, disclosure: "thresholds" }).verifiedAge).toBeNull();
        expect(keptOf(given, { thresholds, disclosure: "age" }).verifiedAge).toBe(isApproved ? age : null);
      }),
    );
  });

  test("is as before where neither was asked for", () => {
    const kept = keptOf(learned(17, false), { thresholds: [], disclosure: "age" });
    expect(kept).toEqual({ verifiedAge: 17, ageAtLeast: null, ageBelow: null });
    expect(ageAnswerOf({ thresholds: [], ...kept })).toEqual({});
  });

  test("answers the map and the band, with null on a side that nothing is known of", () => {
    const kept = keptOf(learned(16, true), { thresholds: [13, 16, 18], disclosure: "thresholds" });
    expect(ageAnswerOf({ thresholds: [13, 16, 18], ...kept })).toEqual({
      ageOver: { 13: true, 16: true, 18: false },
      band: { atLeast: 16, below: 18 },
    });
    expect(ageAnswerOf({ thresholds: [18], ageAtLeast: null, ageBelow: null })).toEqual({
      ageOver: {},
      band: { atLeast: null, below: null },
    });
  });
});
