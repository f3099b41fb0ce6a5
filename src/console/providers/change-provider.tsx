"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { presetOf } from "#core/identity/presets.ts";
import { ConfirmDialog, FormDialog } from "#kit/dialog/dialog.tsx";
import { TextField, useTexts } from "#kit/fields.tsx";
import type { DialogProps } from "./provider-dialogs.tsx";

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

const seenOf = ({ name, country, issuer, clientId, minAcr }: NonNullable<DialogProps["provider"]>) => ({
  ...{ name, country, issuer, clientId, minAcr },
});

/** Mounted for one provider, whose values the form starts with. */
export const ChangeDialog = ({ provider, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const call = useDialogCall(identityProviders.update.mutationOptions(), onClose, {
    stale: identityProviders.list.queryFilter(),
    done: ({ method }) => [`Changed ${method}`],
  });
  const [begun] = useState(provider);
  const start = {
    name: provider?.name ?? "",
    country: provider?.country ?? "",
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    minAcr: provider?.minAcr ?? "",
    clientSecret: "",
  };
  const { values, field } = useTexts(start, call.problem?.issues);
  const hasSecret =
    provider?.clientAuth === "client_secret" && presetOf(provider.preset)?.isByFragment !== true;
  const isOtherIssuer = values.issuer.trim() !== start.issuer;
  const submit = (): void => {
    if (!provider) return;
    call.mutate({
      id: provider.id,
      name: values.name.trim(),
      country: orNull(values.country.toUpperCase()),
      issuer: values.issuer.trim(),
      clientId: values.clientId.trim(),
      minAcr: orNull(values.minAcr),
      ...(begun && { seen: seenOf(begun) }),
      ...(hasSecret && values.clientSecret !== "" && { clientSecret: values.clientSecret }),
    });
  };
  return (
    <FormDialog
      isOpen={provider !== null}
      title="Change this provider"
      about="If you change the issuer or client id, sign-ins in progress do not count. The short name stays: verifications name it."
      action="Save changes"
      call={call}
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
          {...field("clientSecret")}
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
    </FormDialog>
  );
};

export const RemoveDialog = ({ provider, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const call = useDialogCall(identityProviders.remove.mutationOptions(), onClose, {
    stale: identityProviders.list.queryFilter(),
    done: () => ["Provider removed"],
  });
  return (
    <ConfirmDialog
      isOpen={provider !== null}
      call={call}
      title={`Remove ${provider?.name ?? "this provider"}?`}
      about="Deletes its secret and redirect address and frees its short name. A provider that settings, a policy or a verification names can only be switched off."
      action="Remove"
      onConfirm={() => provider && call.mutate({ id: provider.id })}
    />
  );
};
