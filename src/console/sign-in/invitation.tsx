"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath } from "#console/client/paths.ts";
import { isSignedOut, type Problem, problemOf } from "#console/session/problem.ts";
import { signOut } from "#console/session/sign-in.ts";
import { Button, Spinner } from "#kit/button.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { behindHash } from "./behind-hash.ts";
import { Gate } from "./gate.tsx";
import { LookAlikeNotice, TenantFacts } from "./offers.tsx";

const SECRET = behindHash("lintel-invitation");
const NONE = "none";

const takeSecret = (): string => SECRET.take() ?? NONE;

/** After a sign-in: the pending invitation, unless another page was asked for. */
export const wayToInvitation = (returnPath: string): string =>
  returnPath === "/console" && SECRET.isKept() ? "/console/invitation" : returnPath;

type Props = {
  invitation: ConsoleOutputs["session"]["viewInvitation"] | null;
  problem: Problem | null;
  /** The signed-in person; null while loading. */
  person: { name: string; email: string | null } | null;
  isBusy: boolean;
  onAccept: () => void;
  /** Continues without the invitation. */
  onLeave: () => void;
  /** Signs out, so that the person can return as another user. */
  onSwitch: () => void;
};

export const InvitationView = ({
  invitation,
  problem,
  person,
  isBusy,
  onAccept,
  onLeave,
  onSwitch,
}: Props) => (
  <Gate>
    <h1 className="text-3xl tracking-tighter">
      {invitation ? `Join ${invitation.tenantName}` : "Your invitation"}
    </h1>
    <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4">
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      {invitation && !problem && invitation.isLookAlike && <LookAlikeNotice />}
      {invitation && !problem && <TenantFacts {...invitation} />}
      {invitation?.madeFor && !problem && (
        <Notice tone="warn">
          This invitation was made for {invitation.madeFor}. Your identity provider does not confirm your
          e-mail address, so check that the invitation is meant for you.
        </Notice>
      )}
      {invitation && !problem && (
        <Button look="primary" size="lg" isBusy={isBusy} onClick={onAccept}>
          {invitation.madeFor ? "Confirm and join" : "Accept and join"}
        </Button>
      )}
      {person && (
        <div className="grid gap-2 rounded-md border p-3 text-sm">
          <p className="wrap-anywhere">
            You are signed in as <strong className="font-medium">{person.name}</strong>
            {person.email && ` (${person.email})`}.
          </p>
          {problem && (
            <p className="text-soft">
              {person.email
                ? "An invitation to another address can be accepted only by the account with that address."
                : "Your identity provider does not confirm your e-mail address. Ask for a new link."}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={onSwitch}>Use another account</Button>
            {problem && (
              <Button look="ghost" onClick={onLeave}>
                Go to the console
              </Button>
            )}
          </div>
        </div>
      )}
      {!invitation && !problem && (
        <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
          <Spinner />
          Loading the invitation…
        </p>
      )}
    </div>
  </Gate>
);

/** Shows an invitation. Visitors without a session sign in first and return. */
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
        SECRET.forget();
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
        SECRET.forget();
        router.push("/console");
      }}
      onSwitch={() => void signOut()}
    />
  );
};
