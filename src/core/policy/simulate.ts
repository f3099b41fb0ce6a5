import { type AgeBand, bandOfAge, bandOfFacts, reaches } from "#core/age-over.ts";
import { counted } from "#core/text.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import {
  appealsOf,
  type Choices,
  choicesOf,
  isConclusive,
  type MethodStanding,
  NOTHING_TRIED,
  type Progress,
} from "./choices.ts";
import { type Device, isReuse, isUsable, type MethodTraits } from "./method-id.ts";
import { leadsSomewhere, MISSING_WORDS, type Missing, missingOf, type Supplies } from "./offer.ts";
import {
  attemptsOf,
  type EffectiveRule,
  type MethodRule,
  type Place,
  type Policy,
  ruleFor,
} from "./policy.ts";
import { usedUpToday } from "./progress.ts";

/** What a simulated person does: a method that fails, one that works, or "I cannot use any of these". */
export type Move = { kind: "fails" | "works"; method: string } | { kind: "asks_for_others" };

/** A method on the page of one step, and why it is or is not there. */
export type SeenMethod = {
  id: string;
  standing: MethodStanding;
  isShown: boolean;
  /** Whether the person has everything it needs. */
  isUsable: boolean;
  why: string;
};

export type Ending = "open" | "approved" | "rejected" | "no_tries_left" | "stranded";

export type Step = {
  /** What led here; null: the person has just arrived. */
  move: Move | null;
  /** The outcome of the move, or how things stand. */
  said: string;
  methods: SeenMethod[];
  attemptsLeft: number;
  /** Whether "I cannot use any of these" is shown. */
  hasOthers: boolean;
  ending: Ending;
  /** After a rejection: the methods to appeal it with. */
  appeals: string[];
};

export type Person = Partial<Place> & {
  /** In whole years. */
  age: number;
  device: Device;
  /** Whether the tenant names the person (`subjectRef`): a day then allows three tries of a method. */
  isNamed?: boolean;
};

export type Simulation = { rule: EffectiveRule; steps: Step[] };

const MISSING = {
  camera: "a camera",
  phone: "a smartphone",
  identity_document: "an identity document",
} as const;

const WHY: Readonly<Record<MethodStanding, (rule: EffectiveRule, method: MethodRule) => string>> = {
  shown: (_, { use }) =>
    use === "fallback"
      ? "Shown, because fewer other methods are open than the rule asks for, or the person asked for others."
      : "Shown from the start.",
  used_up: (rule, method) =>
    `Closed: ${counted(attemptsOf(rule, method), "try", "tries")} of it, or all tries, are used up.`,
  closed: () =>
    "Closed: it cannot decide for this person, or they have used up their three tries for the day.",
  waits: () =>
    "Not shown yet: it appears after the other methods’ tries are used up, or when the person asks for others.",
  appeal_only: () => "For appeals only.",
  off: () => "Switched off.",
};

/** What the method would learn about this person: an attestation covers certain ages only. */
const learned = ({ answers }: MethodTraits, age: number): AgeBand | null =>
  answers === null
    ? bandOfAge(age)
    : bandOfFacts(answers.map((threshold) => ({ threshold, isOver: age >= threshold })));

type World = { rule: EffectiveRule; methods: Supplies; person: Person };
type State = { progress: Progress; decision: { isApproved: boolean; by: string } | null };

const missingText = (traits: MethodTraits, device: Device): string => {
  const isMissing = (need: MethodTraits["needs"][number]) => !isUsable({ needs: [need] }, device);
  const missing = traits.needs.filter(isMissing).map((need) => MISSING[need]);
  return missing.length === 0 ? "" : ` This person does not have ${missing.join(" or ")}.`;
};

/** Why a method is not offered now, for the rule's minimum age; null: it can be offered. */
const whyNot = ({ rule, methods }: World, id: string): Missing | null =>
  missingOf(methods.get(id), rule.minimumAge ?? MINIMUM_AGE.default);

const seen = (world: World, choices: Choices): SeenMethod[] =>
  choices.standings.map(({ id, standing }, index) => {
    const { rule, methods, person } = world;
    const method = rule.methods[index] ?? { id, use: "off" };
    const traits = methods.get(id);
    const missing = whyNot(world, id);
    if (!traits || missing !== null) {
      const why = `Not offered: ${MISSING_WORDS[missing ?? "not_here"]}.`;
      return { id, standing, isShown: false, isUsable: false, why };
    }
    const isHere = isUsable(traits, person.device);
    const isShown = standing === "shown";
    const lacking = isShown ? missingText(traits, person.device) : "";
    return { id, standing, isShown, isUsable: isHere, why: WHY[standing](rule, method) + lacking };
  });

