"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createConsoleClient } from "#trpc/client.ts";
import { accessToken, forgetToken } from "#ui/console/session/access-token.ts";
import { isSignedOut } from "#ui/console/session/problem.ts";
import { SessionEndContext } from "#ui/console/session/session-end.ts";
import { Toasts } from "#ui/kit/toasts.tsx";
import { createQueryClient } from "./query-client.ts";
import { TRPCProvider } from "./trpc.ts";

type Props = { tenantId: string | null; children: ReactNode };

/** The way to the service for the pages of one tenant. What was cached belongs to that tenant alone. */
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
