"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { DangerZone } from "#ui/console/settings/danger-zone.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../client/trpc.ts";

export const CloseTenant = ({ name, isActive }: { name: string; isActive: boolean }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error, reset } = useMutation(
    useTRPC().settings.close.mutationOptions({
      onSuccess: async ({ keysRevoked }) => {
        close();
        toast.done("Tenant closed", `${keysRevoked} ${keysRevoked === 1 ? "key was" : "keys were"} revoked.`);
        await queries.invalidateQueries();
      },
    }),
  );
  const close = (): void => {
    setIsOpen(false);
    reset();
  };
  return (
    <>
      <DangerZone isActive={isActive} refusal={refusal("tenant.close")} onClose={() => setIsOpen(true)} />
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Close this tenant?"
        about="All keys are revoked immediately and no verification can be started. You cannot reopen the tenant yourself."
        action="Close tenant"
        name={name}
        isBusy={isPending}
        error={error ? problemOf(error).message : undefined}
        onConfirm={(typed) => mutate({ name: typed })}
      />
    </>
  );
};
