"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { MemberGlance } from "#ui/console/members/member-glance.ts";
import { problemOf } from "#ui/console/session/problem.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

type Props = { member: MemberGlance | null; onClose: () => void };

export const RemoveMemberDialog = ({ member, onClose }: Props) => {
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
