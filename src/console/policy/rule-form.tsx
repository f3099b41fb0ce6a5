"use client";
import { hasAgeKey } from "#core/policy/age-key.ts";
import type { Supplies } from "#core/policy/offer.ts";
import { DEFAULT_PLACE, type EffectiveRule, ruleAt } from "#core/policy/policy.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { Checkbox } from "#kit/choices.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { AgeKeysField } from "./age-keys-field.tsx";
import { type DraftRule, faultOf, NUMBERS, type NumberField } from "./draft.ts";
import { MethodsField } from "./methods-field.tsx";

type Props = {
  rule: DraftRule;
  /** The draft's rule for everywhere else. */
  base: DraftRule;
  /** The values that apply now, including those from everywhere else. */
  effective: EffectiveRule;
  /** The values that apply where this rule does not say. */
  inherited: EffectiveRule | null;
  supplies: Supplies;
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
    hint: "How many tries a person has across all methods before the verification fails.",
    usual: ({ attemptsInAll }) => String(attemptsInAll),
  },
  {
    field: "minimumChoices",
    label: "Methods open at once",
    hint: "If fewer of the methods shown from the start are open, the others appear as well.",
    usual: ({ minimumChoices }) => String(minimumChoices),
  },
  {
    field: "challengeAge",
    label: "Challenge age",
    hint: "In years, for methods that estimate: an estimate between the minimum age and this one is inconclusive, and another method decides.",
    usual: ({ challengeAge }) => (challengeAge === null ? "none" : String(challengeAge)),
  },
  {
    field: "proofMaxAgeDays",
    label: "Proof stays valid (days)",
    hint: "The longest a token can live. 0: for this visit, one hour.",
    usual: ({ proofMaxAgeDays }) => (proofMaxAgeDays === null ? "as in Settings" : String(proofMaxAgeDays)),
  },
];

/** The values that apply where no rule says anything. */
const USUAL = ruleAt({ default: { methods: [] }, regions: [] }, DEFAULT_PLACE);

/**
 * One rule: the one for everywhere else, or a place's, whose empty fields show the values for everywhere
 * else.
 */
export const RuleForm = ({ rule, base, effective, inherited, supplies, isStill, onChange }: Props) => {
  const asElsewhere = inherited
    ? [{ value: "", label: "Same as the default rule" }]
    : [{ value: "", label: "Not set" }];
  return (
    <fieldset disabled={isStill} className="grid min-w-0 gap-5">
      {inherited && (
        <Checkbox
          label="Use the default rule’s methods"
          hint="Clear this to choose other methods, or another order, for this place."
          checked={rule.methods === null}
          onChange={() => onChange({ methods: rule.methods === null ? (base.methods ?? []) : null })}
        />
      )}
      {rule.methods && (
        <MethodsField
          methods={rule.methods}
          supplies={supplies}
          attemptsInAll={effective.attemptsInAll}
          isStill={isStill}
          onChange={(methods) => onChange({ methods })}
        />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {FIELDS.map(({ field, label, hint, usual }) => (
          <TextField
            key={field}
            label={label}
            hint={`${hint} Empty: ${inherited ? "the default rule" : "the usual value"} (${usual(inherited ?? USUAL)}).`}
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
          label="Show the method in results"
          hint="“No”: responses, events and tokens do not say which method proved the age."
          value={rule.hideMethod}
          options={[...asElsewhere, { value: "no", label: "Yes" }, { value: "yes", label: "No" }]}
          onChange={(value) => onChange({ hideMethod: value === "yes" || value === "no" ? value : "" })}
        />
        <SelectField
          label="Required"
          hint="“Double-blind”: at least one method where you do not learn the provider, and the provider does not learn you."
          value={rule.requires}
          options={[
            ...asElsewhere,
            { value: "double_blind", label: "A double-blind method" },
            { value: "none", label: "Nothing" },
          ]}
          onChange={(value) =>
            onChange({ requires: value === "double_blind" || value === "none" ? value : "" })
          }
        />
      </div>
      {hasAgeKey(effective.methods.flatMap(({ id, use }) => (use === "appeal" ? [] : [id]))) && (
        <AgeKeysField
          keys={rule.ageKeys}
          isOfPlace={inherited !== null}
          onChange={(ageKeys) => onChange({ ageKeys })}
        />
      )}
    </fieldset>
  );
};
