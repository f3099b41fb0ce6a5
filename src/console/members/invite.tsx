"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { ROLE_NAMES } from "#console/words/words.ts";
import type { Role } from "#core/access/permissions.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextField, useTexts } from "#kit/fields.tsx";
import { Time } from "#kit/time.tsx";
import { RoleChoice } from "./change-role.tsx";
import { InvitedLink } from "./invited.tsx";

type InviteFormProps = {
  mayMakeOwners: boolean;
  /** Whether invitations go out by e-mail here. */
  sendsMail: boolean;
  call: DialogCall;
  onInvite: (draft: { role: Role; email?: string; expiresInDays: number }) => void;
};

const LIFETIMES = [1, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 1 ? "1 day" : `${days} days`,
}));

const InviteForm = ({ mayMakeOwners, sendsMail, call, onInvite }: InviteFormProps) => {
  const [role, setRole] = useState<Role>("developer");
  const start = { email: "", days: String(INVITATION_DAYS.default) };
  const { values, field } = useTexts(start, call.problem?.issues);
  const submit = (): void => {
    const email = values.email.trim();
    onInvite({ role, expiresInDays: Number(values.days), ...(email && { email }) });
  };
  return (
    <DialogForm
      action={sendsMail && values.email.trim() !== "" ? "Send invitation" : "Create link"}
      call={call}
      field="email"
      onSubmit={submit}
    >
      <TextField
        label="E-mail address"
        hint={
          sendsMail
            ? "The link is sent there, and only the person who signs in with this address can accept. Leave it empty to get a link that anyone can accept."
            : "Only the person who signs in with this address can accept. Leave it empty to let anyone with the link accept."
        }
        {...field("email")}
        type="email"
        maxLength={254}
        autoComplete="off"
        placeholder="ada@example.com"
      />
      <RoleChoice value={role} mayMakeOwners={mayMakeOwners} onChange={setRole} />
      <SelectField label="Link expires after" options={LIFETIMES} {...field("days")} />
    </DialogForm>
  );
};

type InviteDialogProps = { isOpen: boolean; sendsMail: boolean; onClose: () => void };

export const InviteDialog = ({ isOpen, sendsMail, onClose }: InviteDialogProps) => {
  const { may } = useAccess();
  const { members } = useTRPC();
  const call = useDialogCall(members.invite.mutationOptions(), onClose, {
    stale: members.list.queryFilter(),
  });
  const { data } = call;
  const about = data ? (
    <>
      {ROLE_NAMES[data.role]}; works once, until <Time at={data.expiresAt} as="long" />.
    </>
  ) : sendsMail ? (
    "By e-mail, or with a link to share."
  ) : (
    "You get a link to share."
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={data ? (data.mail === "queued" ? "Invitation sent" : "Invitation link") : "Invite a member"}
      about={about}
    >
      {data ? (
        <InvitedLink invited={data} onDone={call.close} />
      ) : (
        <InviteForm
          mayMakeOwners={may("owners.write")}
          sendsMail={sendsMail}
          call={call}
          onInvite={call.mutate}
        />
      )}
    </Dialog>
  );
};
