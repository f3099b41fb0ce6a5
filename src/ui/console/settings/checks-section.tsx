"use client";
import { MINIMUM_AGE } from "#core/verification.ts";
import { Field } from "../../kit/field.tsx";
import { WholeNumberInput } from "../../kit/whole-number-input.tsx";
import { MethodOrder } from "./method-order.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

/** What a verification asks for where its own call does not say otherwise. */
export const ChecksSection = ({ settings, refusal, saving }: SectionProps) => {
  const { values, isDirty, set, discard } = useDraft({
    minimumAge: String(settings.minimumAge),
    maxAttempts: String(settings.maxAttempts),
    methods: [...settings.methods],
  });
  const issues = saving.problem?.issues ?? {};
  const save = (): void => {
    const minimumAge = Number(values.minimumAge);
    const maxAttempts = Number(values.maxAttempts);
    saving.save(
      {
        ...(minimumAge !== settings.minimumAge && { minimumAge }),
        ...(maxAttempts !== settings.maxAttempts && { maxAttempts }),
        ...(values.methods.join() !== settings.methods.join() && { methods: values.methods }),
      },
      discard,
    );
  };
  return (
    <SettingsSection
      part="checks"
      about="Defaults for new verifications. A call to /verify/start can override them."
      refusal={refusal}
      isDirty={isDirty}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={["minimumAge", "maxAttempts"]}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Minimum age"
          hint={`Whole years, ${MINIMUM_AGE.min} to ${MINIMUM_AGE.max}.`}
          error={issues.minimumAge}
        >
          {(parts) => (
            <WholeNumberInput
              {...parts}
              min={MINIMUM_AGE.min}
              max={MINIMUM_AGE.max}
              value={values.minimumAge}
              onChange={(minimumAge) => set({ minimumAge })}
            />
          )}
        </Field>
        <Field
          label="Attempts"
          hint="How many times a person can try before the verification fails. 1 to 10."
          error={issues.maxAttempts}
        >
          {(parts) => (
            <WholeNumberInput
              {...parts}
              min={1}
              max={10}
              value={values.maxAttempts}
              onChange={(maxAttempts) => set({ maxAttempts })}
            />
          )}
        </Field>
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">Methods</legend>
        <MethodOrder
          chosen={values.methods}
          available={settings.availableMethods}
          isStill={refusal !== null}
          onChange={(methods) => set({ methods })}
        />
        <p className="text-xs text-soft">
          The hosted page offers them in this order. Test keys also get the sandbox.
        </p>
      </fieldset>
    </SettingsSection>
  );
};
