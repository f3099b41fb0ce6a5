import { MINIMUM_AGE } from "#core/verification.ts";
import { appealsOf } from "./choices.ts";
import { isReuse } from "./method-id.ts";
import { MISSING_WORDS, missingOf, type Supplies } from "./offer.ts";
import { lawAt } from "./places.ts";
import { attemptsOf, type EffectiveRule, type Policy, rulesOf } from "./policy.ts";
import { answersAge, type Device, isUsable, type MethodTraits } from "./traits.ts";

/** The faults that a rule can have; docs/policies.md says what to do about each. */
export const LINT_CODES = [
  "unknown_method",
  "method_not_offered",
  "no_method_offered",
  "one_way_only",
  "too_few_choices",
  "document_only",
  "no_way_without_camera",
  "no_way_without_phone",
  "no_way_without_either",
  "attempts_run_out",
  "estimation_without_buffer",
  "only_estimation",
  "threshold_unanswered",
  "requires_unmet",
  "france_without_double_blind",
  "appeal_collects_document",
  "appeal_never_offered",
  "self_declaration",
] as const;

export type LintCode = (typeof LINT_CODES)[number];

/** `block` refuses the publication; `warn` has to be accepted by code. */
export type LintLevel = "block" | "warn";

/** `message` is for an officer: what is wrong, and what to do. */
export type Lint = { code: LintCode; level: LintLevel; place: string; message: string };

/** A method that can lead to a decision: one that the rule offers, from the start or later. */
type Way = {
  id: string;
  traits: MethodTraits;
  isOffered: boolean;
  /** Tries that a person is sure to have: an inconclusive estimate ends its method and uses up no try. */
  sureTries: number;
};

type Judged = { rule: EffectiveRule; ways: readonly Way[]; appeals: readonly MethodTraits[] };

type Verdict = { code: LintCode; level: LintLevel; message: string } | null;

const sureTriesOf = (ways: readonly Way[]): number => ways.reduce((sum, { sureTries }) => sum + sureTries, 0);

const block = (code: LintCode, message: string): Verdict => ({ code, level: "block", message });
const warn = (code: LintCode, message: string): Verdict => ({ code, level: "warn", message });
const refusedWhere = (isRefused: boolean, code: LintCode, message: string): Verdict => ({
  code,
  level: isRefused ? "block" : "warn",
  message,
});

const isEstimate = ({ category }: MethodTraits): boolean => category === "estimation";

type Judge = (judged: Judged) => Verdict;

/**
 * What a person without something can still do; null if that is enough for every try that the rule allows.
 */
const without =
  (code: LintCode, what: string, device: Device): Judge =>
  ({ rule, ways }) => {
    const usable = ways.filter(({ traits }) => isUsable(traits, device));
    if (usable.length === 0)
      return warn(
        code,
        `A person without ${what} has no method at all. Add one that needs none, such as a voucher.`,
      );
    const tries = sureTriesOf(usable);
    if (tries >= rule.attemptsInAll || tries >= sureTriesOf(ways)) return null;
    return warn(
      code,
      `A person without ${what} has ${tries} of ${rule.attemptsInAll} tries. Allow more tries of a method that needs none.`,
    );
  };

const withoutCamera = without("no_way_without_camera", "a camera", { hasCamera: false, hasPhone: true });
const withoutPhone = without("no_way_without_phone", "a smartphone", { hasCamera: true, hasPhone: false });
const withoutEither = without("no_way_without_either", "a camera and a smartphone", {
  hasCamera: false,
  hasPhone: false,
});

