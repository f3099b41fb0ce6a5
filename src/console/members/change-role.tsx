"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { ROLE_ABOUT, ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { RadioCards } from "#kit/choices.tsx";
import { ConfirmDialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { Notice } from "#kit/states.tsx";
import { toast } from "#kit/toast.tsx";
import type { MemberSummary } from "./member-table.tsx";

type RoleChoiceProps = {
  value: Role;
  /** Only owners can make owners. */
  mayMakeOwners: boolean;
  onChange: (role: Role) => void;
};

export const RoleChoice = ({ value, mayMakeOwners, onChange }: RoleChoiceProps) => (
  <RadioCards
    label="Role"
    value={value}
    options={ROLES.filter((role) => role !== "owner" || mayMakeOwners).map((role) => ({
      value: role,
      name: ROLE_NAMES[role],
      about: ROLE_ABOUT[role],
    }))}
    onChange={onChange}
  />
);

type RoleFormProps = {
  member: MemberSummary;
  /** The role that the form begins with. */
  start: Role;
  call: DialogCall;
  onChange: (role: Role) => void;
};

const RoleForm = ({ member, start, call, onChange }: RoleFormProps) => {
  const { may } = useAccess();
  const [role, setRole] = useState(start);
  const isChanged = role !== start;
  return (
    <DialogForm action="Change role" call={call} isComplete={isChanged} onSubmit={() => onChange(role)}>
      <RoleChoice value={role} mayMakeOwners={may("owners.write")} onChange={setRole} />
      {member.isYou && isChanged && (
        <Notice tone="warn">This is your own role. You will need someone else to change it back.</Notice>
      )}
    </DialogForm>
  );
};

export const ChangeRoleDialog = changeDialog({
  act: ({ members }) => members.changeRole.mutationOptions(),
  // Everything is read again: the member's own permissions may have changed too.
  done: (_nothing, { role }, { name }) => [
    "Role changed",
    `${name} is now ${ROLE_NAMES[role].toLowerCase()}.`,
  ],
  saved: ({ role }: MemberSummary) => ({ role }),
  asks: ({ name }) => ({ title: "Change role", about: name }),
  body: ({ of: member, seen, call, save }) => (
    <RoleForm
      member={member}
      start={seen.start.role}
      call={call}
      onChange={(role) => save({ role }, (change) => ({ ...change, memberId: member.id, role }))}
    />
  ),
});

type DialogProps = { member: MemberSummary | null; onClose: () => void };

export const RemoveMemberDialog = ({ member, onClose }: DialogProps) => {
  const queries = useQueryClient();
  const call = useDialogCall(
    useTRPC().members.remove.mutationOptions({
      onSuccess: async () => {
        // A member who left can no longer see this tenant.
        if (member?.isYou) return window.location.assign("/console");
        toast.done("Member removed", "They no longer have access.");
        call.close();
        await queries.invalidateQueries();
      },
    }),
    onClose,
  );
  const isYou = member?.isYou === true;
  return (
    <ConfirmDialog
      key={member?.id}
      isOpen={member !== null}
      call={call}
      title={isYou ? "Leave this tenant?" : `Remove ${member?.name ?? "this member"}?`}
      about={
        isYou
          ? "You lose access immediately, and need a new invitation to return. If you belong to no other tenant, your account here is deleted as well."
          : "They lose access immediately. Keys they created keep working, so revoke any that they know."
      }
      action={isYou ? "Leave tenant" : "Remove member"}
      onConfirm={() => member && call.mutate({ memberId: member.id })}
    />
  );
};
