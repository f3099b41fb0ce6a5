import { counted } from "#core/text.ts";
import type { AgeKeyRule } from "./age-key.ts";
import {
  DEFAULT_PLACE,
  type MethodRule,
  type Place,
  type Policy,
  type PolicyRule,
  placeOf,
} from "./policy.ts";

/** One difference in a new version. Null: the rule does not say, and the default applies. */
export type PolicyChange = { place: string; field: string; before: string | null; after: string | null };

export type NameOf = (method: string) => string;

const USE_WORDS: Readonly<Record<MethodRule["use"], string>> = {
  offer: "from the start",
  fallback: "after the others’ tries are used up",
  appeal: "to appeal a rejection",
  off: "never",
};

const wayText = ({ id, use, attempts }: MethodRule, nameOf: NameOf): string => {
  const tries = attempts === undefined ? [] : [counted(attempts, "try", "tries")];
  return `${nameOf(id)} (${[USE_WORDS[use], ...tries].join(", ")})`;
};

const waysText = (methods: readonly MethodRule[], nameOf: NameOf): string =>
  methods.map((method, index) => `${index + 1}. ${wayText(method, nameOf)}`).join("; ") || "none";

type Words = {
  [Field in keyof Required<PolicyRule>]: [label: string, (rule: PolicyRule, nameOf: NameOf) => string | null];
};

const textOf = <Value>(value: Value | undefined, say: (value: Value) => string): string | null =>
  value === undefined ? null : say(value);

const keysText = ({ scope, minimumAssurance, deviceBound }: AgeKeyRule): string =>
  [
    scope === "deployment" ? "made at any site that takes part" : "made here",
    ...(minimumAssurance === undefined ? [] : [`from ${minimumAssurance} on`]),
    ...(deviceBound === true ? ["on one device"] : []),
  ].join(", ");

const days = (count: number): string => (count === 0 ? "for this visit" : `for ${counted(count, "day")}`);

// A rule's field without an entry here does not compile, so an officer can read every difference.
const WORDS: Words = {
  minimumAge: ["Minimum age", ({ minimumAge }) => textOf(minimumAge, (age) => `${age} years`)],
  methods: ["Methods", ({ methods }, nameOf) => textOf(methods, (ways) => waysText(ways, nameOf))],
  attemptsInAll: ["Tries in all", ({ attemptsInAll }) => textOf(attemptsInAll, String)],
  minimumChoices: [
    "Methods open at once",
    ({ minimumChoices }) => textOf(minimumChoices, (n) => `at least ${n}`),
  ],
  challengeAge: ["Challenge age", ({ challengeAge }) => textOf(challengeAge, (age) => `${age} years`)],
  requires: [
    "Required",
    ({ requires }) =>
      textOf(requires, (list) => list.map((one) => one.replace("_", "-")).join(", ") || "nothing"),
  ],
  hideMethod: [
    "Method in results",
    ({ hideMethod }) => textOf(hideMethod, (isHidden) => (isHidden ? "hidden" : "shown")),
  ],
  proofMaxAgeDays: ["Proof stays valid", ({ proofMaxAgeDays }) => textOf(proofMaxAgeDays, days)],
  ageKeys: ["Age keys", ({ ageKeys }) => textOf(ageKeys, keysText)],
};

const changesAt = (place: string, before: PolicyRule, after: PolicyRule, nameOf: NameOf): PolicyChange[] =>
  Object.values(WORDS).flatMap(([field, say]) => {
    const change = { place, field, before: say(before, nameOf), after: say(after, nameOf) };
    return change.before === change.after ? [] : [change];
  });

const OWN_RULE = "Rule for this place";

const keyOf = ({ country, region }: Place): string => `${country}/${region ?? ""}`;

/**
 * The changes from one policy to another, in words: the default first, then the places in the order of the
 * new policy, then the places that are gone. Empty exactly when both say the same; the order of places has no
 * meaning.
 * @param nameOf a method's name; without it, its id
 */
export const diffPolicies = (before: Policy, after: Policy, nameOf: NameOf = (id) => id): PolicyChange[] => {
  const old = new Map(before.regions.map((rule) => [keyOf(rule), rule]));
  const kept = new Set(after.regions.map(keyOf));
  return [
    ...changesAt(DEFAULT_PLACE, before.default, after.default, nameOf),
    ...after.regions.flatMap((rule) => {
      const was = old.get(keyOf(rule));
      const place = placeOf(rule);
      const added = { place, field: OWN_RULE, before: "none", after: "added" };
      return [...(was ? [] : [added]), ...changesAt(place, was ?? {}, rule, nameOf)];
    }),
    ...before.regions
      .filter((rule) => !kept.has(keyOf(rule)))
      .map((rule) => ({ place: placeOf(rule), field: OWN_RULE, before: "its own rule", after: "removed" })),
  ];
};
