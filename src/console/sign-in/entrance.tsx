"use client";
import { useMutation } from "@tanstack/react-query";
import { DoorClosed } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { tenantToOpen } from "#console/client/last-tenant.ts";
import { consolePath, OFFERS_PATH, operatorPath } from "#console/client/paths.ts";
import { isSignedOut, type Problem, problemOf } from "#console/session/problem.ts";
import { signOut } from "#console/session/sign-in.ts";
import { Button, ButtonLink, Spinner } from "#kit/button.tsx";
import { EmptyState, ErrorState, MissingState } from "#kit/states.tsx";

type Props = { problem: Problem | null; onRetry: () => void };

/** Shown while the member is looked up. */
export const EntranceScreen = ({ problem, onRetry }: Props) => (
  <main className="grid min-h-dvh place-items-center p-6">
    {problem ? (
      <div className="grid justify-items-center">
        <ErrorState
          title={problem.code === "SIGN_UP_CLOSED" ? "You need an invitation" : "You cannot sign in yet"}
          message={problem.message}
          requestId={problem.requestId}
          onRetry={onRetry}
        />
        <Button look="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    ) : (
      <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
        <Spinner />
        Opening the console…
      </p>
    )}
  </main>
);

/** After the sign-in: asks what waits for the person's answer, or opens their tenant, which may have to be created. */
export const Entrance = () => {
  const router = useRouter();
  const { session } = useTRPC();
  const api = useTRPCClient();
  const { mutate, error } = useMutation({
    mutationKey: session.begin.mutationKey(),
    mutationFn: async () => {
      await api.session.begin.mutate();
      return api.session.memberships.query();
    },
    onSuccess: ({ accepted, offers }) => {
      const own = tenantToOpen(accepted);
      // Only an operator gets in without a tenant.
      const home = own === null ? operatorPath() : consolePath(own);
      router.replace(offers.length > 0 ? OFFERS_PATH : home);
    },
    onError: (problem) => isSignedOut(problem) && router.replace("/console/sign-in"),
  });
  useEffect(() => mutate(), [mutate]);
  const isShown = error !== null && !isSignedOut(error);
  return <EntranceScreen problem={isShown ? problemOf(error) : null} onRetry={() => mutate()} />;
};

/** An address below /console that belongs to no tenant. */
export const NowhereScreen = () => (
  <main className="grid min-h-dvh place-content-center p-6">
    <h1 className="sr-only">Page not found</h1>
    <MissingState
      title="There is no page at this address"
      about="Check the address, or start from the console's first page."
      back={{ href: "/console", name: "Go to the console" }}
    />
  </main>
);

/** A tenant that does not exist or is not the member's: both look alike. */
export const StrangerScreen = () => (
  <main className="grid min-h-dvh place-items-center p-6">
    <h1 className="sr-only">No such tenant</h1>
    <EmptyState
      icon={DoorClosed}
      title="You do not have access to this tenant"
      action={
        <ButtonLink look="primary" href="/console">
          Go to your tenants
        </ButtonLink>
      }
    >
      The address may be wrong, or your membership has ended. Ask an admin of the tenant for an invitation.
    </EmptyState>
  </main>
);
