import { readField } from "#console/session/problem.ts";
import { PROVING_LEVELS } from "#core/assurance.ts";
import { AGE_KEY_SCOPES, type AgeKeyRule } from "#core/policy/age-key.ts";
import type { Place } from "#core/policy/policy.ts";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import type { Draft, DraftMethod, DraftRule, NumberField } from "./draft.ts";

// A policy's draft as the tab keeps it until it is published, read back part by part: one odd part, and none of it counts.

/** Whether something is there that could not be read. */
const isOdd = (kept: unknown, read: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(read).some(
    ([name, value]) => value === undefined && (readField(kept, name) ?? null) !== null,
  );

const methodIn = (kept: unknown): DraftMethod | undefined => {
  const id = READ.text(readField(kept, "id"));
  const use = READ.oneOf(["offer", "fallback", "off"])(readField(kept, "use"));
  const attempts = READ.text(readField(kept, "attempts"));
  const isForAppeals = READ.flag(readField(kept, "isForAppeals"));
  return id === undefined || use === undefined || attempts === undefined || isForAppeals === undefined
    ? undefined
    : { id, use, attempts, isForAppeals };
};

const placeIn = (kept: unknown): Place | undefined => {
  const country = READ.text(readField(kept, "country"));
  const region = READ.text(readField(kept, "region"));
  if (country === undefined || isOdd(kept, { region })) return undefined;
  return { country, ...(region !== undefined && { region }) };
};

const ageKeysIn = (kept: unknown): AgeKeyRule | undefined => {
  if (typeof kept !== "object" || kept === null) return undefined;
  const scope = READ.oneOf(AGE_KEY_SCOPES)(readField(kept, "scope"));
  const minimumAssurance = READ.oneOf(PROVING_LEVELS)(readField(kept, "minimumAssurance"));
  const deviceBound = READ.flag(readField(kept, "deviceBound"));
  if (isOdd(kept, { scope, minimumAssurance, deviceBound })) return undefined;
  return {
    ...(scope !== undefined && { scope }),
    ...(minimumAssurance !== undefined && { minimumAssurance }),
    ...(deviceBound !== undefined && { deviceBound }),
  };
};

const methodsIn = READ.orNull(READ.listOf(methodIn));
const hidingIn = READ.oneOf(["", "yes", "no"]);
const requirementIn = READ.oneOf(["", "double_blind", "none"]);

const ruleIn = (kept: unknown): DraftRule | undefined => {
  const textIn = (name: NumberField): string | undefined => READ.text(readField(kept, name));
  const minimumAge = textIn("minimumAge");
  const attemptsInAll = textIn("attemptsInAll");
  const minimumChoices = textIn("minimumChoices");
  const challengeAge = textIn("challengeAge");
  const proofMaxAgeDays = textIn("proofMaxAgeDays");
  if (minimumAge === undefined || attemptsInAll === undefined || minimumChoices === undefined)
    return undefined;
  if (challengeAge === undefined || proofMaxAgeDays === undefined) return undefined;
  const methods = methodsIn(readField(kept, "methods"));
  const hideMethod = hidingIn(readField(kept, "hideMethod"));
  const requires = requirementIn(readField(kept, "requires"));
  if (methods === undefined || hideMethod === undefined || requires === undefined) return undefined;
  const place = placeIn(readField(kept, "place"));
  const ageKeys = ageKeysIn(readField(kept, "ageKeys"));
  if (isOdd(kept, { place, ageKeys })) return undefined;
  return {
    ...(place && { place }),
    methods,
    ...{ minimumAge, attemptsInAll, minimumChoices, challengeAge, proofMaxAgeDays },
    ...{ hideMethod, requires },
    ...(ageKeys && { ageKeys }),
  };
};

const rulesIn = READ.listOf(ruleIn);
const packIdsIn = READ.listOf(READ.text);

/** A draft from the tab's storage; undefined: it is none. */
const draftIn = (kept: unknown): Draft | undefined => {
  const rules = rulesIn(readField(kept, "rules"));
  const packIds = packIdsIn(readField(kept, "packIds"));
  // The first rule is that for everywhere else.
  const isDraft = rules !== undefined && rules.findIndex(({ place }) => place === undefined) === 0;
  return isDraft && packIds !== undefined ? { rules, packIds } : undefined;
};

/** The draft, and the version that it is based on. */
export const KEPT_POLICY = keptForm("policy", { draft: draftIn, basedOn: READ.orNull(READ.text) });

/** Why a version is published. */
export const KEPT_NOTE = keptForm("policy-note", { note: READ.text });
