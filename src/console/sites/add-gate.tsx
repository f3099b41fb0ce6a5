"use client";
import type { ReactNode } from "react";
import { callDialog } from "#console/client/form-dialog.tsx";
import type { Mode } from "#core/verification.ts";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { GateForm, KEPT_GATE } from "./gate-form.tsx";
import { GateSetup } from "./gate-setup.tsx";

type SecretProps = { secret: string; onDone: () => void; children?: ReactNode };

/** The only time a gate's secret is shown. */
export const GateSecret = ({ secret, onDone, children }: SecretProps) => (
  <SecretOnce
    label="Gate secret"
    secret={secret}
    note="Copy this secret now and store it with your other secrets. You will not see it again. HAProxy, Cloudflare Workers and WordPress check proofs with it; other servers do not need it."
    onDone={onDone}
  >
    {children}
  </SecretOnce>
);

export const AddGateDialog = callDialog({
  act: ({ gates }) => gates.create.mutationOptions(),
  stale: ({ gates }) => gates.list.queryFilter(),
  keeps: KEPT_GATE,
  place: (mode: Mode) => ["new", mode],
  asks: (mode) => ({
    title: `Add a ${mode} gate`,
    about: "Visitors prove their age before they see your site.",
  }),
  size: "lg",
  body: ({ of: mode, call, opened }) => (
    <GateForm
      mode={mode}
      call={call}
      opened={opened}
      onSubmit={({ country, region, ...fields }) =>
        call.mutate({ ...fields, mode, ...(country && { country }), ...(region && { region }) })
      }
    />
  ),
  answer: ({ secret, gate }, onDone) => ({
    title: "Your new gate",
    about: `${gate.name}: once your server has this configuration, visitors prove their age first.`,
    body: (
      <GateSecret secret={secret} onDone={onDone}>
        <GateSetup gate={gate} />
      </GateSecret>
    ),
  }),
});
