"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Mode } from "#core/verification.ts";
import { useAccess } from "#ui/console/access.tsx";
import { CreateKeyForm } from "#ui/console/keys/create-key-form.tsx";
import { CreatedKey } from "#ui/console/keys/created-key.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useTRPC } from "../../client/trpc.ts";

type Props = {
  isOpen: boolean;
  /** The one that is proposed. */
  mode: Mode;
  /** @param made the mode of the key that was created, if any */
  onClose: (made?: Mode) => void;
};

export const CreateKeyDialog = ({ isOpen, mode, onClose }: Props) => {
  const { baseUrl } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.keys.create.mutationOptions({
      // The value stays in this component and goes with it.
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }),
    }),
  );
  const close = (): void => {
    onClose(data?.mode);
    reset();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={data ? "Your new key" : "Create API key"}
      about={data && `${data.name}, for ${data.mode} mode`}
    >
      {data ? (
        <CreatedKey value={data.value} baseUrl={baseUrl} onDone={close} />
      ) : (
        <CreateKeyForm
          initialMode={mode}
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onCreate={(key) => mutate(key)}
        />
      )}
    </Dialog>
  );
};
