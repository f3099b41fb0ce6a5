"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { type Problem, problemOf } from "#console/session/problem.ts";
import { useAccess } from "#console/shell/access.tsx";
import { ROLE_NAMES } from "#console/words/words.ts";
import type { Role } from "#core/access.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { Button } from "#kit/button.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { Field, Select, TextInput } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { RoleChoice } from "./change-role.tsx";
import { InvitationLink } from "./invitations.tsx";

export type InvitationDraft = { role: Role; email?: string; expiresInDays: number };

type InviteFormProps = {
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

export const InviteForm = ({ mayMakeOwners, isBusy, problem, onCancel, onInvite }: InviteFormProps) => {
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

type InviteDialogProps = { isOpen: boolean; onClose: () => void };

export const InviteDialog = ({ isOpen, onClose }: InviteDialogProps) => {
  const { may } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.members.invite.mutationOptions({
      // The link stays in this component and goes with it.
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.members.list.queryKey() }),
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  const about = data ? (
    <>
      {ROLE_NAMES[data.role]}; it works once, until <Time at={data.expiresAt} as="long" />.
    </>
  ) : (
    "You get a link to share."
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={data ? "Invitation link" : "Invite a member"}
      about={about}
    >
      {data ? (
        <InvitationLink url={data.url} onDone={close} />
      ) : (
        <InviteForm
          mayMakeOwners={may("owners.write")}
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onInvite={(draft) => mutate(draft)}
        />
      )}
    </Dialog>
  );
};
