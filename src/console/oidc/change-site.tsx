"use client";
import { useState } from "react";
import { changeDialog } from "#console/client/change-dialog.tsx";
import type { useSeen } from "#console/client/use-seen.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { OIDC_CLIENTS, OIDC_UNDER_AGE } from "#core/oidc/age-request.ts";
import { RadioCards } from "#kit/choices.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextAreaField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import { listed, readSite, type SiteSummary, SiteTextFields, UNDER_AGE } from "./site-dialogs.tsx";

/** What can be changed of a site, besides its keys. */
const fieldsOf = ({ name, redirectUris, thresholds, underAge }: SiteSummary) => ({
  ...{ name, redirectUris, thresholds, underAge },
});

// Not the keys: people paste private ones by mistake.
const KEPT = keptForm("oidc-site", {
  name: READ.text,
  redirectUris: READ.text,
  thresholds: READ.text,
  underAge: READ.oneOf(OIDC_UNDER_AGE),
});

type Values = KeptValues<typeof KEPT>;

/** A site as the fields show it. */
const valuesOf = ({ name, redirectUris, thresholds, underAge }: ReturnType<typeof fieldsOf>): Values => ({
  name,
  redirectUris: redirectUris.join("\n"),
  thresholds: thresholds.join(", "),
  underAge,
});

/** What a site showed, of fields that it filled in. */
const siteOf = ({ name, redirectUris, thresholds, underAge }: Values) => ({
  name,
  redirectUris: listed(redirectUris),
  thresholds: listed(thresholds).map(Number),
  underAge,
});

type FieldsProps = {
  site: SiteSummary;
  opened: Opened<Values>;
  seen: ReturnType<typeof useSeen<ReturnType<typeof fieldsOf>>>;
  call: DialogCall & { mutate: (input: ConsoleInputs["oidcClients"]["update"]) => void };
};

const ChangeFields = ({ site, seen, opened, call }: FieldsProps) => {
  const [ownFaults, setOwnFaults] = useState<Record<string, string>>({});
  const { underAge: underAgeBegun, ...start } = { ...valuesOf(seen.start), ...opened.typed };
  const faults = { ...faultsOf(call, { redirectUris: "Address" }), ...ownFaults };
  const { values, field } = useTexts({ ...start, jwks: "" }, faults);
  const [underAge, setUnderAge] = useState(underAgeBegun);
  useKeeping(opened, { ...values, underAge }, valuesOf(seen.begun));
  const submit = (): void => {
    const { faults: found, site: read } = readSite(values, values.jwks.trim() !== "");
    setOwnFaults(found);
    if (!read) return;
    const { jwks, thresholds } = read;
    const wanted = { name: values.name.trim(), redirectUris: listed(values.redirectUris), thresholds };
    const change = seen.changeOf({ ...wanted, underAge });
    if (change || jwks) call.mutate({ clientId: site.clientId, ...change, ...(jwks && { jwks }) });
    else {
      opened.forget();
      call.close();
    }
  };
  return (
    <DialogForm action="Save changes" call={call} opened={opened} onSubmit={submit}>
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

export const ChangeSiteDialog = changeDialog({
  act: ({ oidcClients }) => oidcClients.update.mutationOptions(),
  stale: ({ oidcClients }) => oidcClients.list.queryFilter(),
  done: ({ name }) => [`Changed ${name}`, "It applies within 5 seconds."],
  saved: fieldsOf,
  keeps: KEPT,
  place: ({ clientId, mode }) => [clientId, mode],
  old: (over, site) => siteOf({ ...valuesOf(fieldsOf(site)), ...over }),
  asks: () => ({
    title: "Change this site",
    about:
      "The client ID, the mode and how the site proves who it is stay. A redirect address that you take out no longer works, even for sign-ins that have begun.",
  }),
  size: "lg",
  body: ({ of: site, call, opened, seen }) => (
    <ChangeFields site={site} call={call} opened={opened} seen={seen} />
  ),
});
