"use client";
import { useQuery } from "@tanstack/react-query";
import { LogIn, Plus } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { SiteTabs } from "#console/sites/site-tabs.tsx";
import { TRIAL } from "#core/oidc/age-request.ts";
import { Button } from "#kit/button.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField } from "#kit/fields.tsx";
import { List } from "#kit/list.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import { ChangeSiteDialog } from "./change-site.tsx";
import { CreateSiteDialog, SiteDialog, type SiteSummary } from "./site-dialogs.tsx";

const agesText = (thresholds: readonly number[]): string => thresholds.map((years) => `${years}+`).join(", ");

const COLUMNS: readonly Column<SiteSummary>[] = [
  {
    id: "name",
    name: "Site",
    className: FILLS,
    cell: ({ name, redirectUris, thresholds }) => (
      <span className="grid">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-xs text-soft">{redirectUris[0]}</span>
        <span className="text-xs text-soft sm:hidden">{agesText(thresholds)}</span>
      </span>
    ),
  },
  {
    id: "ages",
    name: "Asks for",
    className: "hidden whitespace-nowrap sm:table-cell",
    cell: ({ thresholds }) => agesText(thresholds),
  },
  {
    id: "under",
    name: "Below the age",
    className: "hidden md:table-cell",
    cell: ({ underAge }) => (underAge === "deny" ? "Refuse" : "Answer"),
  },
  {
    id: "secret",
    name: "Secret",
    className: "hidden xl:table-cell",
    cell: ({ authMethod, previousSecretUntil }) => {
      if (!authMethod.startsWith("client_secret")) return authMethod === "none" ? "None: PKCE" : "Its keys";
      return previousSecretUntil === null ? "One" : "Two, for now";
    },
  },
  {
    id: "created",
    name: "Added",
    className: "hidden sm:table-cell",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

const OVERLAPS = [
  { value: "0", label: "At once" },
  { value: "1", label: "In 1 hour" },
  { value: "24", label: "In 24 hours" },
  { value: "168", label: "In 7 days" },
];

const RotateDialog = formDialog({
  act: ({ oidcClients }) => oidcClients.rotateSecret.mutationOptions(),
  stale: ({ oidcClients }) => oidcClients.list.queryFilter(),
  seen: ({ secretMark }: SiteSummary) => ({ secretMark: secretMark ?? undefined }),
  start: () => ({ hours: "24" }),
  asks: ({ name }) => ({ title: "Rotate the secret", about: name }),
  form: ({ values, field, seen }, { clientId }) => ({
    action: "Rotate secret",
    send: () => ({ clientId, overlapHours: Number(values.hours), seen }),
    fields: <SelectField label="The old secret ends" options={OVERLAPS} {...field("hours")} />,
  }),
  answer: ({ secret }, onDone, { name }) => ({
    title: "The new secret",
    about: name,
    body: (
      <SecretOnce
        label="Client secret"
        secret={secret}
        note="Copy this secret now and give it to the site. You will not see it again."
        onDone={onDone}
      />
    ),
  }),
});

const RemoveDialog = confirmDialog({
  act: ({ oidcClients }) => oidcClients.remove.mutationOptions(),
  stale: ({ oidcClients }) => oidcClients.list.queryFilter(),
  ask: ({ clientId, name }: SiteSummary) => ({
    title: "Remove this site?",
    about: "People can no longer sign in there with their age. The verifications that it started are kept.",
    verb: "Remove site",
    name,
    input: { clientId },
    done: ["Site removed"],
  }),
});

type Action = "settings" | "change" | "rotate" | "remove";

export const SitesScreen = ({ tenantId }: { tenantId: string }) => {
  const { refusal } = useAccess();
  const [url, setUrl] = useUrlState();
  const mode = useMode();
  const [chosen, setChosen] = useState<{ action: Action; clientId: string } | null>(null);
  const query = useQuery(useTRPC().oidcClients.list.queryOptions());
  const why = refusal("keys.write");
  const close = (): void => setChosen(null);
  const chosenFor = (action: Action): SiteSummary | null =>
    (chosen?.action === action && query.data?.find(({ clientId }) => clientId === chosen.clientId)) || null;
  const button = (site: SiteSummary, action: Action, word: string) => (
    <Button
      size="sm"
      look={action === "remove" ? "danger-quiet" : "secondary"}
      refusal={action === "settings" ? null : why}
      aria-label={`${word}: ${site.name}`}
      onClick={() => setChosen({ action, clientId: site.clientId })}
    >
      {word}
    </Button>
  );
  const actions = actionsColumn((site: SiteSummary) => (
    <span className="flex max-w-28 flex-wrap justify-end gap-2 lg:max-w-44 2xl:max-w-none">
      {site.mode === "test" && (
        <Button
          size="sm"
          refusal={why}
          aria-label={`Try it: ${site.name}`}
          onClick={() =>
            window.open(`${TRIAL.path(tenantId)}?mode=test&site=${site.clientId}`, "_blank", "noopener")
          }
        >
          Try it
        </Button>
      )}
      {button(site, "settings", "Settings")}
      {button(site, "change", "Change")}
      {site.authMethod.startsWith("client_secret") && button(site, "rotate", "Rotate")}
      {button(site, "remove", "Remove")}
    </span>
  ));
  return (
    <>
      <PageHeader
        title="Sites"
        about="Sites and apps that use OpenID Connect ask for an age with their own library. Each sign-in is one verification."
        actions={
          <Button look="primary" refusal={why} onClick={() => setUrl({ new: "site" })}>
            <Plus size={15} aria-hidden="true" />
            Add site
          </Button>
        }
      />
      <SiteTabs current="sign-in-with-age" />
      <QueryView query={query} skeleton={<CardSkeleton rows={3} />}>
        {(sites) => {
          const shown = sites.filter((site) => site.mode === mode);
          return (
            <Card isFlush>
              <List
                label="Sites, newest first"
                columns={[...COLUMNS, actions]}
                rows={shown}
                rowId={({ clientId }) => clientId}
                empty={
                  <EmptyState icon={LogIn} title={`No ${mode} sites`}>
                    {mode === "test"
                      ? "On a test site you choose the outcome. Its tokens are never accepted in place of live ones."
                      : "Add a site, and give its software the issuer, the client ID and the secret."}
                  </EmptyState>
                }
              />
            </Card>
          );
        }}
      </QueryView>
      <CreateSiteDialog
        mode={mode}
        isOpen={url.has("new") && why === null}
        onClose={() => setUrl({ new: "" })}
      />
      <SiteDialog site={chosenFor("settings")} onClose={close} />
      <ChangeSiteDialog of={chosenFor("change")} onClose={close} />
      <RotateDialog of={chosenFor("rotate")} onClose={close} />
      <RemoveDialog of={chosenFor("remove")} onClose={close} />
    </>
  );
};
