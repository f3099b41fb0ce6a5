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
      part="callbacks"
      about="Where people can be sent back to, and which sites can embed the hosted page"
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
            ? "One per line. The list is empty, so callback_url can name any host. Add your hosts to keep results from going elsewhere."
            : "One per line. *.example.com covers every subdomain, but not example.com itself. Add a port to allow only that port, as in localhost:8080."
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
