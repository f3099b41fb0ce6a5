"use client";
import { SelectField, WholeNumberField } from "#kit/fields.tsx";
import { lifetimeOptions, type SectionProps } from "./settings-data.ts";
import { SettingsSection, useDraft } from "./settings-section.tsx";

/** How long tokens and metadata last. */
export const LifetimeSection = ({ settings }: SectionProps) => {
  const { values, set, issues, form } = useDraft({
    ttl: String(settings.tokenTtlSeconds),
    days: String(settings.metadataRetentionDays),
  });
  return (
    <SettingsSection
      settings={settings}
      part="tokens"
      about="How long tokens are valid, and how long metadata is kept"
      form={form}
      fields={["tokenTtlSeconds", "metadataRetentionDays"]}
      changes={() => ({
        tokenTtlSeconds: Number(values.ttl),
        metadataRetentionDays: Number(values.days),
      })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Token lifetime"
          hint="Applies to new tokens. Shorter is safer; longer means people are asked less often."
          error={issues.tokenTtlSeconds}
          value={values.ttl}
          options={lifetimeOptions(settings.tokenTtlSeconds)}
          onChange={(ttl) => set({ ttl })}
        />
        <WholeNumberField
          label="Keep metadata for (days)"
          hint="After this, the metadata your backend attached is erased. The verification itself stays. 1 to 3,650."
          error={issues.metadataRetentionDays}
          min={1}
          max={3650}
          value={values.days}
          onChange={(days) => set({ days })}
        />
      </div>
    </SettingsSection>
  );
};
