"use client";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { TextAreaField } from "#kit/fields.tsx";

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

const SetDialog = formDialog({
  act: ({ walletCertificates }) => walletCertificates.set.mutationOptions(),
  stale: ({ walletCertificates }) => walletCertificates.get.queryFilter(),
  done: () => ["Certificate set", "The next requests to wallets are signed with it."],
  seen: (present: { certificateId: string | null }) => present,
  start: () => EMPTY,
  asks: () => ({
    title: "Set the certificate for wallets",
    about: "From an authority that wallets trust: in the EU, your company’s access certificate.",
  }),
  form: ({ values, field, seen }) => ({
    action: "Set certificate",
    field: "key",
    send: () => {
      const [registration, metadata] = [values.registration.trim(), values.metadata.trim()];
      return {
        key: values.key,
        chain: values.chain,
        ...(registration !== "" && { registration }),
        ...(metadata !== "" && { metadata }),
        seen,
      };
    },
    fields: FIELDS.map(({ name, label, hint, placeholder }) => (
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
    )),
  }),
});

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

type Props = {
  action: CertificateAction | null;
  /** The present one; null: there is none. */
  certificateId: string | null;
  onClose: () => void;
};

export const CertificateDialogs = ({ action, certificateId, onClose }: Props) => (
  <>
    <SetDialog of={action === "set" && { certificateId }} onClose={onClose} />
    <RemoveDialog of={action === "remove"} onClose={onClose} />
  </>
);
