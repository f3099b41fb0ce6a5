"use client";
import { Field } from "../../kit/field.tsx";
import { Select } from "../../kit/select.tsx";
import { TextInput } from "../../kit/text-input.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

const OFF = "off";
const DAYS = [1, 7, 30, 90, 365];

const dayOptions = (current: number | null) =>
  [...new Set([...DAYS, ...(current === null ? [] : [current])])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: days === 1 ? "1 day" : `${days} days` }));

/** Whether one document used for many people is noticed. */
export const ReuseSection = ({ settings, refusal, saving }: SectionProps) => {
  const { values, isDirty, set, discard } = useDraft({
    days: settings.documentReuseDays === null ? OFF : String(settings.documentReuseDays),
    limit: String(settings.documentReuseLimit),
  });
  const issues = saving.problem?.issues ?? {};
  const save = (): void => {
    const documentReuseDays = values.days === OFF ? null : Number(values.days);
    const documentReuseLimit = Number(values.limit);
    saving.save(
      {
        ...(documentReuseDays !== settings.documentReuseDays && { documentReuseDays }),
        ...(documentReuseLimit !== settings.documentReuseLimit && { documentReuseLimit }),
      },
      discard,
    );
  };
  return (
    <SettingsSection
      title="Documents used again"
      about="Notice one document that is shown for many people. It is flagged, never refused"
      refusal={refusal}
      isDirty={isDirty}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={["documentReuseDays", "documentReuseLimit"]}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Recognise a document for"
          hint="A keyed hash is kept that long, which nobody else can make or compare. Off: nothing is kept, and what was is erased."
          error={issues.documentReuseDays}
        >
          {(parts) => (
            <Select
              {...parts}
              value={values.days}
              options={[{ value: OFF, label: "Off" }, ...dayOptions(settings.documentReuseDays)]}
              onChange={(event) => set({ days: event.target.value })}
            />
          )}
        </Field>
        {values.days !== OFF && (
          <Field
            label="Flag after (verifications)"
            hint="From the next one on the result says that the document was used again. 1 to 100."
            error={issues.documentReuseLimit}
          >
            {(parts) => (
              <TextInput
                {...parts}
                type="number"
                inputMode="numeric"
                required
                min={1}
                max={100}
                className="max-w-32 tabular"
                value={values.limit}
                onChange={(event) => set({ limit: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </SettingsSection>
  );
};
