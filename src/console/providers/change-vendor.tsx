"use client";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { RenameForm } from "#kit/dialog/rename-form.tsx";
import type { Vendor } from "./vendor-dialogs.tsx";

export const RenameVendorDialog = changeDialog({
  act: ({ vendors }) => vendors.rename.mutationOptions(),
  stale: ({ vendors }) => vendors.list.queryFilter(),
  done: ({ name }) => [`Renamed to ${name}`],
  saved: ({ name }: Vendor) => ({ name }),
  asks: ({ method }) => ({
    title: "Rename this vendor",
    about: `The name is on the hosted page’s button and in the practice statement. The method stays ${method}.`,
  }),
  body: ({ of: { id }, seen, call, save }) => (
    <RenameForm
      start={seen.start.name}
      action="Rename"
      maxLength={60}
      call={call}
      onRename={(name) => save({ name }, (change) => ({ ...change, id, name }))}
    />
  ),
});

export const RemoveVendorDialog = confirmDialog({
  act: ({ vendors }) => vendors.remove.mutationOptions(),
  stale: ({ vendors }) => vendors.list.queryFilter(),
  ask: ({ id, name }: Vendor) => ({
    title: `Remove ${name}?`,
    about:
      "Deletes its keys and its callback address. While settings or a policy name the vendor, or it has yet to erase what it collected, you can only switch it off. Verifications stay as they are.",
    verb: "Remove",
    input: { id },
    done: ["Vendor removed"],
  }),
});
