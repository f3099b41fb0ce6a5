"use client";
import type { ReactNode } from "react";
import { checkBrandColour } from "#core/colour.ts";
import { Field } from "../../kit/field.tsx";
import { TextInput } from "../../kit/text-input.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { ColourField } from "./colour-field.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

const OWN_GREEN = "#0f5b49";

type Props = SectionProps & { logoField: ReactNode };

/** The tenant's name, and what people see of it on the hosted page. */
export const BrandSection = ({ settings, refusal, saving, logoField }: Props) => {
  const { values, isDirty, set, discard } = useDraft({
    name: settings.name,
    displayName: settings.displayName ?? "",
    brandColour: settings.brandColour,
    supportUrl: settings.supportUrl ?? "",
  });
  const { name, displayName, brandColour, supportUrl } = values;
  const issues = saving.problem?.issues ?? {};
  const save = (): void => {
    const shown = displayName.trim() || null;
    const support = supportUrl.trim() || null;
    saving.save(
      {
        ...(name !== settings.name && { name: name.trim() }),
        ...(shown !== settings.displayName && { displayName: shown }),
        ...(brandColour !== settings.brandColour && { brandColour }),
        ...(support !== settings.supportUrl && { supportUrl: support }),
      },
      discard,
    );
  };
  return (
    <SettingsSection
      part="branding"
      about="What people see on the hosted page"
      refusal={refusal}
      isDirty={isDirty}
      isFaulty={brandColour !== null && !checkBrandColour(brandColour).ok}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={["name", "displayName", "brandColour", "supportUrl"]}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-5">
          <Field label="Tenant name" hint="Shown in this console and on statements." error={issues.name}>
            {(parts) => (
              <TextInput
                {...parts}
                required
                maxLength={200}
                value={name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Display name"
            hint="Shown on the hosted page instead of the tenant name."
            error={issues.displayName}
          >
            {(parts) => (
              <TextInput
                {...parts}
                maxLength={80}
                placeholder={name}
                value={displayName}
                onChange={(event) => set({ displayName: event.target.value })}
              />
            )}
          </Field>
          {logoField}
          <ColourField
            value={brandColour}
            fallback={OWN_GREEN}
            error={issues.brandColour}
            onChange={(colour) => set({ brandColour: colour })}
          />
          <Field
            label="Support link"
            hint="Where people can get help. Use an https: or mailto: address."
            error={issues.supportUrl}
          >
            {(parts) => (
              <TextInput
                {...parts}
                type="url"
                maxLength={500}
                placeholder="https://shop.example.com/help"
                autoComplete="off"
                value={supportUrl}
                onChange={(event) => set({ supportUrl: event.target.value })}
              />
            )}
          </Field>
        </div>
        <BrandPreview
          name={displayName.trim() || name.trim()}
          logo={settings.logo}
          colour={brandColour ?? OWN_GREEN}
          age={String(settings.minimumAge)}
          hasSupport={supportUrl.trim() !== ""}
        />
      </div>
    </SettingsSection>
  );
};
