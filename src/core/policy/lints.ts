import { MINIMUM_AGE } from "#core/verification.ts";
import {
  type Addition,
  type Available,
  isEstimate,
  type LintCode,
  type LintLevel,
  namesOf,
  type Verdict,
  type Way,
} from "./advice.ts";
import { appealsOf } from "./choices.ts";
import type { NameOf } from "./diff.ts";
import { documentAgain, JUDGES, nothingShown } from "./judges.ts";
import { isReuse, type MethodTraits } from "./method-id.ts";
import { type Missing, missingOf, type Supplies } from "./offer.ts";
import { attemptsOf, type EffectiveRule, type Policy, rulesOf } from "./policy.ts";

/** What a method that is not offered now causes: findings that go away once it counts. */
type Caused = { code: LintCode; level: LintLevel };

/** `message` is for an officer: what is wrong, and what to do. */
export type Lint = {
  code: LintCode;
  level: LintLevel;
  place: string;
  message: string;
  /** What would answer it; absent: no method of this service would. */
  add?: Addition;
  /** The findings that are part of this one, because it alone causes them; absent: none. */
  causes?: readonly Caused[];
};

/** Words for a sentence such as `Wallet counts only once your operator trusts an issuer.` */
const COUNTS_ONCE: Readonly<Record<Exclude<Missing, "not_here">, string>> = {
  switched_off: "it is switched on",
  untrusted: "your operator trusts an issuer",
  no_proof: "a zero-knowledge proof can be asked for",
  age_unanswered: "something that it accepts can prove the minimum age",
};

type Named = { id: string; name: string };

/** What a rule is judged by: the traits of the methods that count, and what this service has besides. */
type Judging = {
  methods: Supplies;
  available: readonly Available[];
  traitsOf: (id: string) => MethodTraits | undefined;
};

/** What each judge says, in the order in which an officer reads it; null: nothing. */
const verdictsOn = (
  rule: EffectiveRule,
  { methods, available, traitsOf }: Judging,
): readonly (Verdict | null)[] => {
  // A person first has to prove their age somewhere: a repeated proof must not be the only method left.
  const enabled = rule.methods.filter(({ id, use }) => use !== "off" && !(isReuse(id) && methods.has(id)));
  // A method that is not offered now does not count towards what the rule must leave a person.
  const ways = enabled.flatMap((method): Way[] => {
    const traits = method.use === "appeal" ? undefined : traitsOf(method.id);
    const sureTries = traits && isEstimate(traits) ? 0 : attemptsOf(rule, method);
    return traits ? [{ id: method.id, traits, isOffered: method.use === "offer", sureTries }] : [];
  });
  const appeals = appealsOf(rule, null).flatMap((id) => traitsOf(id) ?? []);
  const judged = { rule, ways, appeals, available };
  return [
    nothingShown(judged),
    ...JUDGES.map((judge) => (ways.length === 0 ? null : judge(judged))),
    documentAgain(judged),
  ];
};

/** A rule's verdicts now, and as they would be if methods that are not offered now counted. */
const judging = (rule: EffectiveRule, methods: Supplies, nameOf: NameOf) => {
  const whyNot = (id: string) => missingOf(methods.get(id), rule.minimumAge ?? MINIMUM_AGE.default);
  const available = [...methods].flatMap(([id, traits]): Available[] =>
    whyNot(id) === null && !isReuse(id) ? [{ id, name: nameOf(id), traits }] : [],
  );
  const verdictsWith = (counted: readonly string[]) =>
    verdictsOn(rule, {
      methods,
      available,
      traitsOf: (id) => (whyNot(id) === null || counted.includes(id) ? methods.get(id) : undefined),
    });
  return { whyNot, available, verdictsWith };
};

const lower = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

/** The additions that answer all of these findings, or else the first that answers one. */
const answersTo = (verdicts: readonly Verdict[]): Addition | undefined => {
  const [first, ...others] = verdicts.flatMap(({ add }) => (add?.use === "offer" ? [add] : []));
  const common = first?.methods.filter((id) => others.every(({ methods }) => methods.includes(id))) ?? [];
  return common.length > 0 ? { use: "offer", methods: common } : first;
};

