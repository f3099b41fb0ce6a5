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

export const SelfieVendorDialog = confirmDialog({
  act: ({ vendors }) => vendors.chooseSelfie.mutationOptions(),
  stale: ({ vendors }) => vendors.list.queryFilter(),
  ask: ({ id, name, asksSelfie }: Vendor) => ({
    title: asksSelfie ? `Ask for no selfie at ${name}?` : `Ask for a selfie at ${name}?`,
    about: asksSelfie
      ? "Someone else’s document then passes, and the assurance becomes asserted_by_vendor. People who have already been asked for a selfie still have to match. Your published policy is not checked again: look at its findings."
      : "A check counts only if the person’s face matches the photo on the document, and the assurance becomes asserted_by_vendor_with_selfie. People who are there now are sent again. The vendor then also has the selfie, and biometric data made from it, until they are erased: offer another method to people who refuse. Age keys from earlier checks count until they expire, unless the policy asks for more.",
    verb: asksSelfie ? "Ask for no selfie" : "Ask for a selfie",
    look: asksSelfie ? "danger" : "primary",
    input: { id, asksSelfie: !asksSelfie },
    done: [asksSelfie ? "No selfie is asked for" : "A selfie is asked for"],
  }),
});
