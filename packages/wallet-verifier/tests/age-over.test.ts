import type { AgeFact } from "@lintel/age";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../../tests/support/wallet/world.ts";
import { proofFrom, thresholdsFor } from "../src/proof.ts";

const [anchor] = (await createWorld()).anchors;

/** What a wallet's statement decides about the minimum age. */
const decideAge = (attestations: AgeFact[], minimumAge: number): string => {
  if (!anchor) throw new Error("the world has an anchor for every type");
  const proof = proofFrom({ attestations, disclosedMore: false, anchor }, { minimumAge });
  if (!proof.ok) return proof.code === "age_undetermined" ? "undetermined" : proof.code;
  return proof.value.isOver ? "over" : "under";
};

const say = (ages: Record<number, boolean>): AgeFact[] =>
  Object.entries(ages).map(([threshold, isOver]) => ({ threshold: Number(threshold), isOver }));

describe("ISO/IEC 18013-5 §7.2.5: the nearest attestation", () => {
  test.each([
    [{ 18: true }, 18, "over"],
    [{ 18: false }, 18, "under"],
    [{ 21: true }, 18, "over"],
    [{ 21: false }, 18, "undetermined"],
    [{ 16: true }, 18, "undetermined"],
    [{ 16: false }, 18, "under"],
    [{ 16: true, 21: false }, 18, "undetermined"],
    [{ 16: true, 18: true, 21: false }, 18, "over"],
    [{ 16: false, 18: true }, 18, "undetermined"],
    [{ 18: true, 21: false }, 21, "under"],
    [{}, 18, "undetermined"],
  ] as const)("%j for %i: %s", (ages, minimumAge, decision) => {
    expect(decideAge(say(ages), minimumAge)).toBe(decision);
  });

  test("whatever honest thresholds are attested, the answer is true or there is none", () => {
    const thresholds = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120 }),
        thresholds,
        fc.integer({ min: 13, max: 99 }),
        (age, list, minimum) => {
          const attestations = list.map((threshold) => ({ threshold, isOver: age >= threshold }));
          const decision = decideAge(attestations, minimum);
          const truth = age >= minimum ? "over" : "under";
          expect(["undetermined", truth]).toContain(decision);
          if (list.includes(minimum)) expect(decision).toBe(truth);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test("what is asked for: the threshold, then the common ones above it", () => {
  expect(thresholdsFor(13)).toEqual([13, 18, 21]);
  expect(thresholdsFor(18)).toEqual([18, 21]);
  expect(thresholdsFor(21)).toEqual([21]);
  expect(thresholdsFor(65)).toEqual([65]);
});

test("of a credential that attests every year, only what was asked is left", () => {
  if (!anchor) throw new Error("the world has an anchor for every type");
  const attestations = Array.from({ length: 99 }, (_, year) => ({ threshold: year + 1, isOver: year < 87 }));
  const statement = { attestations, disclosedMore: true, anchor };
  const bandOf = (minimumAge: number, thresholds?: number[]) => {
    const proof = proofFrom(statement, { minimumAge, thresholds });
    return proof.ok ? proof.value.band : null;
  };
  expect(bandOf(18, [18, 65])).toEqual({ atLeast: 65, below: null });
  expect(bandOf(21)).toEqual({ atLeast: 21, below: null });
  expect(bandOf(90, [13, 90])).toEqual({ atLeast: 18, below: 90 });
});
