import fc from "fast-check";
import { expect, test } from "vitest";
import { diffPolicies } from "#core/policy/diff.ts";
import { type Policy, placeOf } from "#core/policy/policy.ts";
import { policies } from "./random-policies.ts";

/** The same for policies that say the same: what is left out is left out, and places have no order. */
const canon = (policy: Policy): string => {
  const sorted = (value: object) =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    );
  const rule = (one: Policy["default"] | Policy["regions"][number]) =>
    sorted({ ...one, methods: one.methods?.map(sorted) });
  return JSON.stringify({
    default: rule(policy.default),
    regions: policy.regions.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b))).map(rule),
  });
};

test("is empty exactly when both policies say the same", () => {
  let equal = 0;
  // Few methods and few places: random policies are then often alike in parts.
  const some = policies(["document", "voucher"]);
  const pair = fc.oneof(
    fc.tuple(some, some),
    some.map((one): [Policy, Policy] => [one, { ...one, regions: one.regions.toReversed() }]),
    fc.tuple(some, some).map(([a, b]): [Policy, Policy] => [a, { ...a, regions: b.regions }]),
    fc.tuple(some, some).map(([a, b]): [Policy, Policy] => [a, { ...b, regions: a.regions }]),
  );
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const isSame = canon(before) === canon(after);
      if (isSame) equal += 1;
      return (diffPolicies(before, after).length === 0) === isSame;
    }),
    { numRuns: 10_000 },
  );
  expect(equal).toBeGreaterThan(500);
});

test("each field of a rule that differs is a change of its place, and no other is", () => {
  const before: Policy = {
    default: { minimumAge: 18, methods: [{ id: "document", use: "offer", attempts: 2 }] },
    regions: [{ country: "AU", minimumAge: 16 }, { country: "FR" }],
  };
  const after: Policy = {
    default: {
      minimumAge: 18,
      methods: [
        { id: "wallet", use: "offer" },
        { id: "document", use: "fallback", attempts: 1 },
      ],
      attemptsInAll: 4,
      minimumChoices: 2,
      challengeAge: 25,
      requires: ["double_blind"],
      hideMethod: true,
      proofMaxAgeDays: 1,
    },
    regions: [{ country: "US", region: "US-NY", minimumAge: 18, proofMaxAgeDays: 0 }, { country: "AU" }],
  };
  const names: Record<string, string> = { document: "ID document", wallet: "Wallet" };
  expect(
    diffPolicies(before, after, (id) => names[id] ?? id).map(({ place, field, before: was, after: is }) => [
      place,
      field,
      was,
      is,
    ]),
  ).toEqual([
    [
      "default",
      "Methods",
      "1. ID document (from the start, 2 tries)",
      "1. Wallet (from the start); 2. ID document (after the others’ tries are used up, 1 try)",
    ],
    ["default", "Tries in all", null, "4"],
    ["default", "Methods open at once", null, "at least 2"],
    ["default", "Challenge age", null, "25 years"],
    ["default", "Required", null, "double-blind"],
    ["default", "Method in results", null, "hidden"],
    ["default", "Proof stays valid", null, "for 1 day"],
    ["US-NY", "Rule for this place", "none", "added"],
    ["US-NY", "Minimum age", null, "18 years"],
    ["US-NY", "Proof stays valid", null, "for this visit"],
    ["AU", "Minimum age", "16 years", null],
    ["FR", "Rule for this place", "its own rule", "removed"],
  ]);
});
