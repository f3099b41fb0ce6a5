"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCContext, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import {
  accessToken,
  belongTo,
  forgetToken,
  isOwnerKnown,
  onOwnerKnown,
  ownerOfPage,
} from "#console/session/access-token.ts";
import { type SessionEnd, sessionEndOf } from "#console/session/problem.ts";
import { SessionEndContext, type SessionState } from "#console/session/session-ended.tsx";
import { timedFetch } from "#kit/clock/service-time.ts";
import { KeptContext } from "#kit/kept/use-kept.tsx";
import { Toasts } from "#kit/toast.tsx";
import { createConsoleClient } from "#trpc/client.ts";
import type { ConsoleRouter } from "#trpc/root.ts";
import { createQueryClient } from "./query-client.ts";

/** The options of every query and mutation, in the browser and on the server. */
export type Trpc = TRPCOptionsProxy<ConsoleRouter>;

/** The console's procedures as queries and mutations. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ConsoleRouter>();

/** The calls of this browser's session in one tenant; null: in none. */
export const clientOf = (tenantId: string | null) =>
  createConsoleClient({
    url: "/api/trpc",
    accessToken,
    forgetToken,
    send: timedFetch,
    tenantId: () => tenantId,
  });

type Props = {
  tenantId: string | null;
  /** For whom the server drew the page; null: it does not know. */
  memberId?: string | null;
  children: ReactNode;
};

/** The API client for the pages of one tenant. The cache belongs to that tenant only. */
export const ApiProvider = ({ tenantId, memberId = null, children }: Props) => {
  useState(() => {
    if (memberId !== null && typeof window !== "undefined") belongTo(memberId);
  });
  const [end, setEnd] = useState<SessionEnd | null>(null);
  const [queryClient] = useState(() =>
    createQueryClient({
      onError: (error) => {
        const found = sessionEndOf(error);
        if (found === null) return;
        forgetToken();
        setEnd(found);
      },
      onSuccess: () => setEnd(null),
    }),
  );
  const [client] = useState(() => clientOf(tenantId));
  const again = useCallback<SessionState["again"]>(async () => {
    try {
      forgetToken();
      await accessToken();
    } catch (error) {
      const found = sessionEndOf(error);
      if (found !== null) setEnd(found);
      return found ?? "no answer";
    }
    setEnd(null);
    // What failed in the meantime is read again; forms keep what is typed.
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.status === "error",
    });
    return null;
  }, [queryClient]);
  const session = useMemo(() => ({ end, again }), [end, again]);
  const owner = useMemo(
    () => ({ memberId: ownerOfPage, isKnown: isOwnerKnown, onKnown: onOwnerKnown, tenantId }),
    [tenantId],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <SessionEndContext value={session}>
          <KeptContext value={owner}>{children}</KeptContext>
          <Toasts />
        </SessionEndContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
};