/**
 * A method that is not offered now, as one finding with everything that is wrong only because of it. It blocks where
 * one of those would.
 */
const notOffered = (
  { id, name, why }: Named & { why: Exclude<Missing, "not_here"> },
  caused: readonly Verdict[],
  { place, available }: { place: string; available: readonly Available[] },
): Lint => {
  const head = `${name} counts only once ${COUNTS_ONCE[why]}.`;
  const [first] = caused;
  const base = { code: "method_not_offered", place } as const;
  if (!first) return { ...base, level: "warn", message: `${head} Until then it is not offered.` };
  const add = answersTo(caused);
  const named = available.filter((method) => method.id !== id && add?.methods.includes(method.id));
  const todo = named.length > 0 ? `Add ${namesOf(named)} to offer more until then.` : first.todo;
  return {
    ...base,
    level: caused.some(({ level }) => level === "block") ? "block" : "warn",
    message: `${head} Until then: ${caused.map(({ what }) => lower(what)).join("; ")}. ${todo}`,
    ...(add && { add }),
    causes: caused.map(({ code, level }) => ({ code, level })),
  };
};

const lintRule = (rule: EffectiveRule, methods: Supplies, nameOf: NameOf): Lint[] => {
  const { place } = rule;
  const { whyNot, available, verdictsWith } = judging(rule, methods, nameOf);
  const named = [...new Set(rule.methods.flatMap(({ id, use }) => (use === "off" ? [] : [id])))];
  const away = named.flatMap((id) => {
    const why = whyNot(id);
    return why === null || why === "not_here" ? [] : [{ id, name: nameOf(id), why }];
  });
  const now = verdictsWith([]);
  const withAll = verdictsWith(away.map(({ id }) => id));
  const withEach = away.map(({ id }) => ({ id, verdicts: verdictsWith([id]) }));
  /** The method that would end a finding if it counted; undefined: none, so that the finding stands by itself. */
  const causeOf = (index: number): string | undefined =>
    withAll[index] ? undefined : withEach.find(({ verdicts }) => !verdicts[index])?.id;
  const causedBy = (id: string | undefined): Verdict[] =>
    now.flatMap((verdict, index) => (verdict && causeOf(index) === id ? [verdict] : []));
  return [
    ...named.flatMap((id): Lint[] =>
      whyNot(id) === "not_here"
        ? [
            {
              code: "unknown_method",
              level: "block",
              place,
              message: `This service has no method called ${nameOf(id)}. Remove it or switch it on.`,
            },
          ]
        : away.flatMap((method) =>
            method.id === id ? [notOffered(method, causedBy(id), { place, available })] : [],
          ),
    ),
    ...causedBy(undefined).map(
      ({ code, level, what, todo, add }): Lint => ({
        ...{ code, level, place, message: `${what} ${todo}` },
        ...(add && { add }),
      }),
    ),
  ];
};

const LAW_OF_CHOICE: readonly LintCode[] = ["one_way_only", "document_only"];

/** A method as the interface calls it. */
const quoted: NameOf = (id) => `"${id}"`;

/**
 * Why the law of the rule's place forbids offering only these of its methods, in words: a start may not
 * choose what a policy may not say. What to add is of no use to a start, which has only the methods of its rule.
 * @returns null: it does not
 */
export const unlawfulChoice = (rule: EffectiveRule, methods: Supplies): string | null => {
  const found = judging(rule, methods, quoted)
    .verdictsWith([])
    .find((verdict) => verdict?.level === "block" && LAW_OF_CHOICE.includes(verdict.code));
  return found?.what ?? null;
};

/**
 * The faults of a policy, rule by rule: the default, then the places in their order. What is wrong only because
 * a method is not offered now is part of the finding about that method.
 * @param methods the methods that the tenant has in live mode
 * @param nameOf how the reader knows a method; omitted: its id in quotation marks
 */
export const lintPolicy = (policy: Policy, methods: Supplies, nameOf: NameOf = quoted): Lint[] =>
  rulesOf(policy).flatMap((rule) => lintRule(rule, methods, nameOf));