// Each judges one aspect of a rule that offers something. An officer reads them in this order.
const JUDGES: readonly Judge[] = [
  ({ rule, ways }) =>
    ways.length === 1
      ? refusedWhere(
          lawAt(rule.place).asksForChoice,
          "one_way_only",
          "Only one method is offered. Add another, so that people it fails for can still finish.",
        )
      : null,
  ({ rule: { minimumChoices }, ways }) => {
    if (ways.length < minimumChoices && ways.length > 1)
      return warn(
        "too_few_choices",
        `${minimumChoices} methods are to be open at once, but there are only ${ways.length}. Add a method or ask for fewer.`,
      );
    const offered = ways.filter(({ isOffered }) => isOffered).length;
    return offered < minimumChoices && offered < ways.length
      ? warn(
          "too_few_choices",
          `${minimumChoices} methods are to be open at once, but only ${offered} ${offered === 1 ? "is" : "are"} shown from the start, so the others appear at once as well. Show more from the start or ask for fewer.`,
        )
      : null;
  },
  ({ rule, ways }) =>
    ways.every(({ traits }) => traits.needs.includes("identity_document"))
      ? refusedWhere(
          lawAt(rule.place).documentNotAlone,
          "document_only",
          "Every method asks for an identity document. Add one that does not, such as a wallet or a voucher.",
        )
      : null,
  withoutCamera,
  withoutPhone,
  // If one of the first two already found something, that is enough.
  (judged) => ((withoutCamera(judged) ?? withoutPhone(judged)) ? null : withoutEither(judged)),
  ({ rule: { attemptsInAll }, ways }) => {
    const tries = sureTriesOf(ways);
    return tries < attemptsInAll && !ways.every(({ traits }) => isEstimate(traits))
      ? block(
          "attempts_run_out",
          `${attemptsInAll} tries are allowed in all, but the methods together allow only ${tries}, which would leave a person without a method. Estimates do not count. Allow more tries of a method, or fewer in all.`,
        )
      : null;
  },
  ({ rule: { challengeAge, minimumAge }, ways, appeals }) =>
    [...ways.map(({ traits }) => traits), ...appeals].some(isEstimate) &&
    (challengeAge ?? 0) <= (minimumAge ?? MINIMUM_AGE.default)
      ? block(
          "estimation_without_buffer",
          "An age is estimated, and estimates can be years off. Set a challenge age above the minimum age.",
        )
      : null,
  ({ ways }) =>
    ways.every(({ traits }) => isEstimate(traits))
      ? block(
          "only_estimation",
          "Every method is an estimate, so a person with an inconclusive one cannot finish. Add a method that verifies the age.",
        )
      : null,
  ({ rule: { minimumAge }, ways }) => {
    const age = minimumAge ?? MINIMUM_AGE.default;
    if (!ways.some(({ traits }) => answersAge(traits, age)))
      return block(
        "threshold_unanswered",
        `No method is certain to answer "${age} or over". Add one that is, such as an ID document.`,
      );
    return minimumAge === null && ways.every(({ traits }) => traits.answers !== null)
      ? warn(
          "threshold_unanswered",
          "Each verification sets its own minimum age, and no method can decide for every age. Set the minimum age in this rule, or add a method.",
        )
      : null;
  },
  ({ rule: { minimumAge }, appeals }) => {
    const verifying = appeals.filter((traits) => !isEstimate(traits));
    const isSure = verifying.some((traits) =>
      minimumAge === null ? traits.answers === null : answersAge(traits, minimumAge),
    );
    if (appeals.length === 0 || isSure) return null;
    return warn(
      "threshold_unanswered",
      minimumAge === null
        ? "Each verification sets its own minimum age, and no appeal method is certain to decide for every age, so an appeal may end without a decision. Add one that is, such as a voucher, or set the minimum age in this rule."
        : "No appeal method is certain to answer the minimum age, so an appeal may end without a decision. Add one that is, such as a voucher.",
    );
  },
  ({ rule, ways }) =>
    rule.methods.some(({ use }) => use === "appeal") &&
    ways.every(({ id }) => appealsOf(rule, id).length === 0)
      ? warn(
          "appeal_never_offered",
          "There is an appeal method, but none can be offered: neither the method that rejected the person nor an age key, which proves nothing new. Add another, such as a voucher.",
        )
      : null,
  ({ rule: { requires }, ways }) =>
    requires.includes("double_blind") && !ways.some(({ traits }) => traits.isDoubleBlind)
      ? block(
          "requires_unmet",
          "A double-blind method is required, and none of the methods is double-blind. Add one or drop the requirement.",
        )
      : null,
  ({ rule: { place }, ways }) =>
    lawAt(place).asksForDoubleBlind && !ways.some(({ traits }) => traits.isDoubleBlind)
      ? warn(
          "france_without_double_blind",
          "France asks for at least one double-blind method that most people can use. Add one as soon as this service has it.",
        )
      : null,
  ({ rule: { place }, ways, appeals }) =>
    [...ways.map(({ traits }) => traits), ...appeals].some(({ category }) => category === "self_declared")
      ? refusedWhere(
          lawAt(place).refusesSelfDeclaration,
          "self_declaration",
          "A person can simply state an age, which proves nothing. Switch that method off.",
        )
      : null,
];

