"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useSeen } from "#console/client/use-seen.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { OIDC_CLIENTS } from "#core/oidc/age-request.ts";
import { RadioCards } from "#kit/choices.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextAreaField, useTexts } from "#kit/fields.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import { listed, readSite, type SiteSummary, SiteTextFields, UNDER_AGE } from "./site-dialogs.tsx";

/** What can be changed of a site, beside its keys. */
const fieldsOf = ({ name, redirectUris, thresholds, underAge }: SiteSummary) => ({
  ...{ name, redirectUris, thresholds, underAge },
});

type FieldsProps = {
  site: SiteSummary;
  seen: ReturnType<typeof useSeen<ReturnType<typeof fieldsOf>>>;
  call: DialogCall & { mutate: (input: ConsoleInputs["oidcClients"]["update"]) => void };
};

const ChangeFields = ({ site, seen, call }: FieldsProps) => {
  const [ownFaults, setOwnFaults] = useState<Record<string, string>>({});
  const start = {
    name: seen.start.name,
    redirectUris: seen.start.redirectUris.join("\n"),
    thresholds: seen.start.thresholds.join(", "),
    jwks: "",
  };
  const faults = { ...faultsOf(call, { redirectUris: "Address" }), ...ownFaults };
  const { values, field } = useTexts(start, faults);
  const [underAge, setUnderAge] = useState(seen.start.underAge);
  const submit = (): void => {
    const { faults: found, site: read } = readSite(values, values.jwks.trim() !== "");
    setOwnFaults(found);
    if (!read) return;
    const { jwks, thresholds } = read;
    const wanted = { name: values.name.trim(), redirectUris: listed(values.redirectUris), thresholds };
    const change = seen.changeOf({ ...wanted, underAge });
    if (change || jwks) call.mutate({ clientId: site.clientId, ...change, ...(jwks && { jwks }) });
    else call.close();
  };
  return (
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
  );
};

const ChangeSite = ({ site, onClose }: { site: SiteSummary; onClose: () => void }) => {
  const { oidcClients } = useTRPC();
  const seen = useSeen(fieldsOf(site));
  const call = useDialogCall(oidcClients.update.mutationOptions(), onClose, {
    seen,
    stale: oidcClients.list.queryFilter(),
    done: ({ name }) => [`Changed ${name}`, "It applies within 5 seconds."],
  });
  return <ChangeFields key={seen.round} site={site} seen={seen} call={call} />;
};

type Props = { site: SiteSummary | null; onClose: () => void };

export const ChangeSiteDialog = ({ site, onClose }: Props) => (
  <Dialog
    isOpen={site !== null}
    onClose={onClose}
    title="Change this site"
    about="The client ID, the mode and how the site proves who it is stay. A redirect address that you take out no longer works, also for sign-ins that have begun."
    size="lg"
  >
    {site && <ChangeSite key={site.clientId} site={site} onClose={onClose} />}
  </Dialog>
);
