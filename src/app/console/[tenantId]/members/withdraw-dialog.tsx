"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InvitationGlance } from "#ui/console/members/member-glance.ts";
import { problemOf } from "#ui/console/session/problem.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

type Props = { invitation: InvitationGlance | null; onClose: () => void };

export const WithdrawDialog = ({ invitation, onClose }: Props) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate, reset } = useMutation(
    trpc.members.revokeInvitation.mutationOptions({
      onSuccess: async () => {
        toast.done("Invitation withdrawn");
        close();
        await queries.invalidateQueries({ queryKey: trpc.members.list.queryKey() });
      },
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <ConfirmDialog
      key={invitation?.id}
      isOpen={invitation !== null}
      onClose={close}
      title="Withdraw this invitation?"
      about="The link stops working. You can create a new invitation at any time."
      action="Withdraw"
      isBusy={isPending}
      error={error ? problemOf(error).message : undefined}
      onConfirm={() => invitation && mutate({ invitationId: invitation.id })}
    />
  );
};
