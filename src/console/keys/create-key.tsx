"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { callDialog } from "#console/client/form-dialog.tsx";
import { curlLine } from "#console/quickstart/samples.ts";
import { KEY_SCOPES, type KeyScope } from "#core/access/scopes.ts";
import { DAY_MS } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import { RadioCards } from "#kit/choices.tsx";
import { serviceNow } from "#kit/clock/service-time.ts";
import { CodeBlock } from "#kit/code.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import { NetworkFields, ScopeBoxes, useScopeRefusal } from "./key-rules.tsx";
import { networksIn, PRESETS, type Preset } from "./key-words.ts";

type NewKey = {
  mode: Mode;
  name: string;
  scopes: KeyScope[];
  expiresAt: Date | null;
  networks: string[];
  deniedNetworks: string[];
};

const MODES = [
  { value: "test", name: "Test", about: "Free. You choose the outcome on the hosted page." },
  { value: "live", name: "Live", about: "Real checks. Each one counts towards your monthly quota." },
] as const;

const LIFETIMES = [
  { value: "", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 365 days" },
];

const endAfter = (days: string): Date | null =>
  days === "" ? null : new Date(serviceNow() + Number(days) * DAY_MS);

const KEPT = keptForm("key-add", {
  mode: READ.oneOf<Mode>(["live", "test"]),
  preset: READ.oneOf<Preset>(PRESETS.map(({ value }) => value)),
  scopes: READ.listOf(READ.oneOf(KEY_SCOPES)),
  days: READ.oneOf(LIFETIMES.map(({ value }) => value)),
  name: READ.text,
  networks: READ.text,
  deniedNetworks: READ.text,
});

const startIn = (mode: Mode): KeptValues<typeof KEPT> => ({
  mode,
  preset: "start",
  scopes: [...PRESETS[0].scopes],
  ...{ days: "", name: "", networks: "", deniedNetworks: "" },
});

type CreateKeyFormProps = {
  initialMode: Mode;
  call: DialogCall;
  opened: Opened<KeptValues<typeof KEPT>>;
  onCreate: (key: NewKey) => void;
};

const CreateKeyForm = ({ initialMode, call, opened, onCreate }: CreateKeyFormProps) => {
  const start = startIn(initialMode);
  const { name, networks, deniedNetworks, ...chosen } = { ...start, ...opened.typed };
  const [mode, setMode] = useState<Mode>(chosen.mode);
  const [preset, setPreset] = useState<Preset>(chosen.preset);
  const [custom, setCustom] = useState<KeyScope[]>(chosen.scopes);
  const [days, setDays] = useState(chosen.days);
  const refusalOf = useScopeRefusal();
  const issues = call.problem?.issues;
  const { values, setValues, field } = useTexts({ name, networks, deniedNetworks }, issues);
  useKeeping(opened, { ...values, mode, preset, scopes: custom, days }, start);
  const asked: readonly KeyScope[] =
    preset === "custom" ? custom : (PRESETS.find(({ value }) => value === preset)?.scopes ?? []);
  return (
    <DialogForm
      action="Create key"
      call={call}
      opened={opened}
      field="name"
      onSubmit={() =>
        onCreate({
          mode,
          name: values.name.trim(),
          scopes: asked.filter((scope) => refusalOf(scope) === null),
          expiresAt: endAfter(days),
          networks: networksIn(values.networks),
          deniedNetworks: networksIn(values.deniedNetworks),
        })
      }
    >
      <RadioCards label="Mode" value={mode} options={MODES} onChange={setMode} />
      <TextField
        label="Name"
        hint="Where you will use it, for example “Checkout backend”."
        {...field("name")}
        required
        maxLength={80}
      />
      <RadioCards label="What it may do" value={preset} options={PRESETS} onChange={setPreset} />
      {preset === "custom" && <ScopeBoxes scopes={custom} error={issues?.scopes} onChange={setCustom} />}
      <SelectField
        label="Expires"
        hint="It stops working then. Rotating it gives the new key the same time."
        value={days}
        error={issues?.expiresAt}
        options={LIFETIMES}
        onChange={setDays}
      />
      <NetworkFields
        networks={values.networks}
        deniedNetworks={values.deniedNetworks}
        issues={issues}
        onChange={(texts) => setValues((before) => ({ ...before, ...texts }))}
      />
    </DialogForm>
  );
};

type CreatedKeyProps = { value: string; onDone: () => void };

/** The only time a key is shown. */
export const CreatedKey = ({ value, onDone }: CreatedKeyProps) => (
  <SecretOnce
    label="API key"
    secret={value}
    note="Copy this key now and store it with your other secrets. You will not see it again."
    onDone={onDone}
  >
    <CodeBlock label="Try it" code={curlLine(useAccess().baseUrl, value)} isWrapped />
  </SecretOnce>
);

export const CreateKeyDialog = callDialog({
  act: ({ keys }) => keys.create.mutationOptions(),
  stale: ({ keys }) => keys.list.queryFilter(),
  keeps: KEPT,
  place: (mode: Mode) => ["new", mode],
  asks: () => ({ title: "Create API key" }),
  body: ({ of: mode, call, opened }) => (
    <CreateKeyForm initialMode={mode} call={call} opened={opened} onCreate={call.mutate} />
  ),
  answer: ({ name, mode, value }, onDone) => ({
    title: "Your new key",
    about: `${name}, for ${mode} mode`,
    body: <CreatedKey value={value} onDone={onDone} />,
  }),
});
