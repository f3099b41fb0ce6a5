"use client";
import { useQuery } from "@tanstack/react-query";
import { IdCard, Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useUrlState } from "#console/client/use-url-state.ts";
import { useAccess } from "#console/shell/access.tsx";
import { useMode } from "#console/shell/mode-notice.tsx";
import { presetOf } from "#core/identity/presets.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { ConfirmDialog, FormDialog } from "#kit/dialog/dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { AddProviderDialog, PublicKey } from "./add-provider.tsx";
import { VendorsSection } from "./vendors-section.tsx";
import { WalletCertificateSection } from "./wallet-certificate.tsx";

type Provider = ConsoleOutputs["identityProviders"]["list"]["providers"][number];
type Tested = ConsoleOutputs["identityProviders"]["test"];

const FAULTS = {
  away: "It does not answer, or not in time.",
  invalid: "Its description does not answer as this issuer. Compare the issuer letter by letter.",
  address_refused: "Its address is not on the public internet.",
} as const;

const TestResult = ({ tested }: { tested: Tested }) =>
  tested.ok ? (
    <Notice tone="ok">
      It answers as this issuer. People sign in at{" "}
      <code className="text-xs break-all">{new URL(tested.authorizationEndpoint).host}</code>
      {tested.hasIssuerInAnswers ? ", and its answers name it." : ". Its answers do not name it (RFC 9207)."}
    </Notice>
  ) : (
    <Notice tone="danger">{FAULTS[tested.fault]}</Notice>
  );

type DialogProps = { provider: Provider | null; onClose: () => void };

const TestDialog = ({ provider, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const call = useDialogCall(identityProviders.test.mutationOptions(), onClose);
  return (
    <FormDialog
      isOpen={provider !== null}
      title="Test this provider"
      about="Reads its description now. Nobody signs in."
      action={call.data ? "Test again" : "Test"}
      call={call}
      onSubmit={() => provider && call.mutate({ id: provider.id })}
    >
      {call.data && <TestResult tested={call.data} />}
    </FormDialog>
  );
};

const RotateDialog = ({ provider, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const [secret, setSecret] = useState("");
  const isKey = provider?.clientAuth === "private_key_jwt";
  const close = (): void => {
    setSecret("");
    onClose();
  };
  const call = useDialogCall(identityProviders.rotate.mutationOptions(), close, {
    stale: identityProviders.list.queryFilter(),
    done: ({ method }) => [
      isKey ? `New key for ${method}` : `New secret for ${method}`,
      isKey ? "Register its public key at the provider now." : "It is in use from now on.",
    ],
  });
  return (
    <FormDialog
      isOpen={provider !== null}
      title={isKey ? "Make a new key?" : "Replace the client secret"}
      about={
        isKey
          ? "The old key ends at once. Sign-ins fail until the provider knows the new one."
          : "The old secret ends here at once. At the provider it ends when you remove it there."
      }
      action={isKey ? "Make a new key" : "Replace secret"}
      call={call}
      field="clientSecret"
      onSubmit={() => provider && call.mutate({ id: provider.id, ...(!isKey && { clientSecret: secret }) })}
    >
      {!isKey && (
        <TextField
          label="New client secret"
          error={call.problem?.issues.clientSecret}
          value={secret}
          required
          type="password"
          autoComplete="off"
          onChange={setSecret}
        />
      )}
    </FormDialog>
  );
};

const SwitchDialog = ({ provider, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const isActive = provider?.isActive === true;
  const call = useDialogCall(identityProviders.switch.mutationOptions(), onClose, {
    stale: identityProviders.list.queryFilter(),
    done: (_data, input) => [input.isActive ? "Provider switched on" : "Provider switched off"],
  });
  return (
    <ConfirmDialog
      isOpen={provider !== null}
      call={call}
      title={isActive ? `Switch ${provider.name} off?` : "Switch this provider on?"}
      about={
        isActive
          ? "It is not offered from now on, and a sign-in that is under way counts for nothing. Policies can still name it."
          : "It is offered again wherever the settings or a policy name it."
      }
      action={isActive ? "Switch off" : "Switch on"}
      onConfirm={() => provider && call.mutate({ id: provider.id, isActive: !isActive })}
    />
  );
};

type Action = "test" | "rotate" | "switch";

type CardProps = { provider: Provider; refusal: string | null; onAction: (action: Action) => void };

const ProviderCard = ({ provider, refusal, onAction }: CardProps) => {
  const { name, country, method, mode, issuer, clientId, clientAuth, isActive, minAcr, publicJwk } = provider;
  const isByFragment = presetOf(provider.preset)?.isByFragment === true;
  const button = (action: Action, word: string, label = `${word} ${name}`) => (
    <Button
      size="sm"
      look={action === "switch" ? "danger-quiet" : "secondary"}
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
      {publicJwk && (
        <div className="mt-4">
          <PublicKey publicJwk={publicJwk} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {button("test", "Test")}
        {!isByFragment && button("rotate", rotate, `${rotate}: ${name}`)}
        {button("switch", isActive ? "Switch off" : "Switch on")}
      </div>
    </Card>
  );
};

const RedirectAddress = ({ redirectUri }: { redirectUri: string }) => (
  <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
    Register this address at each provider: <code className="text-xs break-all">{redirectUri}</code>
    <CopyButton text={redirectUri} label="Copy the redirect address" />
  </p>
);

export const ProvidersScreen = () => {
  const refusal = useAccess().refusal("settings.write");
  const [url, setUrl] = useUrlState();
  const mode = useMode();
  const [chosen, setChosen] = useState<{ action: Action; id: string } | null>(null);
  const query = useQuery(useTRPC().identityProviders.list.queryOptions());
  const close = (): void => setChosen(null);
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
        {({ providers, redirectUri }) => (
          <div className="grid gap-4">
            <RedirectAddress redirectUri={redirectUri} />
            {providers.length === 0 && (
              <EmptyState icon={IdCard} title="No identity providers yet">
                Add one that your people have an account with. Each becomes a method of its name, which the
                settings and policies can offer.
              </EmptyState>
            )}
            {providers.map((provider) => (
              <ProviderCard
                key={provider.id}
                provider={provider}
                refusal={refusal}
                onAction={(action) => setChosen({ action, id: provider.id })}
              />
            ))}
          </div>
        )}
      </QueryView>
      <VendorsSection
        refusal={refusal}
        isAdding={url.get("new") === "vendor"}
        onAdding={(isAdding) => setUrl({ new: isAdding ? "vendor" : "" })}
      />
      <WalletCertificateSection />
      <AddProviderDialog
        isOpen={url.has("new") && url.get("new") !== "vendor" && refusal === null}
        mode={mode}
        onClose={() => setUrl({ new: "" })}
      />
      <TestDialog provider={chosenFor("test")} onClose={close} />
      <RotateDialog provider={chosenFor("rotate")} onClose={close} />
      <SwitchDialog provider={chosenFor("switch")} onClose={close} />
    </>
  );
};
