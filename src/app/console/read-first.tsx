import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { program } from "#app/program.ts";
import type { Trpc } from "#console/client/api-provider.tsx";
import { HYDRATION } from "#console/client/query-client.ts";
import { ERRORS } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import type { CallContext } from "#trpc/init.ts";

/** Reads a page's first data, with exactly the options that the page's own queries use. */
export type Ask = (queries: QueryClient, trpc: Trpc) => Promise<unknown>;

// Expected refusals, which the browser gets too: signed out, not allowed, not found, too many requests.
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/**
 * The answers to a page's queries, for the browser's cache. A query that failed is left out, and the browser asks
 * again; unexpected failures are logged.
 * @param find the reader's context; null when nobody is signed in
 */
export const readFirst = async (
  deps: Deps,
  find: () => Promise<CallContext | null>,
  ask: Ask,
): Promise<DehydratedState> => {
  const { appRouter, refusalOf } = program().console;
  const queries = new QueryClient({ defaultOptions: HYDRATION });
  let { log } = deps;
  try {
    const context = await find();
    if (!context) return dehydrate(queries);
    log = log.with({ requestId: context.requestId });
    const options = { router: appRouter, ctx: () => context, queryClient: queries };
    await ask(queries, createTRPCOptionsProxy(options));
  } catch (thrown) {
    const { code } = refusalOf(thrown, log);
    if (!REFUSALS.has(ERRORS[code].status)) log.error("a page was sent without its first data", { code });
  }
  return dehydrate(queries);
};

// The layout and its page share one reader, looked up once per request.
const contextOf = cache(async (tenantId: string) => {
  const { console, getDeps } = program();
  return console.serverContext(await getDeps(), await headers(), tenantId);
});

type Props = { tenantId: string; ask: Ask; children: ReactNode };

/** A page with its first data. Without a session, or when a query fails, the browser asks again. */
export const FromServer = async ({ tenantId, ask, children }: Props) => {
  const state = await readFirst(await program().getDeps(), () => contextOf(tenantId), ask);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
};

type Address<Params> = { params: Params; query: (name: string) => string | null };

/**
 * A tenant's page whose first data the server reads.
 * @param ask asks for the first data; the screen's own queries have the same options
 */
export const tenantPage =
  <Params extends object = object>(
    ask: (queries: QueryClient, trpc: Trpc, address: Address<Params>) => Promise<unknown>,
    Screen: (params: Params) => ReactNode,
  ) =>
  async (props: {
    params: Promise<Params & { tenantId: string }>;
    searchParams: Promise<Record<string, string | string[] | undefined>>;
  }): Promise<ReactNode> => {
    const [params, query] = await Promise.all([props.params, props.searchParams]);
    const address = { params, query: (name: string) => [query[name]].flat()[0] ?? null };
    return (
      <FromServer tenantId={params.tenantId} ask={(queries, trpc) => ask(queries, trpc, address)}>
        <Screen {...params} />
      </FromServer>
    );
  };
