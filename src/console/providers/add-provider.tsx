"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { callDialog } from "#console/client/form-dialog.tsx";
import { oneOf } from "#console/words/words.ts";
import { IDENTITY_PRESET_IDS, IDENTITY_PRESETS, type IdentityPreset } from "#core/identity/presets.ts";
import { CLIENT_AUTHS, type ClientAuth } from "#core/identity/provider.ts";
import type { Mode } from "#core/verification.ts";
import { CodeBlock } from "#kit/code.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import { whereOffered } from "./where-offered.ts";

type Draft = ConsoleInputs["identityProviders"]["add"];
type PresetId = Draft["preset"];

const PRESETS = IDENTITY_PRESET_IDS.map((value) => ({ value, label: IDENTITY_PRESETS[value].name }));

const MODES = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test: on the pages of test keys, alongside the sandbox" },
];

export const ModeField = ({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) => (
  <SelectField
    label="Mode"
    value={mode}
    options={MODES}
    onChange={(text) => onChange(text === "test" ? "test" : "live")}
  />
);

const AUTH_WORDS: Readonly<Record<ClientAuth, string>> = {
  client_secret: "A client secret from the provider",
  private_key_jwt: "A key that this service makes (private_key_jwt)",
};
const AUTHS = CLIENT_AUTHS.map((value) => ({ value, label: AUTH_WORDS[value] }));

/** As much of the name as fits on a button. */
const shortNameOf = ({ name }: IdentityPreset): string =>
  name.startsWith("Any ") ? "" : (name.split(",")[0] ?? "");

/** The fields that a preset fills in; the slug becomes part of a method's id: letters, digits and hyphens. */
const filledIn = (id: PresetId) => {
  const preset: IdentityPreset = IDENTITY_PRESETS[id];
  return {
    slug: id.replaceAll("_", "-"),
    name: shortNameOf(preset),
    country: preset.country ?? "",
    issuer: preset.issuer ?? "",
    minAcr: "",
  };
};

const KEPT = keptForm("provider-add", {
  preset: READ.oneOf(IDENTITY_PRESET_IDS),
  mode: READ.oneOf<Mode>(["live", "test"]),
  clientAuth: READ.oneOf(CLIENT_AUTHS),
  slug: READ.text,
  name: READ.text,
  country: READ.text,
  issuer: READ.text,
  clientId: READ.text,
  minAcr: READ.text,
  // The address may be registered at the provider by now. What reserves it is sealed, and counts in this tenant only.
  reserved: READ.text,
  redirectUri: READ.text,
});

const startIn = (mode: Mode): KeptValues<typeof KEPT> => ({
  preset: "mitid",
  mode,
  clientAuth: "client_secret",
  clientId: "",
  reserved: "",
  redirectUri: "",
  ...filledIn("mitid"),
});

type RedirectProps = { redirectUri: string };

/** Where the provider sends people back: it must know the address before anyone signs in. */
export const RedirectAddress = ({ redirectUri }: RedirectProps) => (
  <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
    Register this redirect address at the provider:{" "}
    <code className="min-w-0 text-xs break-all">{redirectUri}</code>
    <CopyButton text={redirectUri} label="Copy the redirect address" />
  </p>
);

type FormProps = {
  initialMode: Mode;
  call: DialogCall;
  opened: Opened<KeptValues<typeof KEPT>>;
  onAdd: (draft: Draft) => void;
};

const AddForm = ({ initialMode, call, opened, onAdd }: FormProps) => {
  const start = startIn(initialMode);
  const begun = { ...start, ...opened.typed };
  const { slug, name, country, issuer, clientId, minAcr } = begun;
  const [preset, setPreset] = useState<PresetId>(begun.preset);
  const known: IdentityPreset = IDENTITY_PRESETS[preset];
  // The address stays the same until the provider is added: the member registers it in another tab in the meantime. That all is
  // read again after a refusal does not change it either.
  const { reserved, redirectUri } = opened.typed;
  const before = reserved && redirectUri ? { reserved, redirectUri } : undefined;
  const reserve = useTRPC().identityProviders.reserve.queryOptions(undefined, {
    enabled: before === undefined,
    staleTime: "static",
    gcTime: 0,
  });
  const { data: fresh } = useQuery(reserve);
  const address = before ?? fresh;
  const { values, setValues, field } = useTexts(
    { slug, name, country, issuer, clientId, minAcr, clientSecret: "" },
    call.problem?.issues,
  );
  const [mode, setMode] = useState<Mode>(begun.mode);
  const [clientAuth, setClientAuth] = useState<ClientAuth>(begun.clientAuth);
  const held = { ...values, preset, mode, clientAuth, reserved: "", redirectUri: "" };
  // An address alone is nothing that was typed.
  const isTyped = Object.keys(opened.compare(held, start).typed).length > 0;
  useKeeping(opened, { ...held, ...(isTyped && address) }, start);
  const choose = (text: string): void => {
    const id = oneOf(IDENTITY_PRESET_IDS, text) ?? "age_over";
    setPreset(id);
    setValues({ ...values, ...filledIn(id) });
  };
  const needsSecret = clientAuth === "client_secret" && !known.isByFragment;
  const submit = (): void =>
    onAdd({
      preset,
      mode,
      clientAuth: known.isByFragment ? "client_secret" : clientAuth,
      slug: values.slug.trim(),
      name: values.name.trim(),
      issuer: values.issuer.trim(),
      clientId: values.clientId.trim(),
      ...(address && { reserved: address.reserved }),
      ...(values.country.trim() !== "" && { country: values.country.trim().toUpperCase() }),
      ...(needsSecret && { clientSecret: values.clientSecret }),
      ...(values.minAcr.trim() !== "" && { minAcr: values.minAcr.trim() }),
    });
  return (
    <DialogForm action="Add provider" call={call} opened={opened} onSubmit={submit}>
      <SelectField
        label="Kind of provider"
        hint={known.why}
        value={preset}
        options={PRESETS}
        onChange={choose}
      />
      {address && <RedirectAddress redirectUri={address.redirectUri} />}
      <ModeField mode={mode} onChange={setMode} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Name"
          hint="On the button of the hosted page."
          {...field("name")}
          required
          maxLength={60}
        />
        <TextField
          label="Country (optional)"
          hint="Two letters, such as DK."
          {...field("country")}
          maxLength={2}
        />
      </div>
      <TextField
        label="Short name"
        hint={`The method becomes oidc:${values.slug || "…"} and cannot be changed later.`}
        {...field("slug")}
        required
        maxLength={30}
        spellCheck={false}
      />
      <TextField
        label="Issuer"
        hint="Exactly as the provider writes it."
        {...field("issuer")}
        required
        type="url"
        spellCheck={false}
      />
      <TextField label="Client id" {...field("clientId")} required autoComplete="off" spellCheck={false} />
      {!known.isByFragment && (
        <SelectField
          label="How this service proves itself to the provider"
          value={clientAuth}
          options={AUTHS}
          onChange={(text) => setClientAuth(oneOf(CLIENT_AUTHS, text) ?? "client_secret")}
        />
      )}
      {needsSecret && (
        <TextField
          label="Client secret"
          hint="Encrypted immediately. You will not see it again."
          {...field("clientSecret")}
          required
          type="password"
          autoComplete="off"
        />
      )}
      <TextField
        label="Minimum assurance (optional)"
        hint={
          known.minimumAcr === null
            ? "A value of acr. None is asked for."
            : `A value of acr. Otherwise ${known.minimumAcr}.`
        }
        {...field("minAcr")}
        maxLength={200}
        spellCheck={false}
      />
      <Notice>No preset has been tried against the real service. Try yours in test mode first.</Notice>
    </DialogForm>
  );
};

type PublicKeyProps = { publicJwk: object };

/** The part of our key that the provider needs. It is not secret. */
export const PublicKey = ({ publicJwk }: PublicKeyProps) => (
  <CodeBlock label="Public key to register" code={JSON.stringify({ keys: [publicJwk] }, null, 2)} isWrapped />
);

export const AddProviderDialog = callDialog({
  act: ({ identityProviders }) => identityProviders.add.mutationOptions(),
  done: ({ method, mode, publicJwk }) => [
    `Added ${method}`,
    publicJwk ? "Register its public key at the provider." : whereOffered(mode),
  ],
  keeps: KEPT,
  place: (mode: Mode) => ["new", mode],
  asks: () => ({
    title: "Add an identity provider",
    about: "Register this service at the provider first: it gives you the client id.",
  }),
  body: ({ of: mode, call, opened }) => (
    <AddForm initialMode={mode} call={call} opened={opened} onAdd={call.mutate} />
  ),
});
