"use client";
import { useId } from "react";
import { Field } from "../../kit/field.tsx";
import { TextInput } from "../../kit/text-input.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

const MAX_CHARACTERS = 40;

type Props = SectionProps & {
  /** What the latest verifications have in their metadata. */
  knownKeys: readonly string[];
};

/** How verifications are called in the console's lists. */
export const ListsSection = ({ settings, refusal, saving, knownKeys }: Props) => {
  const listId = useId();
  const { values, isDirty, set, discard } = useDraft({ key: settings.listMetadataKey ?? "" });
  return (
    <SettingsSection
      part="lists"
      about="What your team calls a verification: usually the order or customer number that your backend sends along"
      refusal={refusal}
      isDirty={isDirty}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={["listMetadataKey"]}
      onSave={() => saving.save({ listMetadataKey: values.key === "" ? null : values.key }, discard)}
      onDiscard={discard}
    >
      <Field
        label="Metadata key"
        error={saving.problem?.issues.listMetadataKey}
        hint="Lists and search show its value in place of the verification id. Leave it empty to show all metadata."
      >
        {(parts) => (
          <>
            <TextInput
              {...parts}
              list={listId}
              maxLength={MAX_CHARACTERS}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              placeholder="orderId"
              className="font-mono"
              value={values.key}
              onChange={(event) => set({ key: event.target.value })}
            />
            <datalist id={listId}>
              {knownKeys.map((key) => (
                <option key={key} value={key} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </SettingsSection>
  );
};
