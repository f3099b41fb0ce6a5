"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { OIDC_CLIENTS } from "#core/oidc/age-request.ts";
import { RadioCards } from "#kit/choices.tsx";
import { Dialog, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextAreaField, useTexts } from "#kit/fields.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import { agesIn, keySetIn, listed, type SiteSummary, SiteTextFields, UNDER_AGE } from "./site-dialogs.tsx";

type Change = Omit<ConsoleInputs["oidcClients"]["update"], "clientId" | "jwks" | "seen">;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of a form that differ from what it began with, and what they were then. */
const changedFrom = (
  site: SiteSummary,
  wanted: Pick<SiteSummary, "name" | "redirectUris" | "thresholds" | "underAge">,
): { given: Change; seen: Change } => {
  const { name, redirectUris, thresholds, underAge } = wanted;
  const isOther = {
    name: name !== site.name,
    redirectUris: !isSame(redirectUris, site.redirectUris),
    thresholds: !isSame(thresholds, site.thresholds),
    underAge: underAge !== site.underAge,
  };
  const only = (values: typeof wanted): Change => ({
    ...(isOther.name && { name: values.name }),
    ...(isOther.redirectUris && { redirectUris: values.redirectUris }),
    ...(isOther.thresholds && { thresholds: values.thresholds }),
    ...(isOther.underAge && { underAge: values.underAge }),
  });
  return { given: only(wanted), seen: only(site) };
};

type Props = { site: SiteSummary; onClose: () => void };

/** Mounted for one site, whose values the form starts with. */
export const ChangeSiteDialog = ({ site, onClose }: Props) => {
  const { oidcClients } = useTRPC();
  const call = useDialogCall(oidcClients.update.mutationOptions(), onClose, {
    stale: oidcClients.list.queryFilter(),
    done: ({ name }) => [`Changed ${name}`, "It applies within 5 seconds."],
  });
  const [ownFaults, setOwnFaults] = useState<Record<string, string>>({});
  const start = {
    name: site.name,
    redirectUris: site.redirectUris.join("\n"),
    thresholds: site.thresholds.join(", "),
    jwks: "",
  };
  const faults = { ...faultsOf(call, { redirectUris: "Address" }), ...ownFaults };
  const { values, field } = useTexts(start, faults);
  const [underAge, setUnderAge] = useState<SiteSummary["underAge"]>(site.underAge);
  const submit = (): void => {
    const jwks = values.jwks.trim() === "" ? undefined : keySetIn(values.jwks);
    const thresholds = agesIn(values.thresholds);
    setOwnFaults({
      ...(typeof jwks === "string" && { jwks }),
      ...(typeof thresholds === "string" && { thresholds }),
    });
    if (typeof jwks === "string" || typeof thresholds === "string") return;
    const wanted = { name: values.name.trim(), redirectUris: listed(values.redirectUris), thresholds };
    const { given, seen } = changedFrom(site, { ...wanted, underAge });
    if (jwks === undefined && Object.keys(given).length === 0) call.close();
    else call.mutate({ clientId: site.clientId, ...given, ...(jwks && { jwks }), seen });
  };
  return (
    <Dialog
      isOpen
      onClose={call.close}
      title="Change this site"
      about="The client ID, the mode and how the site proves who it is stay. A redirect address that you take out no longer works, also for sign-ins that have begun."
      size="lg"
    >
      <DialogForm action="Save changes" call={call} onSubmit={submit}>
        <SiteTextFields field={field} />
        {site.authMethod === "private_key_jwt" && (
          <TextAreaField
            label="Public keys (optional)"
            hint={`A JWK set with at most ${OIDC_CLIENTS.keys} public keys, in place of the present ones: ${site.keys.join(", ")}. Left out, those stay.`}
            {...field("jwks")}
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
    </Dialog>
  );
};
