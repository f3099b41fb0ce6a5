"use client";
import { type InfiniteData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { mergeNewest, type RowsOf } from "./merge-newest.ts";

const REFRESH_MS = 10_000;

/**
 * Keeps a long list up to date while somebody looks at it. Only its first page is read again and again, however
 * much of the list is loaded; hidden tabs rest.
 * @param read its first page, now
 */
export const useNewest = <Page extends { nextCursor: string | null }, Row>(
  queryKey: QueryKey,
  rows: RowsOf<Page, Row>,
  read: () => Promise<Page>,
): void => {
  const queries = useQueryClient();
  useQuery({
    queryKey: ["newest", ...queryKey],
    queryFn: async () => {
      const fresh = await read();
      const list = queries.getQueryData<InfiniteData<Page>>(queryKey);
      // A list that is being read brings what is new by itself.
      if (!list || queries.isFetching({ queryKey, exact: true }) > 0) return null;
      const merged = mergeNewest(list, fresh, rows);
      if (merged) queries.setQueryData(queryKey, merged);
      else void queries.invalidateQueries({ queryKey, exact: true });
      return null;
    },
    // The list itself is there already: the first look is one interval away.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
};
