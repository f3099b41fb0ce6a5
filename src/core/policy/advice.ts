import { appealsOf } from "./choices.ts";
import type { MethodTraits } from "./method-id.ts";
import type { EffectiveRule } from "./policy.ts";

/** The faults that a rule can have; docs/policies.md says what to do about each. */
export const LINT_CODES = [
  "unknown_method",
  "method_not_offered",
  "no_method_offered",
  "one_way_only",
  "too_few_choices",
  "document_only",
  "document_unbound",
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

/** A finding's code, and the codes of the findings that are part of it: each has to be accepted by name. */
export const codesOf = ({
  code,
  causes = [],
}: {
  code: LintCode;
  causes?: readonly { code: LintCode }[];
}): LintCode[] => [...new Set([code, ...causes.map((cause) => cause.code)])];

/** A method that can lead to a decision: one that the rule offers, from the start or later. */
export type Way = {
  id: string;
  traits: MethodTraits;
  isOffered: boolean;
  /** Tries that a person is sure to have: an inconclusive estimate ends its method and uses up no try. */
  sureTries: number;
};

/** A method that this service can offer now for the rule's age, by the name that the reader knows. */
export type Available = { id: string; name: string; traits: MethodTraits };

export type Judged = {
  rule: EffectiveRule;
  ways: readonly Way[];
  appeals: readonly MethodTraits[];
  available: readonly Available[];
};

/** Methods any of which would answer a finding, and how the rule should use it. */
export type Addition = { use: "offer" | "appeal"; methods: readonly string[] };

/** `todo` and `add`: what to do about it, with what this service can offer. */
export type Advice = { todo: string; add?: Addition };

/** `what`: one sentence. */
export type Verdict = Advice & { code: LintCode; level: LintLevel; what: string };

const verdict =
  (level: LintLevel) =>
  (code: LintCode, what: string, advice: string | Advice): Verdict => ({
    code,
    level,
    what,
    ...(typeof advice === "string" ? { todo: advice } : advice),
  });

/** A finding that refuses the publication, and one that has to be accepted. */
export const block = verdict("block");
export const warn = verdict("warn");
/** Blocks where the law of the place refuses it, and warns elsewhere. */
export const refusedWhere = (isRefused: boolean) => (isRefused ? block : warn);

/** Whether a method only estimates the age. */
export const isEstimate = ({ category }: MethodTraits): boolean => category === "estimation";

const CHOICE = new Intl.ListFormat("en-GB", { type: "disjunction" });
const MOST_NAMED = 2;

/** `ID document or Voucher` */
export const namesOf = (methods: readonly Available[]): string =>
  CHOICE.format(methods.map(({ name }) => name));

/** The methods that would answer a finding: an estimate or a stated age would bring findings with it. */
export const fitting = (available: readonly Available[], fits: (method: Available) => boolean): Available[] =>
  available
    .filter((method) => method.traits.category === "verification" && fits(method))
    .slice(0, MOST_NAMED);

type Fits = (traits: MethodTraits) => boolean;

/** What a rule lacks of what this service can offer. */
export const toOffer = ({ ways, available }: Judged, fits: Fits): Available[] =>
  fitting(available, ({ id, traits }) => !ways.some((way) => way.id === id) && fits(traits));

/** The methods that a rule could keep for appeals besides its own. */
export const toAppeal = ({ rule, ways, available }: Judged, fits: Fits): Available[] => {
  const kept = appealsOf(rule, null);
  // The only method that can reject is never offered for the appeal.
  const isFree = (id: string): boolean => !kept.includes(id) && ways.some((way) => way.id !== id);
  return fitting(
    available,
    ({ id, traits }) => isFree(id) && !traits.needs.includes("identity_document") && fits(traits),
  );
};

const NONE_LEFT = "This service has none to add now.";

/** @param say the advice with the names of what can be added */
export const adding = (
  methods: readonly Available[],
  say: (names: string) => string,
  { use = "offer", without = NONE_LEFT }: { use?: Addition["use"]; without?: string } = {},
): Advice =>
  methods.length === 0
    ? { todo: without }
    : { todo: say(namesOf(methods)), add: { use, methods: methods.map(({ id }) => id) } };
