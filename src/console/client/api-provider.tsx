"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCContext, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import { accessToken, forgetToken } from "#console/session/access-token.ts";
import { isSignedOut } from "#console/session/problem.ts";
import { SessionEndContext } from "#console/session/session-ended.tsx";
import { Toasts } from "#kit/toast.tsx";
import { createConsoleClient } from "#trpc/client.ts";
import type { ConsoleRouter } from "#trpc/root.ts";
import { createQueryClient } from "./query-client.ts";

/** The options of every query and mutation, in the browser and on the server. */
export type Trpc = TRPCOptionsProxy<ConsoleRouter>;

/** The console's procedures as queries and mutations. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<ConsoleRouter>();

type Props = { tenantId: string | null; children: ReactNode };

/** The API client for the pages of one tenant. The cache belongs to that tenant alone. */
export const ApiProvider = ({ tenantId, children }: Props) => {
  const [hasEnded, setHasEnded] = useState(false);
  const [queryClient] = useState(() =>
    createQueryClient((error) => {
      if (!isSignedOut(error)) return;
      forgetToken();
      setHasEnded(true);
    }),
  );
  const [client] = useState(() =>
    createConsoleClient({ url: "/api/trpc", accessToken, tenantId: () => tenantId }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <SessionEndContext value={hasEnded}>
          {children}
          <Toasts />
        </SessionEndContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
};
