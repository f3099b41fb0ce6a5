"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { KeyGlance } from "#ui/console/keys/key-glance.ts";
import { problemOf } from "#ui/console/session/problem.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

type Props = { apiKey: KeyGlance | null; onClose: () => void };

export const RevokeKeyDialog = ({ apiKey, onClose }: Props) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate, reset } = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async () => {
        toast.done("Key revoked", "It stops working everywhere within 10 seconds.");
        close();
        await queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() });
      },
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <ConfirmDialog
      key={apiKey?.id}
      isOpen={apiKey !== null}
      onClose={close}
      title="Revoke this key?"
      about="Anything still using this key stops working immediately. This cannot be undone. To replace a key without downtime, rotate it instead."
      action="Revoke key"
      name={apiKey?.name}
      isBusy={isPending}
      error={error ? problemOf(error).message : undefined}
      onConfirm={(name) => apiKey && mutate({ keyId: apiKey.id, name })}
    />
  );
};
