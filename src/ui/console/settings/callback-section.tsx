"use client";
import { isCallbackHost, MAX_CALLBACK_HOSTS } from "#core/callback-host.ts";
import { Field } from "../../kit/field.tsx";
import { TextArea } from "../../kit/text-area.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

const hostsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((host) => host.toLowerCase())
      .filter(Boolean),
  ),
];

const problemIn = (hosts: readonly string[]): string | undefined => {
  const wrong = hosts.filter((host) => !isCallbackHost(host));
  if (wrong.length > 0) return `Not a host: ${wrong.join(", ")}. Write shop.example.com or *.example.com.`;
  return hosts.length > MAX_CALLBACK_HOSTS ? `At most ${MAX_CALLBACK_HOSTS} hosts.` : undefined;
};

/** Where people may be sent when they are done. */
export const CallbackSection = ({ settings, refusal, saving }: SectionProps) => {
  const { values, isDirty, set, discard } = useDraft({ text: settings.callbackHosts.join("\n") });
  const hosts = hostsIn(values.text);
  const wrong = problemIn(hosts);
  return (
    <SettingsSection
      title="Callback hosts"
      about="Where people may be sent back to with their result, and which pages may embed the hosted page"
      refusal={refusal}
      isDirty={isDirty}
      isFaulty={wrong !== undefined}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={[]}
      onSave={() => saving.save({ callbackHosts: hosts }, discard)}
      onDiscard={discard}
    >
      <Field
        label="Allowed hosts"
        error={wrong}
        hint={
          hosts.length === 0
            ? "One on each line. The list is empty: callback_url may name any host. Naming yours keeps results from going elsewhere."
            : "One on each line. *.example.com stands for every host below it, not for itself; localhost:8080 for that port alone."
        }
      >
        {(parts) => (
          <TextArea
            {...parts}
            rows={4}
            spellCheck={false}
            autoCapitalize="off"
            placeholder={"shop.example.com\n*.example.com"}
            className="font-mono"
            value={values.text}
            onChange={(event) => set({ text: event.target.value })}
          />
        )}
      </Field>
    </SettingsSection>
  );
};
