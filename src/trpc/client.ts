import { createTRPCClient, httpBatchLink, type TRPCClient } from "@trpc/client";
import superjson from "superjson";
import { TENANT_HEADER } from "#contracts/console/common.ts";
import type { ConsoleRouter } from "./root.ts";

/** What the browser's client needs: the page gives it, so that this file knows no browser. */
export type ClientOptions = {
  /** Usually "/api/trpc". */
  url: string;
  /** A bearer that is good for some time yet: from POST /api/console/token, kept in memory only. */
  accessToken: () => Promise<string>;
  /** The tenant that the switcher shows. */
  tenantId: () => string | null;
};

/** Everything goes by POST, so that neither a secret nor a search is ever part of an address. */
export const createConsoleClient = (options: ClientOptions): TRPCClient<ConsoleRouter> =>
  createTRPCClient<ConsoleRouter>({
    links: [
      httpBatchLink({
        url: options.url,
        transformer: superjson,
        methodOverride: "POST",
        maxItems: 20,
        headers: async () => {
          const tenantId = options.tenantId();
          return {
            authorization: `Bearer ${await options.accessToken()}`,
            ...(tenantId === null ? {} : { [TENANT_HEADER]: tenantId }),
          };
        },
      }),
    ],
  });
