import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { getDeps } from "#runtime.ts";
import { serverContext } from "#trpc/server.ts";
import { type Ask, readFirst } from "./read-first.ts";

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
