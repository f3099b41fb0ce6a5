"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../../client/trpc.ts";

export const RevokeToken = ({ verificationId }: { verificationId: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useMutation(
    useTRPC().verifications.revokeToken.mutationOptions({
      onSuccess: async () => {
        setIsOpen(false);
        toast.done("Token revoked");
        await queries.invalidateQueries();
      },
    }),
  );
  return (
    <>
      <Button
        look="danger-quiet"
        size="sm"
        refusal={refusal("tokens.revoke")}
        onClick={() => setIsOpen(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Revoke this token?"
        about="/tokens/validate rejects it from now on. Servers that check tokens offline accept it until it expires. This cannot be undone."
        action="Revoke token"
        isBusy={isPending}
        error={error ? problemOf(error).message : undefined}
        onConfirm={() => mutate({ verificationId })}
      />
    </>
  );
};
