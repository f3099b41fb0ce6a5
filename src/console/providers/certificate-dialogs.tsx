"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { useOpened } from "#console/client/use-seen.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextAreaField, useTexts } from "#kit/fields.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";

type Input = ConsoleInputs["walletCertificates"]["set"];

const EMPTY = { key: "", chain: "", registration: "", metadata: "" };

type FieldName = keyof typeof EMPTY;

export const FIELDS: readonly { name: FieldName; label: string; hint: string; placeholder: string }[] = [
  {
    name: "key",
    label: "Private key",
    hint: "P-256, as PEM, without a password. Encrypted immediately. You will not see it again.",
    placeholder: "-----BEGIN PRIVATE KEY-----",
  },
  {
    name: "chain",
    label: "Certificate chain",
    hint: "As PEM: the certificate first, then those above it.",
    placeholder: "-----BEGIN CERTIFICATE-----",
  },
  {
    name: "registration",
    label: "Registration certificate (optional)",
    hint: "A JWT from your registrar, if your country issues one.",
    placeholder: "eyJ…",
  },
  {
    name: "metadata",
    label: "Metadata for Google Wallet (optional)",
    hint: "The value that came with the certificate, gw_rp_metadata_bytes: base64url, base64 or hexadecimal.",
    placeholder: "2Bh…",
  },
];

const OPTIONAL: readonly FieldName[] = ["registration", "metadata"];

/** Unmounted with its dialog, so that no key stays in it. */
const SetForm = ({ call, onSet }: { call: DialogCall; onSet: (input: Input) => void }) => {
  const { values, field } = useTexts(EMPTY, call.problem?.issues);
  const [registration, metadata] = [values.registration.trim(), values.metadata.trim()];
  return (
    <DialogForm
      action="Set certificate"
      call={call}
      field="key"
      onSubmit={() =>
        onSet({
          key: values.key,
          chain: values.chain,
          ...(registration !== "" && { registration }),
          ...(metadata !== "" && { metadata }),
        })
      }
    >
      {FIELDS.map(({ name, label, hint, placeholder }) => (
        <TextAreaField
          key={name}
          label={label}
          hint={hint}
          {...field(name)}
          required={!OPTIONAL.includes(name)}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
        />
      ))}
    </DialogForm>
  );
};

const RemoveDialog = confirmDialog({
  act: ({ walletCertificates }) => walletCertificates.remove.mutationOptions(),
  stale: ({ walletCertificates }) => walletCertificates.get.queryFilter(),
  ask: () => ({
    title: "Remove the certificate?",
    about:
      "Its key is deleted at once. Links and codes waiting for a wallet stop working; people can ask for new ones.",
    verb: "Remove certificate",
    input: undefined,
    done: ["Certificate removed"],
  }),
});

export type CertificateAction = "set" | "remove";

export const CertificateDialogs = ({
  action,
  certificateId,
  onClose,
}: {
  action: CertificateAction | null;
  /** The present one; null: there is none. */
  certificateId: string | null;
  onClose: () => void;
}) => {
  const { walletCertificates } = useTRPC();
  const opened = useOpened(action === "set" ? { certificateId } : null);
  const set = useDialogCall(walletCertificates.set.mutationOptions(), onClose, {
    seen: opened,
    stale: walletCertificates.get.queryFilter(),
    done: () => ["Certificate set", "The next requests to wallets are signed with it."],
  });
  return (
    <>
      <Dialog
        isOpen={action === "set"}
        onClose={set.close}
        title="Set the certificate for wallets"
        about="From an authority that wallets trust: in the EU, your company’s access certificate."
      >
        <SetForm call={set} onSet={(input) => set.mutate({ ...input, seen: opened.begun })} />
      </Dialog>
      <RemoveDialog of={action === "remove"} onClose={onClose} />
    </>
  );
};
