"use client";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { ConfirmDialog, FormDialog } from "#kit/dialog/dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import type { Vendor } from "./vendor-dialogs.tsx";

type RenameProps = { vendor: Vendor; onClose: () => void };

/** Mounted for one vendor, with whose name the form starts. */
export const RenameVendorDialog = ({ vendor, onClose }: RenameProps) => {
  const { vendors } = useTRPC();
  const [begun] = useState(vendor.name);
  const [name, setName] = useState(begun);
  const call = useDialogCall(vendors.rename.mutationOptions(), onClose, {
    stale: vendors.list.queryFilter(),
    done: (renamed) => [`Renamed to ${renamed.name}`],
  });
  return (
    <FormDialog
      isOpen
      title="Rename this vendor"
      about={`The name is on the hosted page’s button and in the practice statement. The method stays ${vendor.method}.`}
      action="Rename"
      call={call}
      field="name"
      onSubmit={() => call.mutate({ id: vendor.id, name: name.trim(), seen: { name: begun } })}
    >
      <TextField
        label="Name"
        error={call.problem?.issues.name}
        value={name}
        required
        maxLength={60}
        onChange={setName}
      />
    </FormDialog>
  );
};

type RemoveProps = { vendor: Vendor | null; onClose: () => void };

export const RemoveVendorDialog = ({ vendor, onClose }: RemoveProps) => {
  const { vendors } = useTRPC();
  const call = useDialogCall(vendors.remove.mutationOptions(), onClose, {
    stale: vendors.list.queryFilter(),
    done: () => ["Vendor removed"],
  });
  return (
    <ConfirmDialog
      isOpen={vendor !== null}
      call={call}
      title={`Remove ${vendor?.name ?? "this vendor"}?`}
      about="Deletes its keys and its callback address. While settings or a policy name the vendor, or it has yet to erase what it collected, you can only switch it off. Verifications stay as they are."
      action="Remove"
      onConfirm={() => vendor && call.mutate({ id: vendor.id })}
    />
  );
};
