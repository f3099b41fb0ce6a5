"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { oneOf } from "#console/words/words.ts";
import { IDENTITY_PRESET_IDS, IDENTITY_PRESETS, type IdentityPreset } from "#core/identity/presets.ts";
import { CLIENT_AUTHS, type ClientAuth } from "#core/identity/provider.ts";
import type { Mode } from "#core/verification.ts";
import { CodeBlock } from "#kit/code.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";

type Draft = ConsoleInputs["identityProviders"]["add"];
type PresetId = Draft["preset"];

const PRESETS = IDENTITY_PRESET_IDS.map((value) => ({ value, label: IDENTITY_PRESETS[value].name }));

const MODES = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test: on the pages of test keys, beside the sandbox" },
];

const AUTHS = [
  { value: "client_secret", label: "A client secret, from the provider" },
  { value: "private_key_jwt", label: "A key that this service makes (private_key_jwt)" },
];

/** Short for a method's id: letters, digits and hyphens. */
const slugOf = (preset: PresetId): string => preset.replaceAll("_", "-");

/** As much of the name as a button has room for. */
const shortNameOf = ({ name }: IdentityPreset): string =>
  name.startsWith("Any ") ? "" : (name.split(",")[0] ?? "");

type FormProps = { initialMode: Mode; call: DialogCall; onAdd: (draft: Draft) => void };

const AddForm = ({ initialMode, call, onAdd }: FormProps) => {
  const [preset, setPreset] = useState<PresetId>("mitid");
  const known: IdentityPreset = IDENTITY_PRESETS[preset];
  const [values, setValues] = useState({
    slug: slugOf("mitid"),
    name: shortNameOf(IDENTITY_PRESETS.mitid),
    country: String(IDENTITY_PRESETS.mitid.country),
    issuer: String(IDENTITY_PRESETS.mitid.issuer),
    clientId: "",
    clientSecret: "",
    minAcr: "",
  });
  const [mode, setMode] = useState<Mode>(initialMode);
  const [clientAuth, setClientAuth] = useState<ClientAuth>("client_secret");
  const set = (name: keyof typeof values) => (text: string) => setValues({ ...values, [name]: text });
  const issues = call.problem?.issues ?? {};
  const choose = (text: string): void => {
    const id = oneOf(IDENTITY_PRESET_IDS, text) ?? "age_over";
    const next: IdentityPreset = IDENTITY_PRESETS[id];
    setPreset(id);
    setValues({
      ...values,
      slug: slugOf(id),
      name: shortNameOf(next),
      country: next.country ?? "",
      issuer: next.issuer ?? "",
      minAcr: "",
    });
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
      ...(values.country.trim() !== "" && { country: values.country.trim().toUpperCase() }),
      ...(needsSecret && { clientSecret: values.clientSecret }),
      ...(values.minAcr.trim() !== "" && { minAcr: values.minAcr.trim() }),
    });
  return (
    <DialogForm action="Add provider" call={call} onSubmit={submit}>
      <SelectField
        label="Kind of provider"
        hint={known.why}
        value={preset}
        options={PRESETS}
        onChange={choose}
      />
      <SelectField
        label="Mode"
        value={mode}
        options={MODES}
        onChange={(text) => setMode(text === "test" ? "test" : "live")}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Name"
          hint="On the button of the hosted page."
          error={issues.name}
          value={values.name}
          required
          maxLength={60}
          onChange={set("name")}
        />
        <TextField
          label="Country (optional)"
          hint="Two letters, such as DK."
          error={issues.country}
          value={values.country}
          maxLength={2}
          onChange={set("country")}
        />
      </div>
      <TextField
        label="Short name"
        hint={`The method becomes oidc:${values.slug || "…"} and cannot be changed later.`}
        error={issues.slug}
        value={values.slug}
        required
        maxLength={30}
        spellCheck={false}
        onChange={set("slug")}
      />
      <TextField
        label="Issuer"
        hint="Letter by letter as the provider writes it."
        error={issues.issuer}
        value={values.issuer}
        required
        type="url"
        spellCheck={false}
        onChange={set("issuer")}
      />
      <TextField
        label="Client id"
        error={issues.clientId}
        value={values.clientId}
        required
        autoComplete="off"
        spellCheck={false}
        onChange={set("clientId")}
      />
      {!known.isByFragment && (
        <SelectField
          label="The provider knows this service by"
          value={clientAuth}
          options={AUTHS}
          onChange={(text) => setClientAuth(oneOf(CLIENT_AUTHS, text) ?? "client_secret")}
        />
      )}
      {needsSecret && (
        <TextField
          label="Client secret"
          hint="Sealed at once. You will not see it again."
          error={issues.clientSecret}
          value={values.clientSecret}
          required
          type="password"
          autoComplete="off"
          onChange={set("clientSecret")}
        />
      )}
      <TextField
        label="Minimum assurance (optional)"
        hint={
          known.minimumAcr === null
            ? "A value of acr. None is asked for."
            : `A value of acr. Otherwise ${known.minimumAcr}.`
        }
        error={issues.minAcr}
        value={values.minAcr}
        maxLength={200}
        spellCheck={false}
        onChange={set("minAcr")}
      />
      <Notice>No preset has been tried against the real service. Try yours in test mode first.</Notice>
    </DialogForm>
  );
};

type PublicKeyProps = { publicJwk: object };

/** What the provider has to know of our key. It is no secret. */
export const PublicKey = ({ publicJwk }: PublicKeyProps) => (
  <CodeBlock label="Public key to register" code={JSON.stringify({ keys: [publicJwk] }, null, 2)} isWrapped />
);

type DialogProps = { isOpen: boolean; mode: Mode; onClose: () => void };

export const AddProviderDialog = ({ isOpen, mode, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const call = useDialogCall(identityProviders.add.mutationOptions(), onClose, {
    done: ({ method, publicJwk }) => [
      `Added ${method}`,
      publicJwk
        ? "Register its public key at the provider."
        : "Name it in the settings or in a policy to offer it.",
    ],
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title="Add an identity provider"
      about="Register this service at the provider first: it gives you the client id."
    >
      <AddForm initialMode={mode} call={call} onAdd={call.mutate} />
    </Dialog>
  );
};
