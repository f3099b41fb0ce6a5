import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choicesOf, NOTHING_TRIED, type Progress } from "#core/policy/choices.ts";
import { lintPolicy } from "#core/policy/lints.ts";
import { type Device, isUsable } from "#core/policy/method-id.ts";
import { attemptsOf, type EffectiveRule, type Policy, rulesOf } from "#core/policy/policy.ts";
import { METHODS, policies } from "./random-policies.ts";

const DEVICES: readonly Device[] = [true, false].flatMap((hasCamera) =>
  [true, false].map((hasPhone) => ({ hasCamera, hasPhone })),
);

/** What a person does at one step, by chance: a number picks among what there is to do. */
type Walk = { device: Device; picks: number[] };

const walks: fc.Arbitrary<Walk> = fc.record({
  device: fc.constantFrom(...DEVICES),
  picks: fc.array(fc.nat({ max: 997 }), { minLength: 24, maxLength: 24 }),
});

const triesIn = ({ tries }: Progress): number => Object.values(tries).reduce((sum, count) => sum + count, 0);

/** Every progress on a walk on which no method decides; it ends when nothing can be done, or all tries are used up. */
const walk = (rule: EffectiveRule, { device, picks }: Walk): { path: Progress[]; isStranded: boolean } => {
  const path: Progress[] = [NOTHING_TRIED];
  let progress = NOTHING_TRIED;
  for (const pick of picks) {
    if (triesIn(progress) >= rule.attemptsInAll) break;
    const { methods, hasOthers } = choicesOf(rule, progress);
    const actions = methods.filter((id) => {
      const traits = METHODS.get(id);
      return traits !== undefined && isUsable(traits, device);
    });
    const action = [...actions, ...(hasOthers ? [null] : [])][pick % (actions.length + (hasOthers ? 1 : 0))];
    if (action === undefined) return { path, isStranded: true };
    if (action === null) progress = { ...progress, hasAskedForOthers: true };
    else if (METHODS.get(action)?.category === "estimation")
      progress = { ...progress, closed: [...progress.closed, action] };
    else
      progress = {
        ...progress,
        tries: { ...progress.tries, [action]: (progress.tries[action] ?? 0) + 1 },
      };
    path.push(progress);
  }
  return { path, isStranded: false };
};

const steps = (policy: Policy, person: Walk): { rule: EffectiveRule; progress: Progress }[] =>
  rulesOf(policy).flatMap((rule) => walk(rule, person).path.map((progress) => ({ rule, progress })));

describe("10,000 random policies and a person with any device", () => {
  test("without a lint nobody is left without an action before all tries are used up", () => {
    let clean = 0;
    // The kinds without which most policies have a lint: the rest of the tests take the others too.
    const sensible = ["document", "wallet", "voucher", "bank", "face", "voice", "age_token"];
    fc.assert(
      fc.property(policies(sensible), walks, (policy, person) => {
        const lints = lintPolicy(policy, METHODS);
        for (const rule of rulesOf(policy)) {
          if (lints.some(({ place }) => place === rule.place)) continue;
          clean += 1;
          if (walk(rule, person).isStranded) return false;
        }
        return true;
      }),
      { numRuns: 10_000 },
    );
    expect(clean).toBeGreaterThan(500);
  });

  test("a method that is off, kept for appeals or used up is never shown, and no more is tried than is allowed", () => {
    const isAllowed = (rule: EffectiveRule, progress: Progress, id: string): boolean => {
      const own = rule.methods.find((method) => method.id === id);
      if (own === undefined || own.use === "off" || own.use === "appeal") return false;
      return !progress.closed.includes(id) && (progress.tries[id] ?? 0) < attemptsOf(rule, own);
    };
    fc.assert(
      fc.property(policies(), walks, (policy, person) =>
        steps(policy, person).every(({ rule, progress }) => {
          const { methods, attemptsLeft } = choicesOf(rule, progress);
          return (
            attemptsLeft === rule.attemptsInAll - triesIn(progress) &&
            (attemptsLeft > 0 || methods.length === 0) &&
            methods.every((id) => isAllowed(rule, progress, id))
          );
        }),
      ),
      { numRuns: 10_000 },
    );
  });

  test("a fallback is invisible while enough offered ways are open and nobody asked for others", () => {
    let hidden = 0;
    fc.assert(
      fc.property(policies(), walks, (policy, person) =>
        steps(policy, person).every(({ rule, progress }) => {
          const { methods, hasOthers } = choicesOf(rule, progress);
          const offered = methods.filter((id) =>
            rule.methods.some((method) => method.id === id && method.use === "offer"),
          );
          if (hasOthers) hidden += 1;
          return progress.hasAskedForOthers || offered.length < rule.minimumChoices
            ? !hasOthers
            : offered.length === methods.length;
        }),
      ),
      { numRuns: 10_000 },
    );
    expect(hidden).toBeGreaterThan(500);
  });

  test("the same progress gives the same choices, in the policy's order", () => {
    fc.assert(
      fc.property(policies(), walks, (policy, person) =>
        steps(policy, person).every(({ rule, progress }) => {
          const choices = choicesOf(rule, progress);
          const ids = rule.methods.map(({ id }) => id);
          return (
            JSON.stringify(choicesOf(structuredClone(rule), structuredClone(progress))) ===
              JSON.stringify(choices) &&
            JSON.stringify(choices.standings.map(({ id }) => id)) === JSON.stringify(ids) &&
            JSON.stringify(ids.filter((id) => choices.methods.includes(id))) ===
              JSON.stringify(choices.methods)
          );
        }),
      ),
      { numRuns: 2_000 },
    );
  });
});

test("a voucher kept as a fallback and for appeals shows as a fallback only", () => {
  const rule: EffectiveRule = {
    place: "default",
    minimumAge: 18,
    methods: [
      { id: "document", use: "offer", attempts: 1 },
      { id: "voucher", use: "fallback" },
      { id: "voucher", use: "appeal" },
    ],
    attemptsInAll: 3,
    minimumChoices: 1,
    challengeAge: null,
    requires: [],
    hideMethod: false,
    proofMaxAgeDays: null,
  };
  expect(choicesOf(rule, NOTHING_TRIED).methods).toEqual(["document"]);
  const failed = choicesOf(rule, { ...NOTHING_TRIED, tries: { document: 1 } });
  expect(failed.methods).toEqual(["voucher"]);
  expect(failed.standings.map(({ standing }) => standing)).toEqual(["used_up", "shown", "appeal_only"]);
});
