"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { callDialog } from "#console/client/form-dialog.tsx";
import { LINK_LIFETIMES, ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import { Time } from "#kit/time.tsx";
import { AddressField } from "./address-field.tsx";
import { RoleChoice } from "./change-role.tsx";
import { InvitedLink } from "./invited.tsx";

const KEPT = keptForm("invitation", {
  role: READ.oneOf(ROLES),
  days: READ.oneOf(LINK_LIFETIMES.map(({ value }) => value)),
  // Whether it was for one person. The address itself is not kept.
  isForOne: READ.flag,
});

type Kept = KeptValues<typeof KEPT>;

const START: Kept = { role: "developer", days: String(INVITATION_DAYS.default), isForOne: false };

type InviteFormProps = {
  /** Whether invitations go out by e-mail here. */
  sendsMail: boolean;
  call: DialogCall;
  opened: Opened<Kept>;
  onInvite: (draft: { role: Role; email?: string; expiresInDays: number }) => void;
};

const InviteForm = ({ sendsMail, call, opened, onInvite }: InviteFormProps) => {
  const { may } = useAccess();
  const begun = { ...START, ...opened.typed };
  const [role, setRole] = useState<Role>(begun.role);
  const { values, field } = useTexts({ email: "", days: begun.days }, call.problem?.issues);
  const isForOne = begun.isForOne || values.email.trim() !== "";
  useKeeping(opened, { role, days: values.days, isForOne }, START);
  const submit = (): void => {
    const email = values.email.trim();
    onInvite({ role, expiresInDays: Number(values.days), ...(email && { email }) });
  };
  return (
    <DialogForm
      action={sendsMail && isForOne ? "Send invitation" : "Create link"}
      call={call}
      opened={opened}
      field="email"
      onSubmit={submit}
    >
      <AddressField
        label="E-mail address"
        hint={
          sendsMail
            ? "The link is sent there, and only the person who signs in with this address can accept. Leave it empty to get a link that anyone can accept."
            : "Only the person who signs in with this address can accept. Leave it empty to let anyone with the link accept."
        }
        {...field("email")}
        isMissing={begun.isForOne}
      />
      <RoleChoice value={role} mayMakeOwners={may("owners.write")} onChange={setRole} />
      <SelectField label="Link expires after" options={LINK_LIFETIMES} {...field("days")} />
    </DialogForm>
  );
};

export const InviteDialog = callDialog({
  act: ({ members }) => members.invite.mutationOptions(),
  stale: ({ members }) => members.list.queryFilter(),
  keeps: KEPT,
  asks: ({ sendsMail }: Pick<InviteFormProps, "sendsMail">) => ({
    title: "Invite a member",
    about: sendsMail ? "By e-mail, or with a link to share." : "You get a link to share.",
  }),
  body: ({ of: { sendsMail }, call, opened }) => (
    <InviteForm sendsMail={sendsMail} call={call} opened={opened} onInvite={call.mutate} />
  ),
  answer: (invited, onDone) => ({
    title: invited.mail === "queued" ? "Invitation sent" : "Invitation link",
    about: (
      <>
        {ROLE_NAMES[invited.role]}; works once, until <Time at={invited.expiresAt} as="long" />.
      </>
    ),
    body: <InvitedLink invited={invited} onDone={onDone} />,
  }),
});
