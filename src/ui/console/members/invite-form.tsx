"use client";
import { type FormEvent, useState } from "react";
import type { Role } from "#core/access.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { Field } from "../../kit/field.tsx";
import { Notice } from "../../kit/notice.tsx";
import { Select } from "../../kit/select.tsx";
import { TextInput } from "../../kit/text-input.tsx";
import type { Problem } from "../session/problem.ts";
import { RoleChoice } from "./role-choice.tsx";

export type InvitationDraft = { role: Role; email?: string; expiresInDays: number };

type Props = {
  mayMakeOwners: boolean;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onInvite: (draft: InvitationDraft) => void;
};

const LIFETIMES = [1, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 1 ? "1 day" : `${days} days`,
}));

export const InviteForm = ({ mayMakeOwners, isBusy, problem, onCancel, onInvite }: Props) => {
  const [role, setRole] = useState<Role>("developer");
  const [email, setEmail] = useState("");
  const [days, setDays] = useState(String(INVITATION_DAYS.default));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    const address = email.trim();
    onInvite({ role, expiresInDays: Number(days), ...(address && { email: address }) });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Email address"
        hint="Only the person who signs in with this address can accept. Leave it empty to let anyone with the link accept."
        error={problem?.issues.email}
      >
        {(parts) => (
          <TextInput
            {...parts}
            type="email"
            maxLength={254}
            autoComplete="off"
            placeholder="ada@example.com"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <RoleChoice value={role} mayMakeOwners={mayMakeOwners} onChange={setRole} />
      <Field label="Link expires after">
        {(parts) => (
          <Select
            {...parts}
            value={days}
            options={LIFETIMES}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
      </Field>
      {problem && !problem.issues.email && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          Create link
        </Button>
      </DialogActions>
    </form>
  );
};
