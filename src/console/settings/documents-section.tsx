"use client";
import { DOCUMENT_REUSE } from "#core/tenant.ts";
import { counted } from "#core/text.ts";
import { Checkbox } from "#kit/choices.tsx";
import { SelectField, WholeNumberField } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

const OFF = "off";
const DAYS = [1, 7, 30, 90, DOCUMENT_REUSE.maxDays];

const dayOptions = (current: number | null) =>
  [...new Set([...DAYS, ...(current === null ? [] : [current])])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: counted(days, "day") }));

const KEPT = keptForm("settings-documents", {
  documentReuseDays: READ.text,
  documentReuseLimit: READ.text,
  visas: READ.flag,
});

/** Which documents are accepted, and whether repeated use is flagged. */
export const DocumentsSection = ({ settings }: SectionProps) => {
  const { values, set, field, form } = useDraft(
    KEPT,
    {
      documentReuseDays: settings.documentReuseDays === null ? OFF : String(settings.documentReuseDays),
      documentReuseLimit: String(settings.documentReuseLimit),
      visas: settings.acceptVisas,
    },
    (typed) => ({
      documentReuseDays: typed.documentReuseDays === OFF ? null : Number(typed.documentReuseDays),
      documentReuseLimit: Number(typed.documentReuseLimit),
      acceptVisas: typed.visas,
    }),
  );
  return (
    <SettingsSection
      settings={settings}
      part="documents"
      about="Which documents you accept, and how repeated use is flagged"
      form={form}
      fields={["documentReuseDays", "documentReuseLimit"]}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Remember documents for"
          hint="Flags a document that is used for many people; it is never refused. We keep a keyed hash for this long, which only this deployment can create or compare. Turn this off to keep nothing and erase existing hashes."
          {...field("documentReuseDays")}
          options={[{ value: OFF, label: "Off" }, ...dayOptions(settings.documentReuseDays)]}
        />
        {values.documentReuseDays !== OFF && (
          <WholeNumberField
            label="Flag after (verifications)"
            hint="Later verifications with the same document are marked as reused. 1 to 100."
            {...field("documentReuseLimit")}
            min={1}
            max={DOCUMENT_REUSE.maxLimit}
          />
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
