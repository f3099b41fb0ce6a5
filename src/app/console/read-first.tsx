import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { program } from "#app/program.ts";
import type { Trpc } from "#console/client/api-provider.tsx";
import { Hydrated } from "#console/client/hydrated.tsx";
import { HYDRATION } from "#console/client/query-client.ts";
import { ERRORS } from "#core/errors.ts";
import { problemOfText } from "#core/text.ts";
import type { Deps } from "#services/context.ts";
import type { CallContext } from "#trpc/init.ts";

/** Reads a page's first data, with exactly the options that the page's own queries use. */
export type Ask = (queries: QueryClient, trpc: Trpc) => Promise<unknown>;

// Expected refusals, which the browser gets too: signed out, not allowed, not found, too many requests.
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/**
 * The answers to a page's queries, for the browser's cache. A query that failed is left out, and the browser asks
 * again; unexpected failures are logged.
 * @param find the reader's context; null when no one is signed in
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
const contextOf = cache(async (tenantId: string | null) => {
  const { console, getDeps } = program();
  return console.serverContext(await getDeps(), await headers(), tenantId);
});

/** Whether an operator reads the page; null: no one is signed in, or it could not be found out. */
export const isReadByOperator = cache(async (): Promise<boolean | null> => {
  // Outside: by its throw, Next knows that the page is one request's.
  await headers();
  // Why not is logged with the page's first data, for which the same reader is looked up.
  const context = await contextOf(null).catch(() => null);
  if (!context) return null;
  const queryClient = new QueryClient({ defaultOptions: HYDRATION });
  const options = { router: program().console.appRouter, ctx: () => context, queryClient };
  const { session } = createTRPCOptionsProxy(options);
  const me = await queryClient.query(session.me.queryOptions()).catch(() => null);
  return me && me.isOperator;
});

/** For whom a page is drawn; null: no one is signed in, or it could not be found out. */
export const readerOf = async (tenantId: string | null): Promise<string | null> => {
  try {
    const person = await (await contextOf(tenantId))?.person();
    return person?.member.id ?? null;
  } catch {
    // The page's first data fails for the same reason, and says so.
    return null;
  }
};

/** Null: the operator's pages, which are about all tenants. */
type Props = { tenantId: string | null; ask: Ask; children: ReactNode };

/** A page with its first data. Without a session, or when a query fails, the browser asks again. */
export const FromServer = async ({ tenantId, ask, children }: Props) => {
  const state = await readFirst(await program().getDeps(), () => contextOf(tenantId), ask);
  return <Hydrated state={state}>{children}</Hydrated>;
};

type Address<Params> = { params: Params; query: (name: string) => string | null };

type PageProps<Params> = {
  params: Promise<Params>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const addressOf = async <Params,>(props: PageProps<Params>): Promise<Address<Params>> => {
  const [params, query] = await Promise.all([props.params, props.searchParams]);
  return { params, query: (name: string) => [query[name]].flat()[0] ?? null };
};

type AskAt<Params> = (queries: QueryClient, trpc: Trpc, address: Address<Params>) => Promise<unknown>;

const MOST_CHARACTERS = 200;

/** Whether a part of an address can be an id: about any other the page says that there is no such thing. */
const canBeId = (part: string): boolean => {
  try {
    const text = decodeURIComponent(part);
    return part.length <= MOST_CHARACTERS && problemOfText(text) === null;
  } catch {
    return false;
  }
};

/** What a page at this address asks; nothing where a part of it is not an id, which contracts refuse as our own mistake. */
const askOf =
  <Params extends object>(ask: AskAt<Params>, address: Address<Params>): Ask =>
  async (queries, trpc) => {
    if (Object.values(address.params).every(canBeId)) await ask(queries, trpc, address);
  };

/**
 * A tenant's page whose first data the server reads.
 * @param ask asks for the first data; the screen's own queries have the same options
 */
export const tenantPage =
  <Params extends object = object>(ask: AskAt<Params>, Screen: (params: Params) => ReactNode) =>
  async (props: PageProps<Params & { tenantId: string }>): Promise<ReactNode> => {
    const address = await addressOf(props);
    return (
      <FromServer tenantId={address.params.tenantId} ask={askOf(ask, address)}>
        <Screen {...address.params} />
      </FromServer>
    );
  };

/**
 * A page of the operator's whose first data the server reads.
 * @param ask asks for the first data; the screen's own queries have the same options
 */
export const operatorPage =
  <Params extends object = object>(ask: AskAt<Params>, Screen: (params: Params) => ReactNode) =>
  async (props: PageProps<Params>): Promise<ReactNode> => {
    const address = await addressOf(props);
    return (
      <FromServer tenantId={null} ask={askOf(ask, address)}>
        <Screen {...address.params} />
      </FromServer>
    );
  };
