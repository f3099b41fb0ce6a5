"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { InvitationLink } from "#ui/console/members/invitation-link.tsx";
import { InviteForm } from "#ui/console/members/invite-form.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { ROLE_NAMES } from "#ui/console/words/permission-words.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Time } from "#ui/kit/time.tsx";
import { useTRPC } from "../../client/trpc.ts";

type Props = { isOpen: boolean; onClose: () => void };

export const InviteDialog = ({ isOpen, onClose }: Props) => {
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
