import { MINIMUM_AGE } from "#core/verification.ts";
import {
  adding,
  block,
  fitting,
  isEstimate,
  type Judged,
  type LintCode,
  refusedWhere,
  toAppeal,
  toOffer,
  type Verdict,
  type Way,
  warn,
} from "./advice.ts";
import { appealsOf } from "./choices.ts";
import { answersAge, type Device, isUsable, type MethodTraits } from "./method-id.ts";
import { lawAt } from "./places.ts";
import { isDocumentUnbound } from "./proof-kind.ts";
import { isListed, unboundRefusal } from "./regulators.ts";

export type Judge = (judged: Judged) => Verdict | null;

const sureTriesOf = (ways: readonly Way[]): number => ways.reduce((sum, { sureTries }) => sum + sureTries, 0);

/**
 * What a person without something can still do; null if that is enough for every try that the rule allows.
 */
const without =
  (code: LintCode, what: string, device: Device): Judge =>
  (judged) => {
    const { rule, ways } = judged;
    const usable = ways.filter(({ traits }) => isUsable(traits, device));
    if (usable.length === 0) {
      const others = toOffer(judged, (traits) => isUsable(traits, device));
      return warn(
        code,
        `A person without ${what} has no method at all.`,
        adding(others, (names) => `Add one that needs none, such as ${names}.`),
      );
    }
    const tries = sureTriesOf(usable);
    if (tries >= rule.attemptsInAll || tries >= sureTriesOf(ways)) return null;
    return warn(
      code,
      `A person without ${what} has ${tries} of ${rule.attemptsInAll} tries.`,
      "Allow more tries of a method that needs none.",
    );
  };

const withoutCamera = without("no_way_without_camera", "a camera", { hasCamera: false, hasPhone: true });
const withoutPhone = without("no_way_without_phone", "a smartphone", { hasCamera: true, hasPhone: false });
const withoutEither = without("no_way_without_either", "a camera and a smartphone", {
  hasCamera: false,
  hasPhone: false,
});

/** Whether a person can begin at all. */
export const nothingShown: Judge = ({ ways, available }) =>
  ways.some(({ isOffered }) => isOffered)
    ? null
    : block(
        "no_method_offered",
        "No method is shown from the start.",
        adding(
          fitting(available, () => true),
          (names) => `Show at least one, such as ${names}.`,
        ),
      );

/** Whether an appeal asks for what the first check already had. */
export const documentAgain: Judge = (judged) =>
  judged.appeals.some(({ needs }) => needs.includes("identity_document"))
    ? block(
        "appeal_collects_document",
        "An appeal must not collect an identity document.",
        // Adding one would not take the document away.
        adding(
          toAppeal(judged, () => true),
          (names) => `Use ${names} for appeals instead.`,
          { without: "Use another method for appeals, or none." },
        ).todo,
      )
    : null;

/** Whether a document is shown that nothing ties to the person, where a regulator's list asks for more. */
const documentUnbound: Judge = (judged) => {
  const { place, minimumAge } = judged.rule;
  if (!judged.ways.some(({ traits }) => isDocumentUnbound(traits.proofKind))) return null;
  const found = unboundRefusal(place, minimumAge ?? MINIMUM_AGE.default);
  if (!found) return null;
  // Also where a list refuses it: lists are about some services of a place, and a rule about all of them.
  return warn(
    "document_unbound",
    `A document is shown that no one is compared with, and ${found.why}.`,
    adding(
      toOffer(judged, ({ proofKind }) => isListed(found.regulator, proofKind)),
      (names) => `Offer ${names} in its place.`,
      { without: "Switch it off here, or use a company that compares the face with the document." },
    ).todo,
  );
};

