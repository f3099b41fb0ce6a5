import { MINIMUM_AGE } from "#core/verification.ts";
import type { AgeKeyRule } from "./age-key.ts";

/**
 * When a method is shown: from the start; when the offered ones have failed; only to appeal a rejection; never.
 */
export const METHOD_USES = ["offer", "fallback", "appeal", "off"] as const;

export type MethodUse = (typeof METHOD_USES)[number];

/** What a rule can require of the methods it offers. */
export const REQUIREMENTS = ["double_blind"] as const;

export type Requirement = (typeof REQUIREMENTS)[number];

/** Bounds for a policy's numbers. Ages are in years. */
export const POLICY = {
  minimumAge: MINIMUM_AGE,
  challengeAge: { min: MINIMUM_AGE.min, max: MINIMUM_AGE.max },
  /** For one method, and for all together. */
  attempts: { min: 1, max: 10 },
  minimumChoices: { default: 1, min: 1, max: 5 },
  proofMaxAgeDays: { min: 0, max: 365 },
  mostMethods: 20,
  mostRegions: 300,
} as const;

export type MethodRule = {
  id: string;
  use: MethodUse;
  /**
   * How often the method can be tried without a decision; absent: up to the limit for all methods together.
   */
  attempts?: number | undefined;
};

/** A policy's rule for one place; the default supplies anything it leaves out. */
export type PolicyRule = {
  /** In years. */
  minimumAge?: number | undefined;
  /** In the order they are shown. */
  methods?: MethodRule[] | undefined;
  /** Tries without a decision, for all methods together. */
  attemptsInAll?: number | undefined;
  /** While fewer offered methods than this are open, the fallbacks are shown too. */
  minimumChoices?: number | undefined;
  /** In years: an estimate between the minimum age and this one is inconclusive. */
  challengeAge?: number | undefined;
  requires?: Requirement[] | undefined;
  /** Whether answers, events and tokens leave the method out. */
  hideMethod?: boolean | undefined;
  /** How long a proof counts, in days; 0: for this visit, which lasts an hour. */
  proofMaxAgeDays?: number | undefined;
  /** Which age keys count, and where keys made here count. */
  ageKeys?: AgeKeyRule | undefined;
};

/** ISO 3166-1 alpha-2, and ISO 3166-2 for a part of it. */
export type Place = { country: string; region?: string | undefined };

/** Where a person is, as far as it is known. */
export type KnownPlace = { country?: string | undefined; region?: string | undefined };

/** One version's content. The default is complete, except for values that themselves have a default. */
export type Policy = {
  default: PolicyRule & { methods: MethodRule[] };
  regions: (Place & PolicyRule)[];
};

/** What applies to one verification. */
export type EffectiveRule = {
  /** Which rule of the policy this is: "default", a country or a region. */
  place: string;
  minimumAge: number | null;
  methods: readonly MethodRule[];
  attemptsInAll: number;
  minimumChoices: number;
  challengeAge: number | null;
  requires: readonly Requirement[];
  hideMethod: boolean;
  proofMaxAgeDays: number | null;
  /** Absent if neither the rule nor the default says anything. */
  ageKeys?: AgeKeyRule;
};

/** Tries without a decision, for all methods together, if a policy does not say. */
export const DEFAULT_ATTEMPTS = 3;

/** The key of the rule for a place. */
export const placeOf = ({ country, region }: Place): string => region ?? country;

/** Whether a region is a part of a country, by its code (ISO 3166-2). */
export const isRegionOf = (region: string, country: string): boolean => region.startsWith(`${country}-`);

const keysOf = (ageKeys: AgeKeyRule | undefined): { ageKeys?: AgeKeyRule } => (ageKeys ? { ageKeys } : {});

const effective = (place: string, own: PolicyRule, base: PolicyRule): EffectiveRule => ({
  ...keysOf(own.ageKeys ?? base.ageKeys),
  place,
  minimumAge: own.minimumAge ?? base.minimumAge ?? null,
  methods: own.methods ?? base.methods ?? [],
  attemptsInAll: own.attemptsInAll ?? base.attemptsInAll ?? DEFAULT_ATTEMPTS,
  minimumChoices: own.minimumChoices ?? base.minimumChoices ?? POLICY.minimumChoices.default,
  challengeAge: own.challengeAge ?? base.challengeAge ?? null,
  requires: own.requires ?? base.requires ?? [],
  hideMethod: own.hideMethod ?? base.hideMethod ?? false,
  proofMaxAgeDays: own.proofMaxAgeDays ?? base.proofMaxAgeDays ?? null,
});

/** The place of the rule that applies wherever no other does. */
export const DEFAULT_PLACE = "default";

const ofDefault = ({ default: base }: Policy): EffectiveRule => effective(DEFAULT_PLACE, base, base);

/**
 * The rule for a place: its region's, else its country's, else the default. The default supplies anything the
 * rule leaves out; a region takes nothing from its country's rule.
 */
export const ruleFor = (policy: Policy, { country, region }: KnownPlace): EffectiveRule => {
  const ofRegion = policy.regions.find((rule) => region !== undefined && rule.region === region);
  const ofCountry = policy.regions.find((rule) => rule.region === undefined && rule.country === country);
  const found = ofRegion ?? ofCountry;
  return found ? effective(placeOf(found), found, policy.default) : ofDefault(policy);
};

/** The rule whose key a verification stores; the default if the policy has no rule with that key. */
export const ruleAt = (policy: Policy, place: string): EffectiveRule => {
  const found = policy.regions.find((rule) => placeOf(rule) === place);
  return found ? effective(place, found, policy.default) : ofDefault(policy);
};

/** Every rule that a verification can have: the default first, then the places in their order. */
export const rulesOf = (policy: Policy): EffectiveRule[] => [
  ofDefault(policy),
  ...policy.regions.map((rule) => effective(placeOf(rule), rule, policy.default)),
];

/** How often a method of a rule can be tried. */
export const attemptsOf = (rule: EffectiveRule, { attempts }: MethodRule): number =>
  Math.min(attempts ?? rule.attemptsInAll, rule.attemptsInAll);
