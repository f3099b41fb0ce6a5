import { keepPreviousData, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import superjson from "superjson";
import { problemOf } from "#console/session/problem.ts";

/** Serialises the server's cache for the browser: a date stays a date. */
export const HYDRATION = {
  dehydrate: { serializeData: superjson.serialize },
  hydrate: { deserializeData: superjson.deserialize },
};

const FRESH_MS = 15_000;

type Outcomes = {
  /** After every failed query and mutation. */
  onError: (error: unknown) => void;
  /** After every answered one. */
  onSuccess: () => void;
};

export const createQueryClient = ({ onError, onSuccess }: Outcomes): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      ...HYDRATION,
      queries: {
        staleTime: FRESH_MS,
        // Without a code the service did not answer. A refused bearer is the client's own matter (trpc/client.ts).
        retry: (count, error) => count < 1 && problemOf(error).code === null,
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
