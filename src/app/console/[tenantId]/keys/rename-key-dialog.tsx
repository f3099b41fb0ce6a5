"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { KeyGlance } from "#ui/console/keys/key-glance.ts";
import { RenameForm } from "#ui/console/keys/rename-form.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useTRPC } from "../../client/trpc.ts";

type Props = { apiKey: KeyGlance | null; onClose: () => void };

/** Shown at once as it will be: a name can be put back any time. */
export const RenameKeyDialog = ({ apiKey, onClose }: Props) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const queryKey = trpc.keys.list.queryKey();
  const { error, isPending, mutate, reset } = useMutation(
    trpc.keys.rename.mutationOptions({
      onMutate: async ({ keyId, name }) => {
        await queries.cancelQueries({ queryKey });
        const before = queries.getQueryData(queryKey);
        queries.setQueryData(queryKey, (keys) =>
          keys?.map((key) => (key.id === keyId ? { ...key, name } : key)),
        );
        return { before };
      },
      onError: (_error, _input, context) => queries.setQueryData(queryKey, context?.before),
      onSuccess: () => close(),
      onSettled: () => queries.invalidateQueries({ queryKey }),
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <Dialog isOpen={apiKey !== null} onClose={close} title="Rename key" about={apiKey?.hint}>
      {apiKey && (
        <RenameForm
          key={apiKey.id}
          name={apiKey.name}
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onRename={(name) => mutate({ keyId: apiKey.id, name })}
        />
      )}
    </Dialog>
  );
};
