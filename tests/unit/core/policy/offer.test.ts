import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGE_KEY_METHOD } from "#core/policy/age-key.ts";
import { choicesOf, NOTHING_TRIED } from "#core/policy/choices.ts";
import { lintPolicy, unlawfulChoice } from "#core/policy/lints.ts";
import {
  deadEndOf,
  leadsSomewhere,
  missingOf,
  namedMethods,
  offerOf,
  type Supplies,
  type Supply,
} from "#core/policy/offer.ts";
import { type EffectiveRule, type Policy, rulesOf } from "#core/policy/policy.ts";
import { simulate } from "#core/policy/simulate.ts";
import { type PracticeInput, practiceStatement } from "#core/practice/statement.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { TRAITS } from "../../../support/world/traits.ts";
import { input } from "../../practice-input.ts";
import { METHODS, policies } from "./random-policies.ts";

const IDS = ["document", "wallet", "voucher", "oidc:eid", AGE_KEY_METHOD];
const traitsOf = (id: string) => METHODS.get(id) ?? { ...METHODS.get("voucher") };

const supply = (id: string): fc.Arbitrary<[string, Supply]> =>
  fc
    .record({
      missing: fc.constantFrom(
        undefined,
        undefined,
        undefined,
        "switched_off" as const,
        "untrusted" as const,
      ),
      ages: fc.constantFrom(undefined, undefined, [], [18], [13, 16, 18]),
    })
    .map(({ missing, ages }) => {
      return [
        id,
        { ...TRAITS, ...traitsOf(id), ...(missing && { missing }), ...(ages && { ages }) },
      ] satisfies [string, Supply];
    });

type World = { supplies: Supplies; policy: Policy | null; methods: string[]; minimumAge: number };

const worlds: fc.Arbitrary<World> = fc.record({
  supplies: fc
    .tuple(fc.tuple(...IDS.map(supply)), fc.subarray(IDS))
    .map(([all, here]) => new Map(all.filter(([id]) => here.includes(id)))),
  policy: fc.option(policies([...IDS, "unheard_of"])),
  methods: fc.subarray(IDS),
  minimumAge: fc.constantFrom(13, 16, 18, 21),
});

const isUsed = ({ use }: EffectiveRule["methods"][number]) => use === "offer" || use === "fallback";

/** As the page of a verification that began under a rule. */
const pageOf = (rule: EffectiveRule, missing: readonly string[], hasAskedForOthers: boolean): string[] =>
  choicesOf(rule, { ...NOTHING_TRIED, hasAskedForOthers, closed: missing }).methods;

