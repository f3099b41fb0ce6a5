import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draftOf, faultOf, newRule, policyOf, withMethod } from "#console/policy/draft.ts";
import { diffPolicies } from "#core/policy/diff.ts";
import { applyPack, PACKS } from "#core/policy/packs.ts";
import type { Policy } from "#core/policy/policy.ts";
import { policies } from "../core/policy/random-policies.ts";

const KNOWN = ["document", "wallet", "voucher"];

const STARTING: Policy = {
  default: { minimumAge: 18, attemptsInAll: 3, methods: [{ id: "document", use: "offer" }] },
  regions: [],
};

/** Without the methods that are off, which a draft leaves out. */
const withoutOff = <Rule extends Policy["default"] | Policy["regions"][number]>(rule: Rule): Rule => ({
  ...rule,
  ...(rule.methods && {
    methods: [
      ...rule.methods.filter(({ use }) => use === "offer" || use === "fallback"),
      // Of an appeal only its method is said.
      ...rule.methods.flatMap(({ id, use }) => (use === "appeal" ? [{ id, use }] : [])),
    ],
  }),
});

describe("a draft", () => {
  test("says what the policy said that it was made from, whatever the policy", () => {
    fc.assert(
      fc.property(policies(), (policy) => {
        const { policy: again, isWhole } = policyOf(draftOf(policy, KNOWN));
        const expected = { default: withoutOff(policy.default), regions: policy.regions.map(withoutOff) };
        return isWhole && diffPolicies(expected, again).length === 0;
      }),
      { numRuns: 2_000 },
    );
  });

  test("of every pack says what the pack says, the second entry for appeals included", () => {
    const policy = PACKS.reduce((all, pack) => applyPack(all, pack), STARTING);
    expect(policyOf(draftOf(policy, KNOWN)).policy).toEqual(policy);
  });

  test("lists the deployment's other methods as switched off", () => {
    const [rule] = draftOf(STARTING, KNOWN).rules;
    expect(rule?.methods?.map(({ id, use }) => `${id} ${use}`)).toEqual([
      "document offer",
      "wallet off",
      "voucher off",
    ]);
  });

  test("takes a method where a finding offers it, and leaves the places alone that take it from the default", () => {
    const start = draftOf(STARTING, KNOWN);
    const places = [newRule({ country: "FR" }), newRule({ country: "AU" })];
    const draft = { ...start, rules: [...start.rules, ...places] };
    const voucher = { id: "voucher", use: "offer" as const };
    const methodsIn = (chosen: string[], method: Parameters<typeof withMethod>[2] = voucher) => {
      const { policy } = policyOf(withMethod(draft, chosen, method));
      return [policy.default, ...policy.regions].map(({ methods }) =>
        methods?.map(({ id, use }) => `${id} ${use}`),
      );
    };
    const document = "document offer";
    expect(methodsIn(["default", "FR"])).toEqual([[document, "voucher offer"], undefined, undefined]);
    expect(methodsIn(["FR"])).toEqual([[document], [document, "voucher offer"], undefined]);
    expect(methodsIn(["default"], { id: "bank", use: "appeal" })[0]).toEqual([document, "bank appeal"]);
  });

  test("is not whole while a number cannot be read, and leaves that number out", () => {
    const draft = draftOf(STARTING, KNOWN);
    const typed = { ...draft, rules: [...draft.rules, { ...newRule({ country: "AU" }), minimumAge: "1" }] };
    expect(policyOf(typed)).toEqual({
      policy: { ...STARTING, regions: [{ country: "AU" }] },
      isWhole: false,
    });
    expect(["", "16", "12", "1.5", "x", "1000"].map((text) => faultOf(text, { min: 13, max: 99 }))).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 4 }, () => "Write a whole number from 13 to 99, or leave it empty."),
    ]);
  });
});
