"use client";
import { DOCUMENT_REUSE } from "#core/tenant.ts";
import { Checkbox } from "#kit/choices.tsx";
import { Field, Select, WholeNumberInput } from "#kit/fields.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection, useDraft } from "./settings-section.tsx";

const OFF = "off";
const DAYS = [1, 7, 30, 90, DOCUMENT_REUSE.maxDays];

const dayOptions = (current: number | null) =>
  [...new Set([...DAYS, ...(current === null ? [] : [current])])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: days === 1 ? "1 day" : `${days} days` }));

/** Which documents count, and whether one that is used for many people is noticed. */
export const DocumentsSection = ({ settings, refusal, saving }: SectionProps) => {
  const { values, isDirty, set, discard } = useDraft({
    days: settings.documentReuseDays === null ? OFF : String(settings.documentReuseDays),
    limit: String(settings.documentReuseLimit),
    visas: settings.acceptVisas,
  });
  const issues = saving.problem?.issues ?? {};
  const save = (): void => {
    const documentReuseDays = values.days === OFF ? null : Number(values.days);
    const documentReuseLimit = Number(values.limit);
    saving.save(
      {
        ...(documentReuseDays !== settings.documentReuseDays && { documentReuseDays }),
        ...(documentReuseLimit !== settings.documentReuseLimit && { documentReuseLimit }),
        ...(values.visas !== settings.acceptVisas && { acceptVisas: values.visas }),
      },
      discard,
    );
  };
  return (
    <SettingsSection
      part="documents"
      about="Which documents you accept, and how repeated use is flagged"
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
          label="Remember documents for"
          hint="Flags a document that is used for many people; it is never refused. We keep a keyed hash for this long, which only this deployment can create or compare. Turn this off to keep nothing and erase existing hashes."
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
            hint="Later verifications with the same document are marked as reused. 1 to 100."
            error={issues.documentReuseLimit}
          >
            {(parts) => (
              <WholeNumberInput
                {...parts}
                min={1}
                max={DOCUMENT_REUSE.maxLimit}
                value={values.limit}
                onChange={(limit) => set({ limit })}
              />
            )}
          </Field>
        )}
      </div>
      <Checkbox
        label="Accept visas"
        hint="Visas are easier to forge: no check digit protects the birth date together with the other fields. Passports are safer."
        checked={values.visas}
        onChange={(event) => set({ visas: event.target.checked })}
      />
    </SettingsSection>
  );
};