const choicesIn = (world: World, { progress }: State): Choices => {
  const { rule, person } = world;
  const usedUp = person.isNamed ? usedUpToday(progress.tries) : [];
  const missing = rule.methods.flatMap(({ id }) => (whyNot(world, id) === null ? [] : [id]));
  return choicesOf(rule, { ...progress, closed: [...progress.closed, ...usedUp, ...missing] });
};

/** The state after a move; null if the person could not have made it. */
const after = (world: World, state: State, move: Move): [State, string] | null => {
  const { rule, methods, person } = world;
  const { progress } = state;
  const choices = choicesIn(world, state);
  if (state.decision) return null;
  if (move.kind === "asks_for_others")
    return choices.hasOthers
      ? [
          { ...state, progress: { ...progress, hasAskedForOthers: true } },
          "The person asked for other methods.",
        ]
      : null;
  const { method: id } = move;
  const traits = methods.get(id);
  if (!traits || !choices.methods.includes(id) || !isUsable(traits, person.device)) return null;

  const isFree = isReuse(id);
  const tries = { ...progress.tries, [id]: (progress.tries[id] ?? 0) + 1 };
  const tried = isFree ? progress : { ...progress, tries };
  if (move.kind === "fails")
    return [
      { ...state, progress: tried },
      isFree ? "No decision: a refused key uses up no try." : "No decision, for instance a blurred photo.",
    ];
  const band = learned(traits, person.age);
  const minimumAge = rule.minimumAge ?? MINIMUM_AGE.default;
  const isOver = band === null ? null : reaches(band, minimumAge);
  if (band === null || isOver === null)
    return [
      { ...state, progress: tried },
      `No decision: it does not say whether the person is ${minimumAge}.`,
    ];
  if (traits.category === "estimation" && !isConclusive({ band, minimumAge }, rule.challengeAge))
    return [
      { ...state, progress: { ...progress, closed: [...progress.closed, id] } },
      `Inconclusive: the estimate is below the challenge age of ${rule.challengeAge}. Another method has to decide.`,
    ];
  const said = isOver ? `Approved: ${minimumAge} or over.` : `Rejected: under ${minimumAge}.`;
  return [{ ...state, decision: { isApproved: isOver, by: id } }, said];
};

const endingOf = (state: State, choices: Choices, methods: readonly SeenMethod[]): Ending => {
  if (state.decision) return state.decision.isApproved ? "approved" : "rejected";
  if (choices.attemptsLeft === 0) return "no_tries_left";
  const open = methods.flatMap(({ id, isShown, isUsable }) => (isShown && isUsable ? [id] : []));
  return choices.hasOthers || leadsSomewhere(open) ? "open" : "stranded";
};

const stepOf = (world: World, state: State, move: Move | null, said: string): Step => {
  const choices = choicesIn(world, state);
  const methods = seen(world, choices);
  const ending = endingOf(state, choices, methods);
  const { attemptsLeft, hasOthers } = choices;
  const kept = ending === "rejected" ? appealsOf(world.rule, state.decision?.by ?? null) : [];
  const appeals = kept.filter((id) => whyNot(world, id) === null);
  return { move, said, methods, attemptsLeft, hasOthers, ending, appeals };
};

/**
 * What a person sees, step by step, and why. A move that the person could not make ends the simulation before it: a method
 * that is not shown, or that needs something the person does not have. The same input always gives the same steps.
 * @param methods the methods that the tenant has in live mode
 */
export const simulate = (
  policy: Policy,
  methods: Supplies,
  { person, script }: { person: Person; script: readonly Move[] },
): Simulation => {
  const world: World = { rule: ruleFor(policy, person), methods, person };
  let state: State = { progress: NOTHING_TRIED, decision: null };
  const steps = [stepOf(world, state, null, "The person opens the page.")];
  for (const move of script) {
    const next = after(world, state, move);
    if (next === null) break;
    state = next[0];
    steps.push(stepOf(world, state, move, next[1]));
  }
  return { rule: world.rule, steps };
};
