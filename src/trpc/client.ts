import { createTRPCClient, httpBatchLink, type TRPCClient } from "@trpc/client";
import { TENANT_HEADER } from "#core/member.ts";
import type { ConsoleRouter } from "./root.ts";
import { TRANSFORMER } from "./transformer.ts";

/** Supplied by the page, so that this file is independent of the browser. */
type ClientOptions = {
  /** Usually "/api/trpc". */
  url: string;
  /** A bearer that stays valid for a while: from POST /api/console/token, stored in memory only. */
  accessToken: () => Promise<string>;
  /** The selected tenant. */
  tenantId: () => string | null;
};

/** Sends every call by POST, so that no secret or search is part of an address. */
export const createConsoleClient = (options: ClientOptions): TRPCClient<ConsoleRouter> =>
  createTRPCClient<ConsoleRouter>({
    links: [
      httpBatchLink({
        url: options.url,
        transformer: TRANSFORMER,
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
