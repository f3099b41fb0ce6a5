"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { type Problem, problemOf } from "#console/session/problem.ts";
import { useAccess } from "#console/shell/access.tsx";
import { ROLE_ABOUT, ROLE_NAMES } from "#console/words/words.ts";
import { ROLES, type Role } from "#core/access.ts";
import { Button } from "#kit/button.tsx";
import { RadioCards } from "#kit/choices.tsx";
import { ConfirmDialog, Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { Notice } from "#kit/states.tsx";
import { useToast } from "#kit/toast.tsx";
import type { MemberSummary } from "./member-table.tsx";

type RoleChoiceProps = {
  value: Role;
  /** Owners are made by owners only. */
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
  mayMakeOwners: boolean;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onChange: (role: Role) => void;
};

export const RoleForm = ({ member, mayMakeOwners, isBusy, problem, onCancel, onChange }: RoleFormProps) => {
  const [role, setRole] = useState(member.role);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && role !== member.role) onChange(role);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <RoleChoice value={role} mayMakeOwners={mayMakeOwners} onChange={setRole} />
      {member.isYou && role !== member.role && (
        <Notice tone="warn">This is your own role. You will need someone else to change it back.</Notice>
      )}
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy} disabled={role === member.role}>
          Change role
        </Button>
      </DialogActions>
    </form>
  );
};

type ChangeRoleDialogProps = { member: MemberSummary | null; onClose: () => void };

export const ChangeRoleDialog = ({ member, onClose }: ChangeRoleDialogProps) => {
  const { may } = useAccess();
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate, reset } = useMutation(
    useTRPC().members.changeRole.mutationOptions({
      onSuccess: async (_nothing, { role }) => {
        toast.done(
          "Role changed",
          `${member?.name ?? "The member"} is now ${ROLE_NAMES[role].toLowerCase()}.`,
        );
        close();
        // What oneself may do can have changed with it.
        await queries.invalidateQueries();
      },
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <Dialog isOpen={member !== null} onClose={close} title="Change role" about={member?.name}>
      {member && (
        <RoleForm
          key={member.id}
          member={member}
          mayMakeOwners={may("owners.write")}
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onChange={(role) => mutate({ memberId: member.id, role })}
        />
      )}
    </Dialog>
  );
};

type RemoveMemberDialogProps = { member: MemberSummary | null; onClose: () => void };

export const RemoveMemberDialog = ({ member, onClose }: RemoveMemberDialogProps) => {
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate, reset } = useMutation(
    useTRPC().members.remove.mutationOptions({
      onSuccess: async () => {
        // Nothing of this tenant is theirs to see any more.
        if (member?.isYou) return window.location.assign("/console");
        toast.done("Member removed", "They no longer have access.");
        close();
        await queries.invalidateQueries();
      },
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  const isYou = member?.isYou === true;
  return (
    <ConfirmDialog
      key={member?.id}
      isOpen={member !== null}
      onClose={close}
      title={isYou ? "Leave this tenant?" : `Remove ${member?.name ?? "this member"}?`}
      about={
        isYou
          ? "You lose access immediately, and need a new invitation to return."
          : "They lose access immediately. Keys they created keep working, so revoke any that they know."
      }
      action={isYou ? "Leave tenant" : "Remove member"}
      isBusy={isPending}
      error={error ? problemOf(error).message : undefined}
      onConfirm={() => member && mutate({ memberId: member.id })}
    />
  );
};
