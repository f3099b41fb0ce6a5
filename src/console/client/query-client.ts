import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import superjson from "superjson";
import { forgetToken } from "#console/session/access-token.ts";
import { problemOf } from "#console/session/problem.ts";

/** How a query's data goes from the server's cache into the browser's: a date arrives as a date. */
export const HYDRATION = {
  dehydrate: { serializeData: superjson.serialize },
  hydrate: { deserializeData: superjson.deserialize },
};

const FRESH_MS = 15_000;

// What another try could change: a network that was away, and a token that has run out on the way.
const isWorthAnotherTry = (error: unknown): boolean => {
  const { code } = problemOf(error);
  if (code === "UNAUTHENTICATED_MEMBER") forgetToken();
  return code === null || code === "UNAUTHENTICATED_MEMBER";
};

/** @param onError hears of every failure, of queries and of mutations */
export const createQueryClient = (onError: (error: unknown) => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      ...HYDRATION,
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < 1 && isWorthAnotherTry(error),
        refetchOnWindowFocus: true,
      },
    },
  });

/** How every list goes on: the answer names the cursor of the page behind it. */
export const ONWARDS = { getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor };
