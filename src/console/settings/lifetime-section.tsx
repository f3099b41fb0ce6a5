"use client";
import { Field, Select, WholeNumberInput } from "#kit/fields.tsx";
import { lifetimeOptions, type SectionProps } from "./settings-data.ts";
import { SettingsSection, useDraft } from "./settings-section.tsx";

/** How long things last. */
export const LifetimeSection = ({ settings, refusal, saving }: SectionProps) => {
  const { values, isDirty, set, discard } = useDraft({
    ttl: String(settings.tokenTtlSeconds),
    days: String(settings.metadataRetentionDays),
  });
  const issues = saving.problem?.issues ?? {};
  const save = (): void => {
    const tokenTtlSeconds = Number(values.ttl);
    const metadataRetentionDays = Number(values.days);
    saving.save(
      {
        ...(tokenTtlSeconds !== settings.tokenTtlSeconds && { tokenTtlSeconds }),
        ...(metadataRetentionDays !== settings.metadataRetentionDays && { metadataRetentionDays }),
      },
      discard,
    );
  };
  return (
    <SettingsSection
      part="tokens"
      about="How long tokens are valid, and how long metadata is kept"
      refusal={refusal}
      isDirty={isDirty}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={["tokenTtlSeconds", "metadataRetentionDays"]}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Token lifetime"
          hint="Applies to new tokens. Shorter is safer; longer means people are asked less often."
          error={issues.tokenTtlSeconds}
        >
          {(parts) => (
            <Select
              {...parts}
              value={values.ttl}
              options={lifetimeOptions(settings.tokenTtlSeconds)}
              onChange={(event) => set({ ttl: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Keep metadata for (days)"
          hint="After this, the metadata your backend attached is erased. The verification itself stays. 1 to 3,650."
          error={issues.metadataRetentionDays}
        >
          {(parts) => (
            <WholeNumberInput
              {...parts}
              min={1}
              max={3650}
              value={values.days}
              onChange={(days) => set({ days })}
            />
          )}
        </Field>
      </div>
    </SettingsSection>
  );
};
