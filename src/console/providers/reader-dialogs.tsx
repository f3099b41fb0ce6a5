"use client";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { SelectField, TextAreaField } from "#kit/fields.tsx";
import { FIELDS } from "./certificate-dialogs.tsx";

const EMPTY = { key: "", chain: "" };

const isAsked = (name: string): name is keyof typeof EMPTY => name in EMPTY;

const AddDialog = formDialog({
  act: ({ readerCertificates }) => readerCertificates.add.mutationOptions(),
  stale: ({ readerCertificates }) => readerCertificates.list.queryFilter(),
  done: () => [
    "Certificate added",
    "The next requests for driving licences and photo IDs are signed with it.",
  ],
  start: ({ hosts }: { hosts: readonly string[] }) => ({ ...EMPTY, domain: hosts[0] ?? "" }),
  asks: () => ({
    title: "Add a reader certificate",
    about:
      "From Apple Business, under “Verify with Wallet on the Web”. Up to three for a domain sign together, so that you can replace one without a gap.",
  }),
  form: ({ values, field }, { hosts }) => ({
    action: "Add certificate",
    field: "key",
    send: () => values,
    fields: (
      <>
        {FIELDS.map(
          ({ name, label, hint, placeholder }) =>
            isAsked(name) && (
              <TextAreaField
                key={name}
                label={label}
                hint={hint}
                {...field(name)}
                required
                spellCheck={false}
                autoComplete="off"
                placeholder={placeholder}
              />
            ),
        )}
        <SelectField
          label="Domain"
          hint="The one that you registered with Apple: this service's host, or a host of your own that is proven and on."
          options={hosts.map((host) => ({ value: host, label: host }))}
          {...field("domain")}
        />
      </>
    ),
  }),
});

const RemoveDialog = confirmDialog({
  act: ({ readerCertificates }) => readerCertificates.remove.mutationOptions(),
  stale: ({ readerCertificates }) => readerCertificates.list.queryFilter(),
  ask: (id: string) => ({
    title: "Remove the reader certificate?",
    about: "Its key is deleted at once. Requests that wallets already have remain valid.",
    verb: "Remove certificate",
    input: { id },
    done: ["Certificate removed"],
  }),
});

type Props = { hosts: readonly string[]; isAdding: boolean; removing: string | null; onClose: () => void };

export const ReaderDialogs = ({ hosts, isAdding, removing, onClose }: Props) => (
  <>
    <AddDialog of={isAdding && { hosts }} onClose={onClose} />
    <RemoveDialog of={removing} onClose={onClose} />
  </>
);
