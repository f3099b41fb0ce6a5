import { addDays } from "#core/day.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { choicesOf } from "#core/policy/choices.ts";
import { unlawfulChoice } from "#core/policy/lints.ts";
import { leadsSomewhere, type Supplies } from "#core/policy/offer.ts";
import { DEFAULT_PLACE, type EffectiveRule, type KnownPlace, ruleAt, ruleFor } from "#core/policy/policy.ts";
import { type History, nextOpening, progressOf } from "#core/policy/progress.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Mode, PolicyState } from "#core/verification.ts";
import { type PinnedPolicy, pinnedPolicy } from "#data/tenants/policies.ts";
import type { Subject } from "#data/verifications/start-verification.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";

// The rule of the tenant's method policy that a verification pins when it starts (docs/adr/0030).

type Pinned = { pinned: PinnedPolicy; rule: EffectiveRule };

type Asked = KnownPlace & {
  policyId?: string | undefined;
  minimumAge?: number | undefined;
  methods?: readonly string[] | undefined;
};

const isUsed = ({ use }: EffectiveRule["methods"][number]): boolean => use === "offer" || use === "fallback";

/** The methods that the page may show under a rule, in its order. */
const methodsOf = ({ methods }: EffectiveRule): string[] => methods.filter(isUsed).map(({ id }) => id);

/**
 * The rule that applies to a start, and its version; null where the tenant has no policy and names none.
 * @throws INVALID_REQUEST_BODY: a version that is not this tenant's
 */
export const ruleOfStart = async (
  { db }: Pick<Deps, "db">,
  { id: tenantId, policyId: current }: Pick<Tenant, "id" | "policyId">,
  { policyId, country, region }: Asked,
): Promise<Pinned | null> => {
  const id = policyId ?? current;
  if (id === null) return null;
  const pinned = isId("policy", id) ? await pinnedPolicy(db.orm, tenantId, id) : null;
  if (!pinned) throw invalid("policyId", "expected a version of this tenant's policy, for example pol_01k9…");
  const place = { country: country ?? region?.slice(0, 2), region };
  return { pinned, rule: ruleFor(pinned.policy, place) };
};

/**
 * The minimum age of a start: the rule's, or a higher one.
 * @throws INVALID_REQUEST_BODY: a lower one is asked for
 */
export const ageUnder = (
  { minimumAge, place }: EffectiveRule,
  asked: number | undefined,
): number | undefined => {
  if (minimumAge === null || asked === undefined) return asked ?? minimumAge ?? undefined;
  if (asked >= minimumAge) return asked;
  throw invalid("minimumAge", `expected at least ${minimumAge}, as the policy's rule for ${place} says`);
};

/** A rule with those of its methods that a start asked for. */
const usedOf = (rule: EffectiveRule, methods: readonly string[]): EffectiveRule => ({
  ...rule,
  methods: rule.methods.filter((method) => !isUsed(method) || methods.includes(method.id)),
});

/**
 * The methods of a start, in the rule's order: all that it shows, or those of them that are asked for.
 * @throws INVALID_REQUEST_BODY: the rule never shows one that is asked for
 */
export const methodsUnder = (rule: EffectiveRule, asked: readonly string[] | undefined): string[] => {
  const shown = methodsOf(rule);
  const issues = (asked ?? []).flatMap((method, index) => {
    const message = `got ${JSON.stringify(method)}, expected one that the policy's rule for ${rule.place} shows: ${shown.join(", ") || "none"}`;
    return shown.includes(method) ? [] : [{ path: `methods.${index}`, message }];
  });
  const [first] = issues;
  if (first) throw invalid("methods", first.message, issues);
  return asked ? shown.filter((id) => asked.includes(id)) : shown;
};

/**
 * Refuses a start that would lead a person to a dead end, or to fewer methods than the law of the rule's
 * place requires.
 * @param chosen the start's methods
 * @throws INVALID_REQUEST_BODY with what cannot be offered now, and why
 */
export const requireLawful = (rule: EffectiveRule, chosen: readonly string[], supplies: Supplies): void => {
  const fault = unlawfulChoice(usedOf(rule, chosen), supplies);
  if (fault !== null) throw invalid("methods", `these are not enough for ${rule.place}: ${fault}`);
};

const MOST_STARTS = 3;

const NOTHING_SAID = { othersAskedAt: null, closedMethods: [] };

/** When one of the rule's ways opens to a person again; null: one is open now. */
const openFrom = (rule: EffectiveRule, history: History, now: Date): Date | null => {
  const before = { ...history, tries: history.tries.map((attempt) => ({ ...attempt, isOwn: false })) };
  const { methods } = choicesOf(rule, progressOf(before, NOTHING_SAID, [], now));
  // Whether this person has a proof to repeat is unknown.
  return leadsSomewhere(methods) ? null : nextOpening(history, now);
};

type Started = { tenantId: string; mode: Mode; methods: readonly string[] };

/** The person of a start, for whom one day's starts and tries are counted. */
export const subjectOf = (
  { secrets }: Pick<Deps, "secrets">,
  { tenantId, mode, methods }: Started,
  { subjectRef, rule }: { subjectRef: string; rule: EffectiveRule },
  now: Date,
): Subject => {
  const [hash = new Uint8Array(), ...older] = fingerprintsOf(
    secrets,
    `subject ${tenantId} ${mode}`,
    subjectRef,
  );
  return {
    hashes: [hash, ...older],
    most: MOST_STARTS,
    since: addDays(now, -1),
    keptUntil: addDays(now, 1),
    openFrom: (history) => openFrom(usedOf(rule, methods), history, now),
  };
};

/** @param from when the person can start again */
export const subjectLimitReached = (from: Date, now: Date): ServiceError =>
  new ServiceError("SUBJECT_LIMIT_REACHED", undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1000)),
  });

type Pinning = Pick<PolicyState, "policyId" | "policyPlace" | "appealOf"> & {
  tenantId: string;
  methods: readonly string[];
};

/** For an appeal, a rule offers the methods that it keeps for appeals, and no others. */
const forAppeal = ({ methods, ...rule }: EffectiveRule, kept: readonly string[]): EffectiveRule => ({
  ...rule,
  methods: methods.map((method) => ({
    ...method,
    use: method.use === "appeal" && kept.includes(method.id) ? "offer" : "off",
  })),
});

/**
 * The rule that applies to a verification, with those of its methods that were there at the start; null: none
 * applies.
 */
export const ruleOf = async (
  { db }: Pick<Deps, "db">,
  { tenantId, policyId, policyPlace, methods, appealOf }: Pinning,
): Promise<EffectiveRule | null> => {
  const pinned = policyId === null ? null : await pinnedPolicy(db.orm, tenantId, policyId);
  if (!pinned) return null;
  const rule = ruleAt(pinned.policy, policyPlace ?? DEFAULT_PLACE);
  return appealOf === null ? usedOf(rule, methods) : forAppeal(rule, methods);
};

/** What the answers, events and tokens of a rule with `hideMethod` say in place of a method. */
export const UNDISCLOSED = "undisclosed";

const HOUR_SECONDS = 3_600;

/** How long a token lives under a rule, in seconds: never longer than the tenant's own tokens. */
export const tokenLife = (rule: EffectiveRule | null, tokenTtlSeconds: number): number => {
  const days = rule?.proofMaxAgeDays ?? null;
  if (days === null) return tokenTtlSeconds;
  return Math.min(tokenTtlSeconds, days === 0 ? HOUR_SECONDS : days * 24 * HOUR_SECONDS);
};
