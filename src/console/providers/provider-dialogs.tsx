"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { presetOf } from "#core/identity/presets.ts";
import { Dialog, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { RedirectAddress } from "./add-provider.tsx";

type Provider = ConsoleOutputs["identityProviders"]["list"]["providers"][number];
type Tested = ConsoleOutputs["identityProviders"]["test"];

const FAULTS = {
  away: "It does not answer, or not in time.",
  invalid: "Its description does not answer as this issuer. Compare the issuer letter by letter.",
  address_refused: "Its address is not on the public internet.",
} as const;

type ResultProps = { tested: Tested; provider: Provider };

const TestResult = ({ tested, provider: { preset, sharedRedirectUri } }: ResultProps) =>
  tested.ok ? (
    <>
      <Notice tone="ok">
        It answers as this issuer. People sign in at{" "}
        <code className="text-xs break-all">{new URL(tested.authorizationEndpoint).host}</code>
        {tested.hasIssuerInAnswers
          ? ", and its answers name it."
          : ". Its answers do not name it (RFC 9207)."}
      </Notice>
      {sharedRedirectUri !== null && !tested.hasIssuerInAnswers && !presetOf(preset)?.isByFragment && (
        <Notice tone="danger">Sign-ins are refused until it has its own redirect address.</Notice>
      )}
    </>
  ) : (
    <Notice tone="danger">{FAULTS[tested.fault]}</Notice>
  );

export type DialogProps = { provider: Provider | null; onClose: () => void };

export const TestDialog = ({ provider, onClose }: DialogProps) => {
  const { identityProviders } = useTRPC();
  const call = useDialogCall(identityProviders.test.mutationOptions(), onClose);
  return (
    <Dialog
      isOpen={provider !== null}
      onClose={call.close}
      title="Test this provider"
      about="Reads the provider’s description now. No one is signed in."
    >
      <DialogForm
        action={call.data ? "Test again" : "Test"}
        call={call}
        onSubmit={() => provider && call.mutate({ id: provider.id })}
      >
        {call.data && provider && <TestResult tested={call.data} provider={provider} />}
      </DialogForm>
    </Dialog>
  );
};

/** Whose secret it is, and which one is in use. */
const secretOf = ({ issuer, clientId, secretMark }: Provider) => ({ issuer, clientId, secretMark });

const isKeyed = ({ clientAuth }: Provider): boolean => clientAuth === "private_key_jwt";

export const RotateDialog = formDialog({
  act: ({ identityProviders }) => identityProviders.rotate.mutationOptions(),
  stale: ({ identityProviders }) => identityProviders.list.queryFilter(),
  done: ({ method }, { clientSecret }) =>
    clientSecret === undefined
      ? [`New key for ${method}`, "Register its public key at the provider now."]
      : [`New secret for ${method}`, "It is now in use."],
  seen: secretOf,
  start: () => ({ clientSecret: "" }),
  asks: (provider) =>
    isKeyed(provider)
      ? {
          title: "Make a new key?",
          about: "The old key ends at once. Sign-ins fail until the provider knows the new one.",
        }
      : {
          title: "Replace the client secret",
          about: "The old secret ends here at once. At the provider it ends when you remove it there.",
        },
  form: ({ values, field, seen }, provider) => {
    const { id } = provider;
    if (isKeyed(provider))
      return { action: "Make a new key", field: "clientSecret", send: () => ({ id, seen }), fields: null };
    return {
      action: "Replace secret",
      field: "clientSecret",
      send: () => ({ id, clientSecret: values.clientSecret, seen }),
      fields: (
        <TextField
          label="New client secret"
          {...field("clientSecret")}
          required
          type="password"
          autoComplete="off"
        />
      ),
    };
  },
});

export const SwitchDialog = confirmDialog({
  act: ({ identityProviders }) => identityProviders.switch.mutationOptions(),
  stale: ({ identityProviders }) => identityProviders.list.queryFilter(),
  ask: ({ id, name, isActive }: Provider) => ({
    title: isActive ? `Switch ${name} off?` : "Switch this provider on?",
    about: isActive
      ? "It is no longer offered, and sign-ins in progress do not count. Policies can still name it."
      : "It is offered again wherever the settings or a policy name it.",
    verb: isActive ? "Switch off" : "Switch on",
    look: isActive ? "danger" : "primary",
    input: { id, isActive: !isActive },
    done: [isActive ? "Provider switched off" : "Provider switched on"],
  }),
});

/** For use after the tenant has registered the provider's own address there. */
export const OwnAddressDialog = formDialog({
  act: ({ identityProviders }) => identityProviders.ownAddress.mutationOptions(),
  stale: ({ identityProviders }) => identityProviders.list.queryFilter(),
  done: () => ["Redirect address changed"],
  start: () => ({}),
  asks: () => ({
    title: "Change the redirect address",
    about:
      "The provider will be asked to send people back to this address. Sign-ins fail until the address is registered there.",
  }),
  form: (_fields, { id, redirectUri }: Provider) => ({
    action: "Change address",
    send: () => ({ id }),
    fields: <RedirectAddress redirectUri={redirectUri} />,
  }),
});
