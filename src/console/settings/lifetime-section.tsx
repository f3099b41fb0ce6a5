"use client";
import { counted } from "#core/text.ts";
import { RadioCards } from "#kit/choices.tsx";
import { SelectField, WholeNumberField } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import { lifetimeOptions, type SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

const OFF = "off";
const DAYS = [30, 90, 180, 365, 730, 3650];

const dayOptions = (present: number | undefined) =>
  [...new Set([...DAYS, ...(present === undefined ? [] : [present])])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: `After ${counted(days, "day")}` }));

const ERASURES = [
  {
    value: "ask",
    name: "Wait for us",
    about: "The request appears under Requests, and a member answers it within 30 days.",
  },
  {
    value: "at_once",
    name: "Erase at once",
    about: "No review is needed. Everyone who has the address of an ended check can erase it.",
  },
] as const;

const KEPT = keptForm("settings-lifetime", {
  tokenTtlSeconds: READ.text,
  metadataRetentionDays: READ.text,
  resultRetentionDays: READ.text,
  erasure: READ.oneOf(ERASURES.map(({ value }) => value)),
});

/** How long tokens and metadata last, and who erases a check when the person asks. */
export const LifetimeSection = ({ settings }: SectionProps) => {
  const { values, set, field, form } = useDraft(
    KEPT,
    {
      tokenTtlSeconds: String(settings.tokenTtlSeconds),
      metadataRetentionDays: String(settings.metadataRetentionDays),
      resultRetentionDays: settings.resultRetentionDays ? String(settings.resultRetentionDays) : OFF,
      erasure: settings.erasesAtOnce ? ("at_once" as const) : ("ask" as const),
    },
    (typed) => ({
      tokenTtlSeconds: Number(typed.tokenTtlSeconds),
      metadataRetentionDays: Number(typed.metadataRetentionDays),
      resultRetentionDays: typed.resultRetentionDays === OFF ? null : Number(typed.resultRetentionDays),
      erasesAtOnce: typed.erasure === "at_once",
    }),
  );
  return (
    <SettingsSection
      settings={settings}
      part="tokens"
      about="How long tokens are valid, how long metadata and results are kept, and what happens when a person asks for erasure"
      form={form}
      fields={["tokenTtlSeconds", "metadataRetentionDays", "resultRetentionDays"]}
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
        <SelectField
          label="Erase results"
          hint="Erases ended verifications this long after their start, each with a receipt. This cannot be undone."
          {...field("resultRetentionDays")}
          options={[{ value: OFF, label: "Never" }, ...dayOptions(settings.resultRetentionDays)]}
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
