import type { Supplies } from "#core/policy/offer.ts";
import {
  DEFAULT_PLACE,
  type MethodRule,
  type MethodUse,
  type Place,
  POLICY,
  type Policy,
  type PolicyRule,
  placeOf,
} from "#core/policy/policy.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

/** How many versions the page lists. */
export const VERSIONS_ASKED = { limit: 100 } as const;

export type Version = ConsoleOutputs["policies"]["overview"]["versions"][number];
export type Supplied = ConsoleOutputs["policies"]["methods"]["methods"];

export const suppliesOf = (supplied: Supplied): Supplies =>
  new Map(supplied.map(({ id, ...supply }) => [id, supply]));

/** A rule's numbers as typed, which may be incomplete. Empty: as everywhere else, or the usual value. */
export const NUMBERS = {
  minimumAge: POLICY.minimumAge,
  attemptsInAll: POLICY.attempts,
  minimumChoices: POLICY.minimumChoices,
  challengeAge: POLICY.challengeAge,
  proofMaxAgeDays: POLICY.proofMaxAgeDays,
} as const satisfies { [Field in keyof PolicyRule]?: { min: number; max: number } };

export type NumberField = keyof typeof NUMBERS;

/** A method of a draft: `use` on the page and, separately, whether it serves appeals. */
export type DraftMethod = {
  id: string;
  use: Exclude<MethodUse, "appeal">;
  attempts: string;
  isForAppeals: boolean;
};

export type DraftRule = Record<NumberField, string> & {
  /** Absent: the rule for everywhere else. */
  place?: Place;
  /** null: as everywhere else. */
  methods: readonly DraftMethod[] | null;
  hideMethod: "" | "yes" | "no";
  requires: "" | "double_blind" | "none";
  /** Absent: as everywhere else, or not stated. */
  ageKeys?: PolicyRule["ageKeys"];
};

export type Draft = { rules: readonly DraftRule[]; packIds: readonly string[] };

export const keyOf = ({ place }: DraftRule): string => (place ? placeOf(place) : DEFAULT_PLACE);

const typed = (value: number | undefined): string => (value === undefined ? "" : String(value));

const draftMethods = (methods: readonly MethodRule[], known: readonly string[]): DraftMethod[] => {
  const shown = methods.filter(({ use }) => use !== "appeal");
  const appeals = new Set(methods.filter(({ use }) => use === "appeal").map(({ id }) => id));
  const ids = new Set(shown.map(({ id }) => id));
  const others = [...new Set([...appeals, ...known])].filter((id) => !ids.has(id));
  return [...shown, ...others.map((id): MethodRule => ({ id, use: "off" }))].map(({ id, use, attempts }) => ({
    id,
    use: use === "appeal" ? "off" : use,
    attempts: typed(attempts),
    isForAppeals: appeals.has(id),
  }));
};

const draftRule = (rule: PolicyRule, known: readonly string[], place?: Place): DraftRule => ({
  ...(place && { place }),
  methods: rule.methods ? draftMethods(rule.methods, known) : null,
  minimumAge: typed(rule.minimumAge),
  attemptsInAll: typed(rule.attemptsInAll),
  minimumChoices: typed(rule.minimumChoices),
  challengeAge: typed(rule.challengeAge),
  proofMaxAgeDays: typed(rule.proofMaxAgeDays),
  hideMethod: rule.hideMethod === undefined ? "" : rule.hideMethod ? "yes" : "no",
  requires: rule.requires === undefined ? "" : (rule.requires[0] ?? "none"),
  ...(rule.ageKeys && { ageKeys: rule.ageKeys }),
});

/** @param known the methods of this deployment: those missing from a rule are listed as switched off */
export const draftOf = (
  policy: Policy,
  known: readonly string[],
  packIds: readonly string[] = [],
): Draft => ({
  rules: [
    draftRule(policy.default, known),
    ...policy.regions.map(({ country, region, ...rule }) =>
      draftRule(rule, known, { country, ...(region !== undefined && { region }) }),
    ),
  ],
  packIds,
});

