"use client";
import { RadioCards } from "#kit/choices.tsx";
import { SelectField, WholeNumberField } from "#kit/fields.tsx";
import { lifetimeOptions, type SectionProps } from "./settings-data.ts";
import { SettingsSection, useDraft } from "./settings-section.tsx";

const ERASURES = [
  {
    value: "ask",
    name: "Wait for us",
    about: "The request appears under Requests, and a member answers it within 30 days.",
  },
  {
    value: "at_once",
    name: "Erase at once",
    about: "Nobody needs to look. Everyone who has the address of an ended check can erase it.",
  },
] as const;

/** How long tokens and metadata last, and who erases a check when its person asks. */
export const LifetimeSection = ({ settings }: SectionProps) => {
  const { values, set, field, form } = useDraft({
    tokenTtlSeconds: String(settings.tokenTtlSeconds),
    metadataRetentionDays: String(settings.metadataRetentionDays),
    erasure: settings.erasesAtOnce ? ("at_once" as const) : ("ask" as const),
  });
  return (
    <SettingsSection
      settings={settings}
      part="tokens"
      about="How long tokens are valid, how long metadata is kept, and what happens when a person asks for erasure"
      form={form}
      fields={["tokenTtlSeconds", "metadataRetentionDays"]}
      changes={() => ({
        tokenTtlSeconds: Number(values.tokenTtlSeconds),
        metadataRetentionDays: Number(values.metadataRetentionDays),
        erasesAtOnce: values.erasure === "at_once",
      })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Token lifetime"
          hint="Applies to new tokens. Shorter is safer; longer means people are asked less often."
          {...field("tokenTtlSeconds")}
          options={lifetimeOptions(settings.tokenTtlSeconds)}
        />
        <WholeNumberField
          label="Keep metadata for (days)"
          hint="After this, the metadata your backend attached is erased. The verification itself stays. 1 to 3,650."
          {...field("metadataRetentionDays")}
          min={1}
          max={3650}
        />
      </div>
      <RadioCards
        label="When a person asks for erasure on their page"
        value={values.erasure}
        options={ERASURES}
        onChange={(erasure) => set({ erasure })}
      />
    </SettingsSection>
  );
};
