"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import type { MemberGlance } from "#ui/console/members/member-glance.ts";
import { RoleForm } from "#ui/console/members/role-form.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { ROLE_NAMES } from "#ui/console/words/permission-words.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

type Props = { member: MemberGlance | null; onClose: () => void };

export const ChangeRoleDialog = ({ member, onClose }: Props) => {
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
