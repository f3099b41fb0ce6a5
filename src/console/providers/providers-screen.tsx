"use client";
import { useQuery } from "@tanstack/react-query";
import { IdCard, Plus } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { presetOf } from "#core/identity/presets.ts";
import type { Mode } from "#core/verification.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { AddProviderDialog, PublicKey, RedirectAddress } from "./add-provider.tsx";
import { ChangeDialog, RemoveDialog } from "./change-provider.tsx";
import { OwnAddressDialog, RotateDialog, SwitchDialog, TestDialog } from "./provider-dialogs.tsx";
import { ReaderCertificatesSection } from "./reader-certificates.tsx";
import { VendorsSection } from "./vendors-section.tsx";
import { WalletCertificateSection } from "./wallet-certificate.tsx";

type Provider = ConsoleOutputs["identityProviders"]["list"]["providers"][number];
type Action = "test" | "ownAddress" | "change" | "rotate" | "switch" | "remove";

/** For a provider from before each had its own address. */
const SharedAddressNotice = ({ provider: { preset, sharedRedirectUri } }: { provider: Provider }) => (
  <Notice tone="warn">
    It is registered with <code className="text-xs break-all">{sharedRedirectUri}</code>, which all providers
    once shared.{" "}
    {presetOf(preset)?.isByFragment
      ? "Sign-ins still work: its answers are signed and name it."
      : "Sign-ins still work only if its answers name it (RFC 9207), which Test tells. Otherwise they are refused, because a code could be another provider’s."}{" "}
    Register the address above at the provider, then press <em>Change redirect address</em>.
  </Notice>
);

type CardProps = { provider: Provider; refusal: string | null; onAction: (action: Action) => void };

const ProviderCard = ({ provider, refusal, onAction }: CardProps) => {
  const { name, country, method, mode, issuer, clientId, clientAuth, isActive, minAcr } = provider;
  const { publicJwk, redirectUri, sharedRedirectUri } = provider;
  const isByFragment = presetOf(provider.preset)?.isByFragment === true;
  const button = (action: Action, word: string, label = `${word} ${name}`) => (
    <Button
      size="sm"
      look={["switch", "remove"].includes(action) ? "danger-quiet" : "secondary"}
      refusal={refusal}
      aria-label={label}
      onClick={() => onAction(action)}
    >
      {word}
    </Button>
  );
  const rotate = clientAuth === "private_key_jwt" ? "New key" : "Replace secret";
  const facts = [
    ["Method", method],
    ["Issuer", issuer],
    ["Client id", clientId],
    ["Client authentication", isByFragment ? "none: the browser brings a signed answer" : clientAuth],
    ["Preset", provider.preset],
    ["Minimum assurance", minAcr ?? "as the preset says"],
  ] as const;
  return (
    <Card
      title={country === null ? name : `${name} (${country})`}
      actions={
        <span className="flex gap-2">
          <Badge tone="neutral">{mode}</Badge>
          <Badge tone={isActive ? "ok" : "neutral"}>{isActive ? "On" : "Off"}</Badge>
        </span>
      }
    >
      <dl className="grid gap-2 text-sm sm:grid-cols-[10rem_1fr]">
        {facts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-soft">{term}</dt>
            <dd className="min-w-0 break-all">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 grid gap-4">
        <RedirectAddress redirectUri={redirectUri} />
        {sharedRedirectUri !== null && <SharedAddressNotice provider={provider} />}
        {publicJwk && <PublicKey publicJwk={publicJwk} />}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {button("test", "Test")}
        {sharedRedirectUri !== null && button("ownAddress", "Change redirect address")}
        {button("change", "Change")}
        {!isByFragment && button("rotate", rotate, `${rotate}: ${name}`)}
        {button("switch", isActive ? "Switch off" : "Switch on")}
        {button("remove", "Remove")}
      </div>
    </Card>
  );
};

export const ProvidersScreen = () => {
  const refusal = useAccess().refusal("settings.write");
  const [url, setUrl] = useUrlState();
  const mode = useMode();
  const [chosen, setChosen] = useState<{ action: Action; id: string } | null>(null);
  const query = useQuery(useTRPC().identityProviders.list.queryOptions());
  const close = (): void => setChosen(null);
  const turnTo = (added: Mode): void => setUrl({ mode: added === "test" ? "test" : "" });
  const chosenFor = (action: Action): Provider | null =>
    (chosen?.action === action && query.data?.providers.find(({ id }) => id === chosen.id)) || null;
  return (
    <>
      <PageHeader
        title="Identity providers"
        about="People prove their age by signing in to their eID or bank. Only the answer about the age is kept."
        actions={
          <Button look="primary" refusal={refusal} onClick={() => setUrl({ new: "provider" })}>
            <Plus size={15} aria-hidden="true" />
            Add provider
          </Button>
        }
      />
      <QueryView query={query} skeleton={<CardSkeleton rows={4} />}>
        {({ providers }) => {
          const shown = providers.filter((provider) => provider.mode === mode);
          return (
            <div className="grid gap-4">
              {shown.length === 0 && (
                <EmptyState icon={IdCard} title={`No ${mode} identity providers yet`}>
                  {mode === "test"
                    ? "Add one to try it: the pages of test keys offer it immediately."
                    : "Add one that your people have an account with. Each becomes a method of its name, which the settings and policies can offer."}
                </EmptyState>
              )}
              {shown.map((provider) => (
                <ProviderCard
                  key={provider.id}
                  provider={provider}
                  refusal={refusal}
                  onAction={(action) => setChosen({ action, id: provider.id })}
                />
              ))}
            </div>
          );
        }}
      </QueryView>
      <VendorsSection
        refusal={refusal}
        isAdding={url.get("new") === "vendor"}
        onAdding={(isAdding) => setUrl({ new: isAdding ? "vendor" : "" })}
        onAdded={turnTo}
      />
      <WalletCertificateSection />
      <ReaderCertificatesSection />
      <AddProviderDialog
        of={url.has("new") && url.get("new") !== "vendor" && refusal === null && mode}
        onDone={(added) => turnTo(added.mode)}
        onClose={() => setUrl({ new: "" })}
      />
      <TestDialog provider={chosenFor("test")} onClose={close} />
      <OwnAddressDialog of={chosenFor("ownAddress")} onClose={close} />
      {chosenFor("change") && <ChangeDialog provider={chosenFor("change")} onClose={close} />}
      <RemoveDialog of={chosenFor("remove")} onClose={close} />
      <RotateDialog of={chosenFor("rotate")} onClose={close} />
      <SwitchDialog of={chosenFor("switch")} onClose={close} />
    </>
  );
};