describe("in 2,000 random worlds", () => {
  test("starts, pages, findings, the simulator, settings, vouchers and the statement agree on what is offered", () => {
    fc.assert(
      fc.property(worlds, ({ supplies, policy, methods, minimumAge }) => {
        const rules = policy ? rulesOf(policy) : [];
        const lints = policy ? lintPolicy(policy, supplies) : [];
        for (const rule of rules) {
          const age = rule.minimumAge ?? MINIMUM_AGE.default;
          const wanted = rule.methods.filter(isUsed).map(({ id }) => id);
          const offer = offerOf(supplies, { mode: "live", methods: wanted, minimumAge: age });
          const missing = offer.missing.map(({ id }) => id);
          const first = pageOf(rule, missing, false);
          const all = pageOf(rule, missing, true);
          // A start is refused where its page would lead nowhere, and only there.
          expect(deadEndOf(offer) === null).toBe(leadsSomewhere(all));
          expect(all.toSorted()).toEqual(offer.methods.toSorted());
          // The simulator shows what the page shows.
          const [country = "", region] =
            rule.place === "default" ? ["ZZ"] : [rule.place.slice(0, 2), rule.place];
          const place = rule.place.includes("-") ? { country, region } : { country };
          const person = { ...place, age: 40, device: { hasCamera: true, hasPhone: true } };
          const { steps } = simulate(policy ?? { default: { methods: [] }, regions: [] }, supplies, {
            person,
            script: [],
          });
          const shown = (steps[0]?.methods ?? []).filter(({ isShown }) => isShown).map(({ id }) => id);
          expect(shown).toEqual(first);
          // A finding names what nobody is offered, and nothing else.
          const named = rule.methods.filter(({ use }) => use !== "off").map(({ id }) => id);
          const why = named.filter((id) => ![null, "not_here"].includes(missingOf(supplies.get(id), age)));
          const found = lints.filter(
            ({ code, place: at }) => code === "method_not_offered" && at === rule.place,
          );
          expect(found).toHaveLength(new Set(why).size);
          for (const id of why) expect(found.some(({ message }) => message.includes(`"${id}"`))).toBe(true);
          // What the law refuses to a publication it refuses to a start.
          const refusals = ["one_way_only", "document_only"];
          const isRefused = lints.some(
            ({ code, level, place: at, causes = [] }) =>
              at === rule.place &&
              [{ code, level }, ...causes].some(
                (one) => one.level === "block" && refusals.includes(one.code),
              ),
          );
          expect(unlawfulChoice(rule, supplies) !== null).toBe(isRefused);
        }
        // Without a policy, the settings' badges are what the page leaves out.
        const settings = offerOf(supplies, { mode: "live", methods, minimumAge });
        expect([...settings.methods, ...settings.missing.map(({ id }) => id)].toSorted()).toEqual(
          methods.toSorted(),
        );
        // The statement names the methods that can be offered at all, vouchers among them where the list says so.
        const anyAge = namedMethods(methods, policy).filter((id) => missingOf(supplies.get(id)) === null);
        const stated = practiceStatement(statementInput({ supplies, policy, methods })).methods;
        const statable = anyAge.filter((id) =>
          ["document", "wallet", "voucher", AGE_KEY_METHOD].includes(id),
        );
        expect(stated.map(({ id }) => id)).toEqual(statable);
      }),
      { numRuns: 2_000 },
    );
  });
});

const statementInput = ({
  supplies,
  policy,
  methods,
}: Pick<World, "supplies" | "policy" | "methods">): PracticeInput => ({
  ...input({ methods, policy: policy && { number: 1, content: policy } }),
  methods: [...supplies].map(([id, traits]) => ({ id, ...traits })),
  notOffered: [...supplies].flatMap(([id, one]) => (missingOf(one) === null ? [] : [id])),
});

describe("why a method cannot be offered", () => {
  const phone = { ...TRAITS, needs: ["phone" as const], answers: [18] };

  test.for([
    [undefined, "not_here"],
    [{ ...phone, missing: "switched_off" }, "switched_off"],
    [{ ...phone, ages: [] }, "untrusted"],
    [{ ...phone, ages: [16] }, "age_unanswered"],
    [{ ...phone, ages: [18] }, null],
    [phone, null],
  ] satisfies [Supply | undefined, string | null][])("%j: %s", ([given, why]) => {
    expect(missingOf(given, 18)).toBe(why);
  });

  test("an age key alone is a dead end, and says so; beside another method it is not", () => {
    const supplies: Supplies = new Map([
      [AGE_KEY_METHOD, { ...phone, needs: [], answers: null }],
      ["wallet", { ...phone, ages: [] }],
      ["voucher", { ...phone, needs: [], answers: null }],
    ]);
    const offered = (...methods: string[]) => offerOf(supplies, { mode: "live", methods, minimumAge: 18 });
    expect(deadEndOf(offered(AGE_KEY_METHOD))).toBe("age_key (only beside another method)");
    expect(deadEndOf(offered("wallet"))).toBe(
      "wallet (no issuer of wallet credentials is trusted in live mode)",
    );
    expect(deadEndOf(offered(AGE_KEY_METHOD, "voucher"))).toBeNull();
    expect(deadEndOf(offered())).toBe("there is none");
  });
});