export const newRule = (place: Place): DraftRule => draftRule({}, [], place);

/** A method that answers a finding, and how a rule should use it. */
export type Addable = { id: string; use: "offer" | "appeal" };

const withAdded = (methods: readonly DraftMethod[], { id, use }: Addable): DraftMethod[] => {
  const own = methods.find((method) => method.id === id);
  const absent: DraftMethod = { id, use: "off", attempts: "", isForAppeals: false };
  const added: DraftMethod = {
    ...(own ?? absent),
    ...(use === "appeal" ? { isForAppeals: true } : { use }),
  };
  return own ? methods.map((method) => (method === own ? added : method)) : [...methods, added];
};

/** The draft with a method added to the rules of these places. */
export const withMethod = (draft: Draft, places: readonly string[], method: Addable): Draft => {
  const base = draft.rules.find(({ place }) => place === undefined)?.methods ?? [];
  const changed = (rule: DraftRule): DraftRule => {
    // A rule that takes the methods of the default takes this one from there, too.
    const isTaken = rule.methods === null && places.includes(DEFAULT_PLACE);
    return places.includes(keyOf(rule)) && !isTaken
      ? { ...rule, methods: withAdded(rule.methods ?? base, method) }
      : rule;
  };
  return { ...draft, rules: draft.rules.map(changed) };
};

const numberIn = (text: string, { min, max }: { min: number; max: number }): number | null => {
  const value = Number(text);
  return /^\d{1,3}$/.test(text) && value >= min && value <= max ? value : null;
};

/** The fault of a number as typed; undefined: it has none. */
export const faultOf = (text: string, bounds: { min: number; max: number }): string | undefined =>
  text === "" || numberIn(text, bounds) !== null
    ? undefined
    : `Write a whole number from ${bounds.min} to ${bounds.max}, or leave it empty.`;

const methodsOf = (methods: readonly DraftMethod[]): MethodRule[] => [
  // A method that is off is left out.
  ...methods.flatMap(({ id, use, attempts }): MethodRule[] => {
    const count = numberIn(attempts, POLICY.attempts);
    return use === "off" ? [] : [{ id, use, ...(count !== null && { attempts: count }) }];
  }),
  ...methods.flatMap(({ id, isForAppeals }): MethodRule[] => (isForAppeals ? [{ id, use: "appeal" }] : [])),
];

const ruleOf = (rule: DraftRule): PolicyRule => ({
  ...Object.fromEntries(
    Object.entries(NUMBERS).flatMap(([field, bounds]) => {
      const value = numberIn(String(Reflect.get(rule, field)), bounds);
      return value === null ? [] : [[field, value]];
    }),
  ),
  ...(rule.methods && { methods: methodsOf(rule.methods) }),
  ...(rule.hideMethod !== "" && { hideMethod: rule.hideMethod === "yes" }),
  ...(rule.requires !== "" && { requires: rule.requires === "none" ? [] : [rule.requires] }),
  ...(rule.ageKeys && { ageKeys: rule.ageKeys }),
});

/**
 * The policy that a draft describes. A number that cannot be read is left out, and `isWhole` is then false.
 */
export const policyOf = ({ rules }: Draft): { policy: Policy; isWhole: boolean } => {
  const isWhole = rules.every(
    (rule) =>
      Object.entries(NUMBERS).every(
        ([field, bounds]) => faultOf(String(Reflect.get(rule, field)), bounds) === undefined,
      ) && (rule.methods ?? []).every(({ attempts }) => faultOf(attempts, POLICY.attempts) === undefined),
  );
  const first = rules.find(({ place }) => place === undefined);
  const base = first ? ruleOf(first) : {};
  return {
    policy: {
      default: { ...base, methods: base.methods ?? [] },
      regions: rules.flatMap((rule) => (rule.place ? [{ ...rule.place, ...ruleOf(rule) }] : [])),
    },
    isWhole,
  };
};
