"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { isObject } from "#core/json.ts";
import { OIDC_CLIENTS, OIDC_UNDER_AGE } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { CodeTabs } from "#kit/code.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, TextAreaField, TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import { Facts } from "#kit/page-layout.tsx";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";
import { settingsFor } from "./site-settings.ts";

export type SiteSummary = ConsoleOutputs["oidcClients"]["list"][number];
type NewSite = ConsoleInputs["oidcClients"]["create"];

const PROOFS = [
  { value: "client_secret_basic", label: "A secret (client_secret_basic)" },
  { value: "client_secret_post", label: "A secret in the form (client_secret_post)" },
  { value: "private_key_jwt", label: "Signed assertions (private_key_jwt)" },
  { value: "none", label: "PKCE only, for apps in the browser or on a device" },
] as const;

export const UNDER_AGE = [
  { value: "answer", name: "Answer", about: "The site gets age_over_NN: false, and decides." },
  {
    value: "deny",
    name: "Refuse",
    about: "The site gets access_denied, for software that knows only signed in or not.",
  },
] as const;

/** The entries of a text, by line or comma. */
export const listed = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== "");

/** The ages in a text, or what to do about an entry that is not an age. */
const agesIn = (text: string): number[] | string => {
  const parts = listed(text);
  const odd = parts.find((part) => !/^\d{1,3}$/.test(part));
  return odd === undefined ? parts.map(Number) : `“${odd}” is not an age. Enter whole years, for example 16, 18.`;
};

type KeySet = NonNullable<NewSite["jwks"]>;

const isKeySet = (value: unknown): value is KeySet =>
  isObject(value) && "keys" in value && Array.isArray(value.keys);

const EXPECTED = 'Paste a JWK set, {"keys":[{"kty":"EC","crv":"P-256","x":"…","y":"…"}]}';

/** The public keys in a text (RFC 7517 §5), or what to do if it holds none. */
const keySetIn = (text: string): KeySet | string => {
  if (text.includes("-----BEGIN"))
    return `This is PEM, not JSON: convert the public key to a JWK. ${EXPECTED}.`;
  try {
    const value: unknown = JSON.parse(text);
    if (isKeySet(value)) return value;
    const isKey = isObject(value) && "kty" in value;
    return isKey ? `This is one key: put it into a set. ${EXPECTED}.` : `${EXPECTED}.`;
  } catch {
    return `This is not JSON. ${EXPECTED}.`;
  }
};

/**
 * What the ages and the keys of a form mean, or what is wrong with them.
 * @param hasKeys whether keys are read at all
 */
export const readSite = ({ thresholds, jwks }: { thresholds: string; jwks: string }, hasKeys: boolean) => {
  const keys = hasKeys ? keySetIn(jwks) : undefined;
  const ages = agesIn(thresholds);
  if (typeof keys !== "string" && typeof ages !== "string")
    return { faults: {}, site: { thresholds: ages, ...(keys && { jwks: keys }) } };
  const faults: Record<string, string> = {
    ...(typeof keys === "string" && { jwks: keys }),
    ...(typeof ages === "string" && { thresholds: ages }),
  };
  return { faults, site: null };
};

type SiteTexts = { name: string; redirectUris: string; thresholds: string; jwks: string };

type SiteTextFieldsProps = { field: ReturnType<typeof useTexts<SiteTexts>>["field"] };

/** What a site is called, where its answers go, and what it asks for. */
export const SiteTextFields = ({ field }: SiteTextFieldsProps) => (
  <>
    <TextField
      label="Name"
      hint="Which site it is, for example “Shop”."
      {...field("name")}
      required
      maxLength={80}
    />
    <TextAreaField
      label="Redirect addresses"
      hint={`Complete, one in a line. At most ${OIDC_CLIENTS.redirectUris}. Of an app: its own scheme, com.example.shop:/age, or http://127.0.0.1/age, which takes every port.`}
      {...field("redirectUris")}
      required
      spellCheck={false}
      placeholder="https://shop.example/age/callback"
    />
    <TextField
      label="Ages to ask for"
      hint="Used when a request names none. One to five, from 5 to 99."
      {...field("thresholds")}
      required
    />
  </>
);

// Not the keys: people paste private ones by mistake.
const KEPT = keptForm("oidc-site-add", {
  name: READ.text,
  redirectUris: READ.text,
  thresholds: READ.text,
  authMethod: READ.text,
  underAge: READ.oneOf(OIDC_UNDER_AGE),
});

