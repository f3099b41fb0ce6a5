import { createTRPCClient, httpBatchLink, retryLink, type TRPCClient } from "@trpc/client";
import { TENANT_HEADER } from "#core/member.ts";
import type { ConsoleRouter } from "./root.ts";
import { MAX_BATCH, TRANSFORMER } from "./transformer.ts";

/** Supplied by the page, so that this file is independent of the browser. */
type ClientOptions = {
  /** Usually "/api/trpc". */
  url: string;
  /** A bearer that stays valid for a while: from POST /api/console/token, stored in memory only. */
  accessToken: () => Promise<string>;
  /** Drops the bearer that was refused, so that `accessToken` asks for a new one. */
  forgetToken: () => void;
  send: (input: RequestInfo | URL, init: RequestInit) => Promise<Response>;
  /** The selected tenant. */
  tenantId: () => string | null;
};

/**
 * Sends every call by POST, so that no secret or search is part of an address. A call that is refused for its bearer is
 * sent once more, with a new one: the service checks the bearer before it does anything.
 */
export const createConsoleClient = (options: ClientOptions): TRPCClient<ConsoleRouter> =>
  createTRPCClient<ConsoleRouter>({
    links: [
      retryLink<ConsoleRouter>({
        retry: ({ error, attempts }) => {
          if (attempts > 1 || error.data?.errorCode !== "UNAUTHENTICATED_MEMBER") return false;
          options.forgetToken();
          return true;
        },
      }),
      httpBatchLink({
        url: options.url,
        transformer: TRANSFORMER,
        methodOverride: "POST",
        maxItems: MAX_BATCH,
        fetch: (input, init) =>
          options.send(input, {
            method: init?.method ?? "POST",
            headers: init?.headers ?? {},
            body: init?.body ?? null,
            signal: init?.signal ?? null,
          }),
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
