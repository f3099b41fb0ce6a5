"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { noting, useOpened, useSeen } from "#console/client/use-seen.ts";
import { presetOf } from "#core/identity/presets.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { goingOn, type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import type { DialogProps } from "./provider-dialogs.tsx";

const textOrNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

type Provider = NonNullable<DialogProps["provider"]>;

/** What can be changed of a provider, besides its secret. */
const fieldsOf = ({ name, country, issuer, clientId, minAcr }: Provider) => ({
  ...{ name, country, issuer, clientId, minAcr },
});

// The secret is typed once more.
const KEPT = keptForm("provider", {
  name: READ.text,
  country: READ.text,
  issuer: READ.text,
  clientId: READ.text,
  minAcr: READ.text,
});

type Values = KeptValues<typeof KEPT>;

/** A provider as the fields show it. */
const valuesOf = ({ name, country, issuer, clientId, minAcr }: ReturnType<typeof fieldsOf>): Values => ({
  ...{ name, issuer, clientId },
  country: country ?? "",
  minAcr: minAcr ?? "",
});

/** The provider that the fields describe. */
const providerIn = ({ name, country, issuer, clientId, minAcr }: Values) => ({
  name: name.trim(),
  country: textOrNull(country.toUpperCase()),
  issuer: issuer.trim(),
  clientId: clientId.trim(),
  minAcr: textOrNull(minAcr),
});

type FormProps = { provider: Provider; opened: Opened<Values>; onClose: () => void };

const ChangeForm = ({ provider, opened, onClose }: FormProps) => {
  const { identityProviders } = useTRPC();
  const saved = fieldsOf(provider);
  const old = providerIn({ ...valuesOf(provider), ...opened.over });
  const seen = useSeen(saved, opened.at === null ? saved : old);
  const secretSeen = useOpened({ secretMark: provider.secretMark });
  const see = (fields: readonly string[]): void => {
    seen.see(fields);
    secretSeen.see();
  };
  const call = useDialogCall(identityProviders.update.mutationOptions(), onClose, {
    seen: { see, take: seen.take },
    kept: opened,
    stale: identityProviders.list.queryFilter(),
    done: ({ method }) => [`Changed ${method}`],
  });
  // Outside the fields, which begin again when what is saved now is shown.
  const secret = useState("");
  const form = seen.round === 0 ? opened : goingOn(opened);
  const { secretMark = provider.secretMark } = secretSeen.begun ?? {};
  const fields = { provider: { ...provider, secretMark }, seen, opened: form, secret, call };
  return <ChangeFields key={seen.round} {...fields} />;
};

type FieldsProps = {
  /** Its secret as it was when the form was opened. */
  provider: Provider;
  seen: ReturnType<typeof useSeen<ReturnType<typeof fieldsOf>>>;
  opened: Opened<Values>;
  secret: readonly [value: string, set: (value: string) => void];
  call: DialogCall & { mutate: (input: ConsoleInputs["identityProviders"]["update"]) => void };
};

const ChangeFields = ({ provider, seen, opened, secret, call }: FieldsProps) => {
  const [clientSecret, setClientSecret] = secret;
  const start: Values = { ...valuesOf(seen.start), ...opened.typed };
  const { values, field } = useTexts(start, call.problem?.issues);
  useKeeping(opened, values, valuesOf(seen.begun));
  const hasSecret =
    provider.clientAuth === "client_secret" && presetOf(provider.preset)?.isByFragment !== true;
  const isOtherIssuer = values.issuer.trim() !== seen.begun.issuer;
  const typed = () => providerIn(values);
  const submit = (): void => {
    const change = seen.changeOf(typed());
    const { issuer, clientId } = seen.begun;
    // A secret must not reach an issuer that was put in while it was typed, nor replace one that was.
    const withSecret = hasSecret &&
      clientSecret !== "" && {
        clientSecret,
        seen: { issuer, clientId, secretMark: provider.secretMark, ...change?.seen },
      };
    if (change || withSecret) call.mutate({ id: provider.id, ...change, ...withSecret });
    else {
      opened.forget();
      call.close();
    }
  };
  return (
    <DialogForm
      action="Save changes"
      call={noting(call, () => seen.note(typed()))}
      opened={opened}
      onSubmit={submit}
    >
      <TextField label="Name" {...field("name")} required maxLength={60} />
      <TextField label="Country (optional)" {...field("country")} maxLength={2} />
      <TextField label="Issuer" {...field("issuer")} required type="url" spellCheck={false} />
      <TextField label="Client id" {...field("clientId")} required autoComplete="off" spellCheck={false} />
      {hasSecret && (
        <TextField
          label={isOtherIssuer ? "Client secret" : "Client secret (optional)"}
          hint={isOtherIssuer ? "The one that the new issuer has given out." : "Left out, the old one stays."}
          value={clientSecret}
          error={call.problem?.issues.clientSecret}
          onChange={setClientSecret}
          required={isOtherIssuer}
          type="password"
          autoComplete="off"
        />
      )}
      <TextField
        label="Minimum assurance (optional)"
        {...field("minAcr")}
        maxLength={200}
        spellCheck={false}
      />
    </DialogForm>
  );
};

const OpenForm = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => (
  <Restorable kept={useKept(KEPT, provider.id)}>
    {(opened) => <ChangeForm provider={provider} opened={opened} onClose={onClose} />}
  </Restorable>
);

/** Mounted for one provider, whose values the form starts with. */
export const ChangeDialog = ({ provider, onClose }: DialogProps) => (
  <Dialog
    isOpen={provider !== null}
    onClose={onClose}
    title="Change this provider"
    about="If you change the issuer or client id, sign-ins in progress do not count. The short name stays: verifications name it."
  >
    {provider && <OpenForm provider={provider} onClose={onClose} />}
  </Dialog>
);

export const RemoveDialog = confirmDialog({
  act: ({ identityProviders }) => identityProviders.remove.mutationOptions(),
  stale: ({ identityProviders }) => identityProviders.list.queryFilter(),
  ask: ({ id, name }: Provider) => ({
    title: `Remove ${name}?`,
    about:
      "Deletes its secret and redirect address and frees its short name. A provider that settings, a policy or a verification names can only be switched off.",
    verb: "Remove",
    input: { id },
    done: ["Provider removed"],
  }),
});