const lintRule = (rule: EffectiveRule, methods: Supplies): Lint[] => {
  const at = (verdict: Verdict): Lint[] => (verdict ? [{ ...verdict, place: rule.place }] : []);
  const all = rule.methods.filter(({ use }) => use !== "off");
  // A person first has to prove their age somewhere: a repeated proof must not be the only method left.
  const enabled = all.filter(({ id }) => !isReuse(id) || !methods.has(id));
  const whyNot = (id: string) => missingOf(methods.get(id), rule.minimumAge ?? MINIMUM_AGE.default);
  const traitsOf = (id: string) => (whyNot(id) === null ? methods.get(id) : undefined);
  const missing = [...new Set(all.map(({ id }) => id))].flatMap((id) => {
    const why = whyNot(id);
    return why === null ? [] : [{ id, why }];
  });
  // A method that nobody is offered now does not count towards what the rule must leave a person.
  const ways = enabled.flatMap((method): Way[] => {
    const traits = method.use === "appeal" ? undefined : traitsOf(method.id);
    const sureTries = traits && isEstimate(traits) ? 0 : attemptsOf(rule, method);
    return traits ? [{ id: method.id, traits, isOffered: method.use === "offer", sureTries }] : [];
  });
  const appeals = appealsOf(rule, null).flatMap((id) => traitsOf(id) ?? []);
  const judged: Judged = { rule, ways, appeals };
  return [
    ...missing.flatMap(({ id, why }) =>
      at(
        why === "not_here"
          ? block("unknown_method", `This service has no method called "${id}". Remove it or switch it on.`)
          : warn(
              "method_not_offered",
              `Nobody is offered "${id}" now: ${MISSING_WORDS[why]}. Until then it does not count.`,
            ),
      ),
    ),
    ...at(
      ways.some(({ isOffered }) => isOffered)
        ? null
        : block("no_method_offered", "No method is shown from the start. Show at least one."),
    ),
    ...(ways.length === 0 ? [] : JUDGES.flatMap((judge) => at(judge(judged)))),
    ...at(
      appeals.some(({ needs }) => needs.includes("identity_document"))
        ? block(
            "appeal_collects_document",
            "An appeal must not collect an identity document. Use a method such as a voucher for appeals.",
          )
        : null,
    ),
  ];
};

const LAW_OF_CHOICE: readonly LintCode[] = ["one_way_only", "document_only"];

/**
 * Why the law of the rule's place forbids offering only these of its methods, in words: a start may not
 * choose what a policy may not say.
 * @returns null: it does not
 */
export const unlawfulChoice = (rule: EffectiveRule, methods: Supplies): string | null =>
  lintRule(rule, methods).find(({ code, level }) => level === "block" && LAW_OF_CHOICE.includes(code))
    ?.message ?? null;

/**
 * The faults of a policy, rule by rule: the default, then the places in their order.
 * @param methods the methods that the tenant has in live mode
 */
export const lintPolicy = (policy: Policy, methods: Supplies): Lint[] =>
  rulesOf(policy).flatMap((rule) => lintRule(rule, methods));
