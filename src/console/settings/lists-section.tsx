"use client";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { isCallbackHost, MAX_CALLBACK_HOSTS } from "#core/callback-hosts.ts";
import { Checkbox, RadioCards } from "#kit/choices.tsx";
import { Field, TextAreaField, TextInput } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
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

const WAYS = [
  {
    value: "code",
    name: "A one-time code (recommended)",
    about:
      "Your backend exchanges it for the token with POST /tokens/exchange, once and within 10 minutes. Nothing about the person reaches browser histories and access logs.",
  },
  {
    value: "token",
    name: "The token",
    about:
      "The token can hold the person's age, and the address that carries it stays in browser histories and access logs. Choose this only while your backend cannot exchange codes.",
  },
] as const;

const KEPT_CALLBACKS = keptForm("settings-callbacks", {
  text: READ.text,
  returnWith: READ.oneOf(WAYS.map(({ value }) => value)),
});

/** The hosts that people can return to, and what their browsers bring along. */
export const CallbackSection = ({ settings }: SectionProps) => {
  const { values, set, form } = useDraft(
    KEPT_CALLBACKS,
    { text: settings.callbackHosts.join("\n"), returnWith: settings.returnWith },
    (typed) => ({ callbackHosts: hostsIn(typed.text), returnWith: typed.returnWith }),
  );
  const hosts = hostsIn(values.text);
  const wrong = problemIn(hosts);
  return (
    <SettingsSection
      settings={settings}
      part="callbacks"
      about="Where people can be sent back to, what their browser brings, and which sites can embed the hosted page"
      form={form}
      isFaulty={wrong !== undefined}
      fields={[]}
    >
      <TextAreaField
        label="Allowed hosts"
        error={wrong}
        hint={
          hosts.length === 0
            ? "One per line. The list is empty, so callback_url can name any host. Add your hosts to keep results from going elsewhere."
            : "One per line. *.example.com covers every subdomain, but not example.com itself. Add a port to allow only that port, as in localhost:8080."
        }
        rows={4}
        spellCheck={false}
        autoCapitalize="off"
        placeholder={"shop.example.com\n*.example.com"}
        className="font-mono"
        value={values.text}
        onChange={(text) => set({ text })}
      />
      <RadioCards
        label="After an approval, the browser brings"
        value={values.returnWith}
        options={WAYS}
        onChange={(returnWith) => set({ returnWith })}
      />
    </SettingsSection>
  );
};

const MAX_CHARACTERS = 40;

const KEPT_LISTS = keptForm("settings-lists", { listMetadataKey: READ.text, uniqueReferences: READ.flag });

/** The metadata value that names each verification in the console's lists, and whether references are unique. */
export const ListsSection = ({ settings }: SectionProps) => {
  const listId = useId();
  const knownKeys = useQuery(useTRPC().verifications.metadataKeys.queryOptions()).data ?? [];
  const wasUnique = settings.uniqueReferences ?? false;
  const { values, set, field, form } = useDraft(
    KEPT_LISTS,
    { listMetadataKey: settings.listMetadataKey ?? "", uniqueReferences: wasUnique },
    (typed) => ({
      listMetadataKey: typed.listMetadataKey || null,
      ...(typed.uniqueReferences === wasUnique ? {} : { uniqueReferences: typed.uniqueReferences }),
    }),
  );
  const { error, onChange, value } = field("listMetadataKey");
  return (
    <SettingsSection
      settings={settings}
      part="lists"
      about="What your team calls a verification: usually the order or customer number that your backend sends"
      form={form}
      fields={["listMetadataKey"]}
    >
      <Field
        label="Metadata key"
        error={error}
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
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <datalist id={listId}>
              {knownKeys.map((key) => (
                <option key={key} value={key} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Checkbox
        label="References are unique"
        hint="A call to /verify/start is refused when its reference belongs to another verification. Live and test references are separate. A reference is free again once its verification is erased."
        checked={values.uniqueReferences}
        onChange={(event) => set({ uniqueReferences: event.target.checked })}
      />
    </SettingsSection>
  );
};
