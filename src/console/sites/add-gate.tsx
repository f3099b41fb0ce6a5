"use client";
import type { ReactNode } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import type { Mode } from "#core/verification.ts";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { Restorable, useKept } from "#kit/kept/use-kept.tsx";
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

type Props = { isOpen: boolean; mode: Mode; onClose: () => void };

export const AddGateDialog = ({ isOpen, mode, onClose }: Props) => {
  const { gates } = useTRPC();
  const kept = useKept(KEPT_GATE, "new", mode);
  const call = useDialogCall(gates.create.mutationOptions(), onClose, {
    stale: gates.list.queryFilter(),
    kept,
  });
  const { data } = call;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={data ? "Your new gate" : `Add a ${mode} gate`}
      about={
        data
          ? `${data.gate.name}: once your server has this configuration, visitors prove their age first.`
          : "Visitors prove their age before they see your site."
      }
      size="lg"
    >
      {data ? (
        <GateSecret secret={data.secret} onDone={call.close}>
          <GateSetup gate={data.gate} />
        </GateSecret>
      ) : (
        <Restorable kept={kept} onStartOver={call.forget}>
          {(opened) => (
            <GateForm
              mode={mode}
              call={call}
              opened={opened}
              onSubmit={({ country, region, ...fields }) =>
                call.mutate({ ...fields, mode, ...(country && { country }), ...(region && { region }) })
              }
            />
          )}
        </Restorable>
      )}
    </Dialog>
  );
};
