import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import type { Trpc } from "#console/client/api-provider.tsx";
import { HYDRATION } from "#console/client/query-client.ts";
import { ERRORS } from "#core/errors.ts";
import { toServiceError } from "#http/respond.ts";
import { getDeps } from "#runtime.ts";
import type { Deps } from "#services/context.ts";
import type { CallContext } from "#trpc/init.ts";
import { appRouter } from "#trpc/root.ts";
import { serverContext } from "#trpc/server.ts";

/** Reads what a page shows first, by the very options that the page's own queries use. */
export type Ask = (queries: QueryClient, trpc: Trpc) => Promise<unknown>;

// Refusals that the reader meets again by themselves, and that break nothing: signed out, not allowed, not there, too often.
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/**
 * What the queries of a page found, for the browser's cache; a query that failed is not among them, and the browser
 * asks it again. What is no plain refusal is logged.
 * @param find the reader's context; null when nobody is signed in
 */
export const readFirst = async (
  deps: Deps,
  find: () => Promise<CallContext | null>,
  ask: Ask,
): Promise<DehydratedState> => {
  const queries = new QueryClient({ defaultOptions: HYDRATION });
  let { log } = deps;
  try {
    const context = await find();
    if (!context) return dehydrate(queries);
    log = log.with({ requestId: context.requestId });
    const options = { router: appRouter, ctx: () => context, queryClient: queries };
    await ask(queries, createTRPCOptionsProxy(options));
  } catch (thrown) {
    const { code } = toServiceError(thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown, log);
    if (!REFUSALS.has(ERRORS[code].status)) log.error("a page was sent without its first data", { code });
  }
  return dehydrate(queries);
};

// The layout and its page have the same reader: who that is, is found out once for each request.
const contextOf = cache(async (tenantId: string) =>
  serverContext(await getDeps(), await headers(), tenantId),
);

type Props = { tenantId: string; ask: Ask; children: ReactNode };

/** A page together with its first data. Without a session, or where a query fails, the page asks for itself. */
export const FromServer = async ({ tenantId, ask, children }: Props) => {
  const state = await readFirst(await getDeps(), () => contextOf(tenantId), ask);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
};
