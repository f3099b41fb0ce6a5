import { keepPreviousData, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import superjson from "superjson";
import { forgetToken } from "#console/session/access-token.ts";
import { problemOf } from "#console/session/problem.ts";

/** Serialises the server's cache for the browser: a date stays a date. */
export const HYDRATION = {
  dehydrate: { serializeData: superjson.serialize },
  hydrate: { deserializeData: superjson.deserialize },
};

const FRESH_MS = 15_000;

// A second try can help after a network failure or an expired token.
const isWorthAnotherTry = (error: unknown): boolean => {
  const { code } = problemOf(error);
  if (code === "UNAUTHENTICATED_MEMBER") forgetToken();
  return code === null || code === "UNAUTHENTICATED_MEMBER";
};

/** @param onError called for every failed query and mutation */
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

/**
 * Paging for every list: each answer names the cursor of the next page. The rows stay until the answer to a
 * new filter arrives.
 */
export const ONWARDS = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
};
