"use client";
import { type FormEvent, useState } from "react";
import type { Role } from "#core/access.ts";
import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { Notice } from "../../kit/notice.tsx";
import type { Problem } from "../session/problem.ts";
import type { MemberGlance } from "./member-glance.ts";
import { RoleChoice } from "./role-choice.tsx";

type Props = {
  member: MemberGlance;
  mayMakeOwners: boolean;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onChange: (role: Role) => void;
};

export const RoleForm = ({ member, mayMakeOwners, isBusy, problem, onCancel, onChange }: Props) => {
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