const START: KeptValues<typeof KEPT> = {
  name: "",
  redirectUris: "",
  thresholds: "18",
  authMethod: PROOFS[0].value,
  underAge: "answer",
};

type CreateFormProps = {
  mode: Mode;
  call: DialogCall;
  opened: Opened<KeptValues<typeof KEPT>>;
  onCreate: (site: NewSite) => void;
};

const CreateForm = ({ mode, call, opened, onCreate }: CreateFormProps) => {
  const { name, redirectUris, thresholds, ...chosen } = { ...START, ...opened.typed };
  const [ownFaults, setOwnFaults] = useState<Record<string, string>>({});
  const faults = { ...faultsOf(call, { redirectUris: "Address" }), ...ownFaults };
  const { values, field } = useTexts({ name, redirectUris, thresholds, jwks: "" }, faults);
  const [authMethod, setAuthMethod] = useState<string>(chosen.authMethod);
  const [underAge, setUnderAge] = useState<"answer" | "deny">(chosen.underAge);
  useKeeping(opened, { ...values, authMethod, underAge }, START);
  const proof = PROOFS.find(({ value }) => value === authMethod) ?? PROOFS[0];
  const isKeyed = proof.value === "private_key_jwt";
  const submit = (): void => {
    const { faults: found, site } = readSite(values, isKeyed);
    setOwnFaults(found);
    if (!site) return;
    onCreate({
      ...site,
      mode,
      name: values.name.trim(),
      redirectUris: listed(values.redirectUris),
      authMethod: proof.value,
      underAge,
    });
  };
  return (
    <DialogForm action="Add site" call={call} opened={opened} onSubmit={submit}>
      <SiteTextFields field={field} />
      <SelectField
        label="How the site proves who it is"
        value={authMethod}
        options={PROOFS}
        onChange={setAuthMethod}
      />
      {isKeyed && (
        <TextAreaField
          label="Public keys"
          hint={`A JWK set with at most ${OIDC_CLIENTS.keys} public keys. The private ones stay with the site.`}
          {...field("jwks")}
          required
          spellCheck={false}
          className="font-mono text-xs"
        />
      )}
      <RadioCards
        label="For a person below the age"
        value={underAge}
        options={UNDER_AGE}
        onChange={setUnderAge}
      />
    </DialogForm>
  );
};

const Settings = ({ site }: { site: SiteSummary }) => {
  const [chosen, setChosen] = useState("apache");
  return <CodeTabs label="the settings" languages={settingsFor(site)} chosen={chosen} onChoose={setChosen} />;
};

type CreateSiteDialogProps = { isOpen: boolean; mode: Mode; onClose: () => void };

export const CreateSiteDialog = ({ isOpen, mode, onClose }: CreateSiteDialogProps) => {
  const { oidcClients } = useTRPC();
  const kept = useKept(KEPT, "new", mode);
  const call = useDialogCall(oidcClients.create.mutationOptions(), onClose, {
    stale: oidcClients.list.queryFilter(),
    kept,
  });
  const { data } = call;
  if (data && data.secret === null) return <SiteDialog site={data.client} onClose={call.close} />;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={data ? "Your new site" : `Add a ${mode} site`}
      about={data ? data.client.clientId : "It asks for ages by OpenID Connect."}
      size="lg"
    >
      {data?.secret ? (
        <SecretOnce
          label="Client secret"
          secret={data.secret}
          note="Copy this secret now and store it with your other secrets. You will not see it again."
          onDone={call.close}
        >
          <Settings site={data.client} />
        </SecretOnce>
      ) : (
        <Restorable kept={kept} onStartOver={call.forget}>
          {(opened) => <CreateForm mode={mode} call={call} opened={opened} onCreate={call.mutate} />}
        </Restorable>
      )}
    </Dialog>
  );
};

type SiteDialogProps = { site: SiteSummary | null; onClose: () => void };

/** The values that the site's software needs. */
export const SiteDialog = ({ site, onClose }: SiteDialogProps) => (
  <Dialog isOpen={site !== null} onClose={onClose} title={site?.name ?? "Site"} size="lg">
    {site && (
      <>
        <Facts
          facts={{
            Issuer: <code className="text-xs break-all">{site.issuer}</code>,
            "Client ID": <code className="text-xs break-all">{site.clientId}</code>,
            "Redirect addresses": <span className="text-xs break-all">{site.redirectUris.join(", ")}</span>,
          }}
        />
        <Settings site={site} />
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    )}
  </Dialog>
);
