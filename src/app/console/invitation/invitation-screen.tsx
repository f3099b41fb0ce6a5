"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { consolePath } from "#ui/console/paths.ts";
import { isSignedOut, problemOf } from "#ui/console/session/problem.ts";
import { signOut } from "#ui/console/session/sign-out.ts";
import { forgetSecret, takeSecret } from "#ui/console/sign-in/invitation-secret.ts";
import { InvitationView } from "#ui/console/sign-in/invitation-view.tsx";
import { useTRPC } from "../client/trpc.ts";

/** What a link invites to. Who is not signed in is sent to do that first, and comes back. */
export const InvitationScreen = () => {
  const router = useRouter();
  const trpc = useTRPC();
  const view = useMutation(
    trpc.session.viewInvitation.mutationOptions({
      onError: (error) =>
        isSignedOut(error) && router.replace("/console/sign-in?callbackUrl=/console/invitation"),
    }),
  );
  const accept = useMutation(
    trpc.session.acceptInvitation.mutationOptions({
      onSuccess: ({ tenantId }) => {
        forgetSecret();
        router.replace(consolePath(tenantId));
      },
    }),
  );
  const isKnown = view.isSuccess || (view.isError && !isSignedOut(view.error));
  const me = useQuery(trpc.session.me.queryOptions(undefined, { enabled: isKnown }));
  const { mutate: look } = view;
  useEffect(() => look({ secret: takeSecret() }), [look]);
  const error = accept.error ?? (view.error && !isSignedOut(view.error) ? view.error : null);
  return (
    <InvitationView
      invitation={view.data ?? null}
      problem={error && problemOf(error)}
      person={me.data?.member ?? null}
      isBusy={accept.isPending || accept.isSuccess}
      onAccept={() => accept.mutate({ secret: takeSecret(), isConfirmed: Boolean(view.data?.madeFor) })}
      onLeave={() => {
        forgetSecret();
        router.push("/console");
      }}
      onSwitch={() => void signOut()}
    />
  );
};
