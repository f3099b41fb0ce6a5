import fc from "fast-check";
import { expect, test } from "vitest";
import { draftOf } from "#console/policy/draft.ts";
import { KEPT_POLICY } from "#console/policy/kept-draft.ts";
import type { Policy } from "#core/policy/policy.ts";
import { keptIn, keptText } from "#kit/kept/kept-fields.ts";
import { policies } from "../core/policy/random-policies.ts";

const NOW = Date.UTC(2026, 10, 28, 14, 2);

/** A draft as a tab gives it back. */
const throughStorage = (draft: ReturnType<typeof draftOf>) => {
  const text = keptText(KEPT_POLICY, { typed: { draft, basedOn: "pol_1" }, over: {}, at: NOW });
  return keptIn(KEPT_POLICY, text, NOW);
};

test("whatever the policy, its draft comes back as it was, with the version that it is based on", () => {
  fc.assert(
    fc.property(policies(), (policy) => {
      const draft = draftOf(policy, ["document", "wallet", "voucher"], ["pack"]);
      const found = throughStorage(draft);
      expect(JSON.stringify(found?.typed.draft)).toBe(JSON.stringify(draft));
      expect(found?.typed.basedOn).toBe("pol_1");
    }),
    { numRuns: 300 },
  );
});

const POLICY: Policy = {
  default: { minimumAge: 18, methods: [{ id: "document", use: "offer" }] },
  regions: [],
};

const [RULE] = draftOf(POLICY, []).rules;

test.each([
  ["no rule", { rules: [], packIds: [] }],
  ["a place alone", { rules: [{ ...RULE, place: { country: "FR" } }], packIds: [] }],
  ["a place that cannot be read", { rules: [RULE, { ...RULE, place: { region: "US-NY" } }], packIds: [] }],
  [
    "a use that there is not",
    { rules: [{ ...RULE, methods: [{ id: "document", use: "maybe" }] }], packIds: [] },
  ],
  ["a number in place of its text", { rules: [{ ...RULE, minimumAge: 18 }], packIds: [] }],
  ["an odd age key", { rules: [{ ...RULE, ageKeys: { scope: "everywhere" } }], packIds: [] }],
  ["no packs", { rules: [RULE] }],
  ["nothing", null],
])("a draft with %s counts for nothing", (_, kept) => {
  expect(KEPT_POLICY.read.draft(kept)).toBeUndefined();
});

test("the rule that the faulty ones are made from can be read", () => {
  expect(KEPT_POLICY.read.draft({ rules: [RULE], packIds: [] })?.rules).toEqual([RULE]);
});