// Each judges one aspect of a rule that offers something. An officer reads them in this order.
export const JUDGES: readonly Judge[] = [
  (judged) =>
    judged.ways.length === 1
      ? refusedWhere(lawAt(judged.rule.place).asksForChoice)(
          "one_way_only",
          "Only one method is offered.",
          adding(
            toOffer(judged, () => true),
            (names) => `Add another, such as ${names}, so that people it fails for can still finish.`,
          ),
        )
      : null,
  (judged) => {
    const { ways } = judged;
    const { minimumChoices } = judged.rule;
    if (ways.length < minimumChoices && ways.length > 1)
      return warn(
        "too_few_choices",
        `${minimumChoices} methods are to be open at once, but there are only ${ways.length}.`,
        adding(
          toOffer(judged, () => true),
          (names) => `Add ${names}, or ask for fewer.`,
          { without: "Ask for fewer." },
        ),
      );
    const offered = ways.filter(({ isOffered }) => isOffered).length;
    return offered < minimumChoices && offered < ways.length
      ? warn(
          "too_few_choices",
          `${minimumChoices} methods are to be open at once, but only ${offered} ${offered === 1 ? "is" : "are"} shown from the start, so the others appear at once as well.`,
          "Show more from the start or ask for fewer.",
        )
      : null;
  },
  (judged) =>
    judged.ways.every(({ traits }) => traits.needs.includes("identity_document"))
      ? refusedWhere(lawAt(judged.rule.place).documentNotAlone)(
          "document_only",
          "Every method asks for an identity document.",
          adding(
            toOffer(judged, ({ needs }) => !needs.includes("identity_document")),
            (names) => `Add one that does not, such as ${names}.`,
          ),
        )
      : null,
  documentUnbound,
  withoutCamera,
  withoutPhone,
  // If one of the first two already found something, that is enough.
  (judged) => ((withoutCamera(judged) ?? withoutPhone(judged)) ? null : withoutEither(judged)),
  ({ rule: { attemptsInAll }, ways }) => {
    const tries = sureTriesOf(ways);
    return tries < attemptsInAll && !ways.every(({ traits }) => isEstimate(traits))
      ? block(
          "attempts_run_out",
          `${attemptsInAll} tries are allowed in all, but the methods together allow only ${tries}, which would leave a person without a method.`,
          "Estimates do not count. Allow more tries of a method, or fewer in all.",
        )
      : null;
  },
  ({ rule: { challengeAge, minimumAge }, ways, appeals }) =>
    [...ways.map(({ traits }) => traits), ...appeals].some(isEstimate) &&
    (challengeAge ?? 0) <= (minimumAge ?? MINIMUM_AGE.default)
      ? block(
          "estimation_without_buffer",
          "An age is estimated, and estimates can be years off.",
          "Set a challenge age above the minimum age.",
        )
      : null,
  (judged) =>
    judged.ways.every(({ traits }) => isEstimate(traits))
      ? block(
          "only_estimation",
          "Every method is an estimate, so a person with an inconclusive one cannot finish.",
          adding(
            toOffer(judged, () => true),
            (names) => `Add one that verifies the age, such as ${names}.`,
          ),
        )
      : null,
  (judged) => {
    const { minimumAge } = judged.rule;
    const age = minimumAge ?? MINIMUM_AGE.default;
    if (!judged.ways.some(({ traits }) => answersAge(traits, age)))
      return block(
        "threshold_unanswered",
        `No method is certain to answer "${age} or over".`,
        adding(
          toOffer(judged, (traits) => answersAge(traits, age)),
          (names) => `Add one that is, such as ${names}.`,
        ),
      );
    return minimumAge === null && judged.ways.every(({ traits }) => traits.answers !== null)
      ? warn(
          "threshold_unanswered",
          "Each verification sets its own minimum age, and no method can decide for every age.",
          adding(
            toOffer(judged, ({ answers }) => answers === null),
            (names) => `Set the minimum age in this rule, or add ${names}.`,
            { without: "Set the minimum age in this rule." },
          ),
        )
      : null;
  },
  (judged) => {
    const { minimumAge } = judged.rule;
    const isSureOf = (traits: MethodTraits): boolean =>
      minimumAge === null ? traits.answers === null : answersAge(traits, minimumAge);
    const verifying = judged.appeals.filter((traits) => !isEstimate(traits));
    if (judged.appeals.length === 0 || verifying.some(isSureOf)) return null;
    const others = toAppeal(judged, isSureOf);
    if (minimumAge !== null)
      return warn(
        "threshold_unanswered",
        "No appeal method is certain to answer the minimum age, so an appeal may end without a decision.",
        adding(others, (names) => `Add one that is, such as ${names}.`, { use: "appeal" }),
      );
    return warn(
      "threshold_unanswered",
      "Each verification sets its own minimum age, and no appeal method is certain to decide for every age, so an appeal may end without a decision.",
      adding(others, (names) => `Add one that is, such as ${names}, or set the minimum age in this rule.`, {
        use: "appeal",
        without: "Set the minimum age in this rule.",
      }),
    );
  },
  (judged) =>
    judged.rule.methods.some(({ use }) => use === "appeal") &&
    judged.ways.every(({ id }) => appealsOf(judged.rule, id).length === 0)
      ? warn(
          "appeal_never_offered",
          "There is an appeal method, but none can be offered: neither the method that rejected the person nor an age key, which proves nothing new.",
          adding(
            toAppeal(judged, () => true),
            (names) => `Add another, such as ${names}.`,
            { use: "appeal" },
          ),
        )
      : null,
  (judged) =>
    judged.rule.requires.includes("double_blind") && !judged.ways.some(({ traits }) => traits.isDoubleBlind)
      ? block(
          "requires_unmet",
          "A double-blind method is required, and none of the methods is double-blind.",
          adding(
            toOffer(judged, ({ isDoubleBlind }) => isDoubleBlind),
            (names) => `Add ${names}, or drop the requirement.`,
            { without: "This service has none yet: drop the requirement." },
          ),
        )
      : null,
  (judged) =>
    lawAt(judged.rule.place).asksForDoubleBlind && !judged.ways.some(({ traits }) => traits.isDoubleBlind)
      ? warn(
          "france_without_double_blind",
          "There is no double-blind method that most people can use, which France asks for.",
          adding(
            toOffer(judged, ({ isDoubleBlind }) => isDoubleBlind),
            (names) => `Add ${names}.`,
            { without: "Add one as soon as this service has it." },
          ),
        )
      : null,
  ({ rule: { place }, ways, appeals }) =>
    [...ways.map(({ traits }) => traits), ...appeals].some(({ category }) => category === "self_declared")
      ? refusedWhere(lawAt(place).refusesSelfDeclaration)(
          "self_declaration",
          "A person can simply state an age, which proves nothing.",
          "Switch that method off.",
        )
      : null,
];
