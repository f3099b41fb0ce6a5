import type { Mode } from "#core/verification.ts";
import { isReuse, type MethodTraits } from "./method-id.ts";
import { type Policy, rulesOf } from "./policy.ts";

// What can be offered now, and why the rest cannot. Starts, pages, findings, the simulator, settings,
// vouchers and practice statements all ask here.

/** Why a method cannot be offered now. */
export type Missing = "not_here" | "switched_off" | "untrusted" | "no_proof" | "age_unanswered";

/** A method of a tenant in one mode, and what prevents it now, if anything. */
export type Supply = MethodTraits & {
  /** Left out: nothing. */
  missing?: Exclude<Missing, "not_here" | "age_unanswered">;
  /** The minimum ages, in years, for which it can be asked now; left out: all ages. */
  ages?: readonly number[];
  /** In test mode it is offered only if the verification names it. */
  isNamedInTests?: true;
};

/** The methods that a tenant has in one mode, by id, in the order that tests offer them. */
export type Supplies = ReadonlyMap<string, Supply>;

/** Words for a sentence such as `wallet: no issuer of wallet credentials is trusted in live mode`. */
export const MISSING_WORDS: Readonly<Record<Missing, string>> = {
  not_here: "this service does not have it",
  switched_off: "it is switched off",
  untrusted: "no issuer of wallet credentials is trusted in live mode",
  no_proof: "only zero-knowledge proofs are accepted, and none can be asked for now",
  age_unanswered: "nothing that it accepts now can prove the minimum age",
};

/**
 * Why a method cannot be offered; null: it can.
 * @param minimumAge in years; left out: for any age
 */
export const missingOf = (supply: Supply | undefined, minimumAge?: number): Missing | null => {
  if (!supply) return "not_here";
  if (supply.missing) return supply.missing;
  if (supply.ages?.length === 0) return "untrusted";
  if (minimumAge === undefined || !supply.ages) return null;
  return supply.ages.includes(minimumAge) ? null : "age_unanswered";
};

export type Offer = {
  /** What can be offered, in the verification's order. */
  methods: string[];
  missing: { id: string; why: Missing }[];
};

type Wanted = { mode: Mode; methods: readonly string[]; minimumAge: number };

/**
 * What can be offered for a verification: its methods in live mode; in test mode, all those available in
 * tests.
 */
export const offerOf = (supplies: Supplies, { mode, methods, minimumAge }: Wanted): Offer => {
  const ofTests = () =>
    [...supplies].flatMap(([id, { isNamedInTests }]) =>
      isNamedInTests && !methods.includes(id) ? [] : [id],
    );
  const wanted = mode === "test" ? ofTests() : methods;
  const judged = wanted.map((id) => ({ id, why: missingOf(supplies.get(id), minimumAge) }));
  return {
    methods: judged.flatMap(({ id, why }) => (why === null ? [id] : [])),
    missing: judged.flatMap(({ id, why }) => (why === null ? [] : [{ id, why }])),
  };
};

/**
 * Whether a person can begin with any of these: a repeated proof needs an earlier one, so alone it is a dead
 * end.
 */
export const leadsSomewhere = (methods: readonly string[]): boolean => methods.some((id) => !isReuse(id));

/** `wallet (no issuer …), age_key (only beside another method)`: why an offer has no method to begin with. */
export const deadEndOf = ({ methods, missing }: Offer): string | null => {
  if (leadsSomewhere(methods)) return null;
  const reasons = [
    ...missing.map(({ id, why }) => `${id} (${MISSING_WORDS[why]})`),
    ...methods.map((id) => `${id} (only beside another method)`),
  ];
  return reasons.join(", ") || "there is none";
};

/**
 * All methods that a tenant's live verifications can have: those of every rule of its policy, or those of its
 * settings if it has no policy.
 */
export const namedMethods = (methods: readonly string[], policy: Policy | null): string[] => {
  if (!policy) return [...methods];
  const used = rulesOf(policy).flatMap((rule) => rule.methods.filter(({ use }) => use !== "off"));
  return [...new Set(used.map(({ id }) => id))];
};
