import { type AgeBand, reaches } from "#core/age-over.ts";
import { isReuse } from "./method-id.ts";
import { attemptsOf, type EffectiveRule, type MethodRule } from "./policy.ts";

/** The progress of a verification: what was tried, and what the person said. */
export type Progress = {
  /** Tries without a decision, by method. */
  tries: Readonly<Record<string, number>>;
  /** "I cannot use any of these." */
  hasAskedForOthers: boolean;
  /**
   * Ended for a reason other than tries: an estimate was inconclusive, the person's tries for the day are
   * used up, or the method is not available.
   */
  closed: readonly string[];
};

export const NOTHING_TRIED: Progress = { tries: {}, hasAskedForOthers: false, closed: [] };

/** Whether a method is shown, and if not, why. */
export type MethodStanding = "shown" | "used_up" | "closed" | "waits" | "appeal_only" | "off";

export type Choices = {
  /** The methods that the person can use now, in the policy's order. */
  methods: string[];
  attemptsLeft: number;
  /** Whether "I cannot use any of these" leads to something. */
  hasOthers: boolean;
  /** For each method of the rule. */
  standings: { id: string; standing: MethodStanding }[];
};

const triesOf = ({ tries }: Progress, id: string): number =>
  Object.hasOwn(tries, id) ? (tries[id] ?? 0) : 0;

/** What a person can do under a rule. The same progress always gives the same choices. */
export const choicesOf = (rule: EffectiveRule, progress: Progress): Choices => {
  const tried = Object.values(progress.tries).reduce((sum, tries) => sum + tries, 0);
  const attemptsLeft = Math.max(0, rule.attemptsInAll - tried);
  const isUsedUp = (method: MethodRule) => triesOf(progress, method.id) >= attemptsOf(rule, method);
  const isOpen = (method: MethodRule) =>
    attemptsLeft > 0 && !isUsedUp(method) && !progress.closed.includes(method.id);
  const open = (use: MethodRule["use"]) =>
    rule.methods.filter((method) => method.use === use && isOpen(method));
  const choices = open("offer").filter(({ id }) => !isReuse(id)).length;
  const showsFallbacks = progress.hasAskedForOthers || choices < rule.minimumChoices;

  const standingOf = (method: MethodRule): MethodStanding => {
    if (method.use === "off") return "off";
    if (method.use === "appeal") return "appeal_only";
    if (progress.closed.includes(method.id)) return "closed";
    if (!isOpen(method)) return "used_up";
    return method.use === "fallback" && !showsFallbacks ? "waits" : "shown";
  };

  const standings = rule.methods.map((method) => ({ id: method.id, standing: standingOf(method) }));
  return {
    methods: standings.flatMap(({ id, standing }) => (standing === "shown" ? [id] : [])),
    attemptsLeft,
    hasOthers: standings.some(({ standing }) => standing === "waits"),
    standings,
  };
};

/**
 * The methods by which a rejection can be appealed: those kept for it, never the one that rejected. A method
 * that repeats an earlier proof is left out too: it says nothing new about the person.
 */
export const appealsOf = (rule: EffectiveRule, decidedBy: string | null): string[] =>
  rule.methods.flatMap(({ id, use }) => (use === "appeal" && id !== decidedBy && !isReuse(id) ? [id] : []));

/**
 * Whether an estimate decides: from the challenge age on it approves, below the minimum age it rejects, and
 * between them it is inconclusive. Without a challenge age, every estimate decides.
 */
export const isConclusive = (
  { band, minimumAge }: { band: AgeBand; minimumAge: number },
  challengeAge: number | null,
): boolean => {
  if (reaches(band, minimumAge) !== true) return reaches(band, minimumAge) === false;
  return challengeAge === null || reaches(band, Math.max(challengeAge, minimumAge)) === true;
};
