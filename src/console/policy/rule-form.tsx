"use client";
import { AGE_KEY_METHOD } from "#core/policy/age-key.ts";
import { DEFAULT_PLACE, type EffectiveRule, ruleAt } from "#core/policy/policy.ts";
import type { MethodTraits } from "#core/policy/traits.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { Checkbox } from "#kit/choices.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { AgeKeysField } from "./age-keys-field.tsx";
import { type DraftRule, faultOf, NUMBERS, type NumberField } from "./draft.ts";
import { WaysField } from "./ways-field.tsx";

type Props = {
  rule: DraftRule;
  /** The draft's rule for everywhere else. */
  base: DraftRule;
  /** What holds now, with what comes from everywhere else. */
  effective: EffectiveRule;
  /** What holds where this rule says nothing. */
  inherited: EffectiveRule | null;
  traits: ReadonlyMap<string, MethodTraits>;
  isStill: boolean;
  onChange: (change: Partial<DraftRule>) => void;
};

type NumberWords = {
  field: NumberField;
  label: string;
  hint: string;
  usual: (rule: EffectiveRule) => string;
};

const FIELDS: readonly NumberWords[] = [
  {
    field: "minimumAge",
    label: "Minimum age",
    hint: "In years. A person below it is rejected. A verification can ask for more, never for less.",
    usual: ({ minimumAge }) => String(minimumAge ?? MINIMUM_AGE.default),
  },
  {
    field: "attemptsInAll",
    label: "Tries in all",
    hint: "How often a person can try all ways together without a decision, before the verification fails.",
    usual: ({ attemptsInAll }) => String(attemptsInAll),
  },
  {
    field: "minimumChoices",
    label: "Ways open at once",
    hint: "While fewer of the ways shown from the start are open, the others show too.",
    usual: ({ minimumChoices }) => String(minimumChoices),
  },
  {
    field: "challengeAge",
    label: "Challenge age",
    hint: "In years, for ways that estimate: an estimate from the minimum age up to this one decides nothing and leads on.",
    usual: ({ challengeAge }) => (challengeAge === null ? "none" : String(challengeAge)),
  },
  {
    field: "proofMaxAgeDays",
    label: "A proof counts, days",
    hint: "How long a token lives at most. 0: for this visit, one hour.",
    usual: ({ proofMaxAgeDays }) => (proofMaxAgeDays === null ? "as set" : String(proofMaxAgeDays)),
  },
];

/** What holds where nothing is said at all. */
const USUAL = ruleAt({ default: { methods: [] }, regions: [] }, DEFAULT_PLACE);

/** One rule: the one for everywhere else, or a place's, whose empty fields say what everywhere else says. */
export const RuleForm = ({ rule, base, effective, inherited, traits, isStill, onChange }: Props) => {
  const asElsewhere = inherited
    ? [{ value: "", label: "As everywhere else" }]
    : [{ value: "", label: "Not said" }];
  return (
    <fieldset disabled={isStill} className="grid min-w-0 gap-5">
      {inherited && (
        <Checkbox
          label="The same ways as everywhere else"
          hint="Clear it to choose other ways, or another order, for this place."
          checked={rule.ways === null}
          onChange={() => onChange({ ways: rule.ways === null ? (base.ways ?? []) : null })}
        />
      )}
      {rule.ways && (
        <WaysField
          ways={rule.ways}
          traits={traits}
          attemptsInAll={effective.attemptsInAll}
          isStill={isStill}
          onChange={(ways) => onChange({ ways })}
        />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {FIELDS.map(({ field, label, hint, usual }) => (
          <TextField
            key={field}
            label={label}
            hint={`${hint} Empty: ${inherited ? "as everywhere else" : "the usual"} (${usual(inherited ?? USUAL)}).`}
            error={faultOf(rule[field], NUMBERS[field])}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-32 tabular"
            placeholder={usual(inherited ?? USUAL)}
            value={rule[field]}
            onChange={(text) => onChange({ [field]: text })}
          />
        ))}
        <SelectField
          label="The way in answers"
          hint="“Left out”: answers, events and tokens do not say by which way the age was proven."
          value={rule.hideMethod}
          options={[...asElsewhere, { value: "no", label: "Named" }, { value: "yes", label: "Left out" }]}
          onChange={(value) => onChange({ hideMethod: value === "yes" || value === "no" ? value : "" })}
        />
        <SelectField
          label="Required"
          hint="“Double-blind”: one way at least by which neither you learn the provider nor the provider you."
          value={rule.requires}
          options={[
            ...asElsewhere,
            { value: "double_blind", label: "A double-blind way" },
            { value: "none", label: "Nothing" },
          ]}
          onChange={(value) =>
            onChange({ requires: value === "double_blind" || value === "none" ? value : "" })
          }
        />
      </div>
      {effective.methods.some(({ id, use }) => id === AGE_KEY_METHOD && use !== "appeal") && (
        <AgeKeysField
          keys={rule.ageKeys}
          isOfPlace={inherited !== null}
          onChange={(ageKeys) => onChange({ ageKeys })}
        />
      )}
    </fieldset>
  );
};
