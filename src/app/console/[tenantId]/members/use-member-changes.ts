"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "#ui/console/session/problem.ts";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

/** Small changes that are made where they are shown. A role is shown as chosen at once: it can be chosen back. */
export const useMemberChanges = () => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const queryKey = trpc.members.list.queryKey();
  const refresh = (): Promise<void> => queries.invalidateQueries();
  const role = useMutation(
    trpc.members.changeRole.mutationOptions({
      onMutate: async ({ memberId, role: next }) => {
        await queries.cancelQueries({ queryKey });
        const before = queries.getQueryData(queryKey);
        queries.setQueryData(
          queryKey,
          (list) =>
            list && {
              ...list,
              members: list.members.map((member) =>
                member.id === memberId ? { ...member, role: next } : member,
              ),
            },
        );
        return { before };
      },
      onSuccess: () => toast.done("Role changed"),
      onError: (error, _input, context) => {
        queries.setQueryData(queryKey, context?.before);
        toast.failed("The role was not changed", problemOf(error).message);
      },
      onSettled: refresh,
    }),
  );
  const invitation = useMutation(
    trpc.members.revokeInvitation.mutationOptions({
      onSuccess: () => toast.done("Invitation taken back", "Its link works no more."),
      onError: (error) => toast.failed("The invitation was not taken back", problemOf(error).message),
      onSettled: refresh,
    }),
  );
  return { changeRole: role.mutate, revokeInvitation: invitation.mutate };
};
