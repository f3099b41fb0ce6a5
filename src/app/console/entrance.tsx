"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { consolePath } from "#ui/console/paths.ts";
import { isSignedOut, problemOf } from "#ui/console/session/problem.ts";
import { signOut } from "#ui/console/session/sign-out.ts";
import { EntranceScreen } from "#ui/console/sign-in/entrance-screen.tsx";
import { useTRPC } from "./client/trpc.ts";

/** Who has just signed in: their invitations are accepted, or they get a tenant; then they are led to it. */
export const Entrance = () => {
  const router = useRouter();
  const { mutate, error } = useMutation(
    useTRPC().session.begin.mutationOptions({
      onSuccess: ([first]) => first && router.replace(consolePath(first.tenantId)),
      onError: (problem) => isSignedOut(problem) && router.replace("/console/sign-in"),
    }),
  );
  useEffect(() => mutate(), [mutate]);
  const isShown = error !== null && !isSignedOut(error);
  return (
    <EntranceScreen
      problem={isShown ? problemOf(error) : null}
      onRetry={() => mutate()}
      onSignOut={() => void signOut()}
    />
  );
};
