"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { problemOf } from "#ui/console/session/problem.ts";
import { signOut } from "#ui/console/session/sign-out.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useTRPC } from "../../client/trpc.ts";

/** Ends all sessions, this one too, and goes to the sign-in page. */
export const SignOutEverywhere = () => {
  const [isAsking, setIsAsking] = useState(false);
  const { error, isPending, isSuccess, mutate, reset } = useMutation(
    useTRPC().session.endAllSessions.mutationOptions({ onSuccess: () => signOut() }),
  );
  const close = (): void => {
    setIsAsking(false);
    reset();
  };
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title="Sign out everywhere?"
        about="All your sessions end now, this one too. You can sign in again afterwards."
        action="Sign out everywhere"
        isBusy={isPending || isSuccess}
        error={error ? problemOf(error).message : undefined}
        onConfirm={() => mutate()}
      />
    </>
  );
};
