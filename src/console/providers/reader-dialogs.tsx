"use client";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextAreaField, useTexts } from "#kit/fields.tsx";
import type { ConsoleInputs } from "#trpc/root.ts";
import { FIELDS } from "./certificate-dialogs.tsx";

type Input = ConsoleInputs["readerCertificates"]["add"];

const EMPTY = { key: "", chain: "" };

const isAsked = (name: string): name is keyof typeof EMPTY => name in EMPTY;

type FormProps = { call: DialogCall; hosts: readonly string[]; onAdd: (input: Input) => void };

/** Unmounted with its dialog, so that no key stays in it. */
const AddForm = ({ call, hosts, onAdd }: FormProps) => {
  const { values, field } = useTexts({ ...EMPTY, domain: hosts[0] ?? "" }, call.problem?.issues);
  return (
    <DialogForm action="Add certificate" call={call} field="key" onSubmit={() => onAdd(values)}>
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
    </DialogForm>
  );
};

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

export const ReaderDialogs = ({ hosts, isAdding, removing, onClose }: Props) => {
  const { readerCertificates } = useTRPC();
  const add = useDialogCall(readerCertificates.add.mutationOptions(), onClose, {
    stale: readerCertificates.list.queryFilter(),
    done: () => [
      "Certificate added",
      "The next requests for driving licences and photo IDs are signed with it.",
    ],
  });
  return (
    <>
      <Dialog
        isOpen={isAdding}
        onClose={add.close}
        title="Add a reader certificate"
        about="From Apple Business, under “Verify with Wallet on the Web”. Up to three for a domain sign together, so that you can replace one without a gap."
      >
        <AddForm call={add} hosts={hosts} onAdd={add.mutate} />
      </Dialog>
      <RemoveDialog of={removing} onClose={onClose} />
    </>
  );
};
